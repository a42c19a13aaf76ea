import { proofRoutes } from '../memberships/routes.ts';
import { membershipRoutes } from '../payments/membership-routes.ts';
import { paymentRoutes } from '../payments/routes.ts';
import type { Router } from '../platform/http/router.ts';

/** Membership, its fees and its card. */
export function feeRoutes(
  on: Router,
  deps: Parameters<typeof membershipRoutes>[1] &
    Parameters<typeof paymentRoutes>[1] &
    Parameters<typeof proofRoutes>[1],
): void {
  membershipRoutes(on, deps);
  paymentRoutes(on, deps);
  proofRoutes(on, deps);
}
