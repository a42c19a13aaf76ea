import { logout } from '#contract/logout';
import { call } from '../api/call.ts';
import { dropToken, hasThreeParts, storedToken } from './token.ts';

/** Ends the session on the server where that can be, and on this side always: account area, section 4. */
export async function signOut(): Promise<void> {
  const token = storedToken();
  if (token !== null && hasThreeParts(token)) await call(logout).catch(() => undefined);
  dropToken();
}
