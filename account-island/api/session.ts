import type { Profile } from '#contract/user';
import { ApiError, fetchApi, fetchJson } from './http.ts';
import { clearToken, hasThreeParts, readToken } from './token.ts';

/** One value of each field's kind. */
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
};

/** GET /userinfo, which everything waits for. */
export const fetchMember = (): Promise<Profile> =>
  getJson('getUserInfo', '/userinfo', (reply) =>
    hasKey(reply, 'data') && isProfile(reply.data) ? reply.data : undefined,
  );

const isProfile = (value: unknown): value is Profile =>
  Object.entries(KINDS).every(([field, kind]) => hasKey(value, field) && typeof value[field] === typeof kind);

/** `second-factor-missing`: an administrator who must set up two-step verification before the administrators' pages open. */
type AdminCheck = 'member' | 'administrator' | 'second-factor-missing';

/** GET /admin/check-admin: whether the member is an administrator. */
export const checkAdmin = (): Promise<AdminCheck> =>
  getJson('checkAdmin', '/admin/check-admin', (reply) => {
    if (!hasKey(reply, 'isAdmin')) return undefined;
    if (reply.isAdmin === 0) return 'member';
    if (reply.isAdmin !== 1) return undefined;
    const isMissing = hasKey(reply, 'reason') && reply.reason === 'second-factor-missing';
    return isMissing ? 'second-factor-missing' : 'administrator';
  });

/**
 * A GET that the user center itself waits for. Its reply is read by hand, where other calls read by the contract's
 * schemas: those are half as heavy as the rest of the user centre together, and come with the first panel that calls
 * something. `read` gives undefined for what is not the contract's shape.
 */
async function getJson<Reply>(
  name: string,
  path: string,
  read: (json: unknown) => Reply | undefined,
): Promise<Reply> {
  const { ok, status, requestId, json } = await fetchJson(name, 'GET', path, { token: readToken() });
  const reply = ok ? read(json) : undefined;
  if (reply !== undefined) return reply;
  if (ok || !hasKey(json, 'message')) throw new ApiError(name, { kind: 'invalid-reply', status, requestId });
  const seconds = hasKey(json, 'retryAfterSeconds') ? Number(json.retryAfterSeconds) : Number.NaN;
  const body = {
    message: String(json.message),
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  };
  throw new ApiError(name, { kind: 'rejected', status, body, requestId });
}

const hasKey = <Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> =>
  typeof value === 'object' && value !== null && key in value;

const RETRIES_AFTER_A_SERVER_ERROR = 2;

/** Whether a failed check of the session is repeated by itself. */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < RETRIES_AFTER_A_SERVER_ERROR && error instanceof ApiError && (error.status ?? 0) >= 500;

/**
 * Whether a failed check ends the session on this side. No reply and 429 say nothing about the session, nor does
 * a success that cannot be read, such as a hotel network's own page.
 */
export function isSessionOver(error: Error): boolean {
  const status = error instanceof ApiError ? error.status : undefined;
  return status !== undefined && status >= 400 && status !== 429;
}

/** Ends the session on the server where that can be, and on this side always. */
export async function signOut(): Promise<void> {
  const token = readToken();
  // What comes back is ignored, so it needs no schema either.
  if (token !== null && hasThreeParts(token))
    await fetchApi('POST', '/auth/logout', { token }).catch(() => {});
  clearToken();
  // What this tab kept for the member goes with them.
  sessionStorage.clear();
}
