import { sha256 } from '#shared/password-hash';
import { readTabItem, removeTabItem, writeTabItem } from './tab-storage.ts';
import { readClaims } from './token.ts';

export const LOGIN = '/login';
export const USER_CENTER = '/user';

const RESET_KEY = 'reset-email';

/** Opens the form that sets a new password, for a member to whose address a code was sent. */
export function openPasswordReset(email: string): void {
  writeTabItem(RESET_KEY, email);
  location.assign(`${LOGIN}?form=forgot`);
}

/** The address that `openPasswordReset` passed on; empty if the form was opened in another way. */
export const readResetEmail = (): string => readTabItem(RESET_KEY) ?? '';

export const removeResetEmail = (): void => removeTabItem(RESET_KEY);

const PRINTABLE_PATH = /^\/[!-~]*$/;

/**
 * The `redirect` of a query, if it stays on this origin and is not the login page itself. Browsers read a backslash as a
 * slash and drop tabs and line ends, so the text is checked first, and then what it parses to.
 */
export function safeRedirect(search: string, origin: string): string | null {
  const text = new URLSearchParams(search).get('redirect') ?? '';
  if (!PRINTABLE_PATH.test(text) || text.startsWith('//') || text.includes('\\')) return null;
  const url = new URL(text, origin);
  if (url.origin !== origin || url.pathname.startsWith('//') || isLogin(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

function isLogin(pathname: string): boolean {
  try {
    return /^\/+login(?![^/.])/i.test(decodeURIComponent(pathname));
  } catch {
    return true;
  }
}

/** Digits of its hash that identify a session without being a credential: no call accepts them. */
const SESSION_REFERENCE_LENGTH = 8;

/** The page to which a member goes after signing in. */
export async function destinationAfterSignIn(
  page: { search: string; origin: string; hash: string },
  session: { token: string; rememberMe: boolean },
  now: Date,
): Promise<string> {
  const redirect = safeRedirect(page.search, page.origin);
  if (redirect !== null) return redirect.includes('#') ? redirect : redirect + page.hash;
  const query = new URLSearchParams({ t: String(now.getTime()) });
  const claims = session.rememberMe ? readClaims(session.token) : null;
  if (claims) query.set('token', (await sha256(claims.sessionId)).slice(0, SESSION_REFERENCE_LENGTH));
  return `${USER_CENTER}?${query}`;
}

/** The same address without the query that signing in added. */
export function stripSignInQuery({ pathname, search, hash }: Location): string {
  const query = new URLSearchParams(search);
  query.delete('t');
  query.delete('token');
  return pathname + (query.size > 0 ? `?${query}` : '') + hash;
}

/**
 * The login page, with the way back to the page that the member wanted. The fragment stays one: it may have names, and
 * queries are sent.
 */
export const loginAddress = ({ pathname, search, hash }: Location): string =>
  `${LOGIN}?redirect=${encodeURIComponent(pathname + search)}${hash}`;
