import type { Router } from '../http/register.ts';
import { accountRoutes } from './account.ts';
import { auditRoutes } from './audit.ts';
import { mailWishesRoutes } from './mail-wishes.ts';
import { secondFactorRoutes } from './second-factor.ts';

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
