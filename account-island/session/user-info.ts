import type { Profile } from '#contract/user';
import { CallFailed } from '../api/call-failed.ts';
import { exchange } from '../api/exchange.ts';
import { storedToken } from './token.ts';

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

/**
 * GET /userinfo, which everything waits for. It reads by hand what other calls read by the contract's schemas: those
 * are half as heavy as the rest of the user centre together, and come with the first panel that calls something.
 */
export async function userInfo(): Promise<Profile> {
  const name = 'getUserInfo';
  const { ok, status, json } = await exchange(name, 'GET', '/userinfo', { token: storedToken() });
  if (ok && has(json, 'data') && isProfile(json.data)) return json.data;
  if (ok || !has(json, 'message')) throw new CallFailed(name, { kind: 'unreadable', status });
  const seconds = has(json, 'retryAfterSeconds') ? Number(json.retryAfterSeconds) : Number.NaN;
  const body = {
    message: String(json.message),
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  };
  throw new CallFailed(name, { kind: 'refused', status, body });
}

const has = <Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> =>
  typeof value === 'object' && value !== null && key in value;

const isProfile = (value: unknown): value is Profile =>
  Object.entries(KINDS).every(([field, kind]) => has(value, field) && typeof value[field] === typeof kind);
