import type { Endpoint } from '#contract/endpoint';
import type { Profile } from '#contract/profile';
import { ApiError, fetchJson } from './http.ts';
import { setServerTime } from './server-clock.ts';
import { clearToken, hasThreeParts, readToken, type SessionEnd } from './token.ts';

/** A sample value for each field, which shows its type. */
const KINDS: Profile = {
  username: '',
  uid: '',
  gender: '',
  email: '',
  affiliation: '',
  country: '',
  title: '',
  education: '',
  phone: '',
  dob: '',
  address: '',
  homepage: '',
  description: '',
  firstName: '',
  lastName: '',
  yearOfDegree: 0,
  emailVerified: false,
  version: '',
};

/** GET /userinfo, for which the whole user center waits. */
export const fetchMember = (): Promise<Profile> =>
  getJson('GET /userinfo', (reply) => {
    if (!hasKey(reply, 'data') || !hasKey(reply, 'now') || !isProfile(reply.data)) return undefined;
    setServerTime(reply.now);
    return reply.data;
  });

const isProfile = (value: unknown): value is Profile =>
  Object.entries(KINDS).every(([field, kind]) => hasKey(value, field) && typeof value[field] === typeof kind);

/** `second-factor-missing`: an administrator who must set up two-step verification before the administrators' pages open. */
type AdminCheck = 'member' | 'administrator' | 'second-factor-missing';

/** GET /admin/check-admin: whether the member is an administrator. */
export const checkAdmin = (): Promise<AdminCheck> =>
  getJson('GET /admin/check-admin', (reply) => {
    if (!hasKey(reply, 'isAdmin')) return undefined;
    if (reply.isAdmin === 0) return 'member';
    if (reply.isAdmin !== 1) return undefined;
    const isMissing = hasKey(reply, 'reason') && reply.reason === 'second-factor-missing';
    return isMissing ? 'second-factor-missing' : 'administrator';
  });

/**
 * A GET that the user center waits for at its start. The reply is checked by hand, because the contract's schemas are
 * half as heavy as the rest of the user center and arrive with the first panel that calls something. `read` returns
 * undefined for anything but the contract's shape.
 */
async function getJson<Reply>(
  route: Endpoint['route'],
  read: (json: unknown) => Reply | undefined,
): Promise<Reply> {
  const { ok, status, requestId, json } = await fetchJson(route, { token: readToken() });
  const reply = ok ? read(json) : undefined;
  if (reply !== undefined) return reply;
  if (ok || !hasKey(json, 'message')) throw new ApiError(route, { kind: 'invalid-reply', status, requestId });
  const seconds = hasKey(json, 'retryAfterSeconds') ? Number(json.retryAfterSeconds) : Number.NaN;
  const body = {
    message: String(json.message),
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  };
  throw new ApiError(route, { kind: 'rejected', status, body, requestId });
}

const hasKey = <Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> =>
  typeof value === 'object' && value !== null && key in value;

const RETRIES_AFTER_A_SERVER_ERROR = 2;

/** Whether a failed check of the session is retried. */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < RETRIES_AFTER_A_SERVER_ERROR && error instanceof ApiError && (error.status ?? 0) >= 500;

/**
 * How a failed check ends the session in the browser; undefined if it does not. No reply and a 429 say nothing about the
 * session, nor does a success that cannot be read, such as a hotel network's own page.
 */
export function sessionEndOf(error: Error | null): SessionEnd | undefined {
  const status = error instanceof ApiError ? (error.status ?? 0) : 0;
  if (status < 400 || status === 429) return undefined;
  return status < 500 ? 'ended' : 'unchecked';
}

/** Asks the server whether the session has ended. No reply counts as no. */
export const hasSessionEnded = (): Promise<boolean> =>
  fetchMember().then(
    () => false,
    (error) => sessionEndOf(error) === 'ended',
  );

/** Ends the session on the server if possible, and in the browser always. */
export async function signOut(): Promise<void> {
  const token = readToken();
  // The reply is ignored, so it needs no schema.
  if (token !== null && hasThreeParts(token)) await fetchJson('POST /auth/logout', { token }).catch(() => {});
  forgetMember();
}

/** Ends the session in the browser, and deletes what this tab has of the member. */
export function forgetMember(): void {
  clearToken();
  sessionStorage.clear();
}
