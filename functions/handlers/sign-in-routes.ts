import { passwordRoutes } from '../members/password-routes.ts';
import type { Router } from '../platform/http/router.ts';
import { authRoutes } from '../sessions/routes.ts';

/** Accounts and passwords, mostly before anybody is signed in. */
export function signingInRoutes(
  on: Router,
  deps: Parameters<typeof authRoutes>[1] & Parameters<typeof passwordRoutes>[1],
): void {
  authRoutes(on, deps);
  passwordRoutes(on, deps);
}
