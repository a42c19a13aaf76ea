import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';
import { Envelope } from './envelope.ts';

/** The profile as read; an empty text is a value that the member has not given. */
export const Profile = z.object({
  username: z.string(),
  uid: z.string(),
  gender: z.string(),
  email: z.string(),
  affiliation: z.string(),
  country: z.string(),
  title: z.string(),
  education: z.string(),
  phone: z.string(),
  dob: z.string(),
  address: z.string(),
  homepage: z.string(),
  description: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  yearOfDegree: z.number(),
  emailVerified: z.boolean(),
});
export type Profile = z.output<typeof Profile>;

export const getUserInfo = endpoint({
  name: 'getUserInfo',
  method: 'GET',
  path: '/userinfo',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: Envelope(Profile),
});
