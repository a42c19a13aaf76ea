import { auditRoutes } from '../account/audit-routes.ts';
import { accountRoutes } from '../account/routes.ts';
import { mailWishesRoutes } from '../mail/suppressions/routes.ts';
import type { Router } from '../platform/http/router.ts';
import { secondFactorRoutes } from '../second-factor/routes.ts';

/** What members do with their own account beside the profile. */
export function ownAccountRoutes(
  on: Router,
  deps: Parameters<typeof accountRoutes>[1] &
    Parameters<typeof auditRoutes>[1] &
    Parameters<typeof secondFactorRoutes>[1] &
    Parameters<typeof mailWishesRoutes>[1],
): void {
  accountRoutes(on, deps);
  auditRoutes(on, deps);
  secondFactorRoutes(on, deps);
  mailWishesRoutes(on, deps);
}
