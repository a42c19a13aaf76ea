import type { Router } from '../http/register.ts';
import { authRoutes } from './auth.ts';
import { passwordRoutes } from './password.ts';

/** Accounts and passwords, mostly before anybody is signed in. */
export function signingInRoutes(
  on: Router,
  deps: Parameters<typeof authRoutes>[1] & Parameters<typeof passwordRoutes>[1],
): void {
  authRoutes(on, deps);
  passwordRoutes(on, deps);
}
