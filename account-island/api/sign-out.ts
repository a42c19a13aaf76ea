import { send } from './send.ts';
import { dropToken, hasThreeParts, storedToken } from './token.ts';

/** Ends the session on the server where that can be, and on this side always: account area, section 4. */
export async function signOut(): Promise<void> {
  const token = storedToken();
  // What comes back is ignored, so it needs no schema either.
  if (token !== null && hasThreeParts(token)) await send('POST', '/auth/logout', { token }).catch(() => {});
  dropToken();
  // What this tab kept for the member goes with them.
  sessionStorage.clear();
}
