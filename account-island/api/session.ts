import type { Profile } from '#contract/user';
import { ask, has } from './ask.ts';

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
export const userInfo = (): Promise<Profile> =>
  ask('getUserInfo', '/userinfo', (reply) =>
    has(reply, 'data') && isProfile(reply.data) ? reply.data : undefined,
  );

const isProfile = (value: unknown): value is Profile =>
  Object.entries(KINDS).every(([field, kind]) => has(value, field) && typeof value[field] === typeof kind);
