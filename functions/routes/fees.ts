import type { Router } from '../http/register.ts';
import { membershipRoutes } from './membership.ts';
import { paymentRoutes } from './payments.ts';
import { proofRoutes } from './proof.ts';

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
