import * as z from 'zod/mini';
import {
  EmailAddress,
  Homepage,
  NewUsername,
  OneTimeCodeDigits,
  OptionalChoice,
  OptionalDate,
  OptionalLine,
  OptionalText,
  PersonName,
  YearOfDegree,
} from '#shared/fields';
import { EDUCATIONS, GENDERS, TITLES } from '#shared/person-choices';
import { endpoint, MessageReply, NoInput } from './endpoint.ts';
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

/** The profile as sent. Only names and address are required; `birth` is the date of birth. */
export const ProfileUpdate = z.object({
  username: NewUsername,
  email: EmailAddress,
  gender: OptionalChoice(GENDERS),
  affiliation: OptionalLine(200),
  country: OptionalLine(100),
  title: OptionalChoice(TITLES),
  education: OptionalChoice(EDUCATIONS),
  phone: OptionalLine(40),
  birth: OptionalDate,
  address: OptionalLine(300),
  /** Compared with the caller's, never written. */
  uid: z.optional(z.string().check(z.maxLength(40))),
  homepage: Homepage,
  description: OptionalText(4000),
  firstName: z.optional(PersonName(100)),
  lastName: z.optional(PersonName(100)),
  yearOfDegree: z.optional(YearOfDegree),
});

/** `code` is 1 with the saved profile; 0 with `error` and `msg` for what the member can correct. */
export const updateUserInfo = endpoint({
  name: 'updateUserInfo',
  method: 'PUT',
  path: '/userinfo',
  access: 'member',
  request: ProfileUpdate,
  invalid: 'Update failed',
  status: 200,
  reply: z.object({
    code: z.number(),
    error: z.optional(z.string()),
    msg: z.string(),
    data: z.optional(Profile),
  }),
});

/** `send` sends a new code to the member's address, and `confirm` verifies the address with it. */
export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/user/email-verification',
  access: 'member',
  request: z.discriminatedUnion('action', [
    z.object({ action: z.literal('send') }),
    z.object({ action: z.literal('confirm'), code: OneTimeCodeDigits }),
  ]),
  invalid: 'This code is wrong or has expired. Request a new code.',
  status: 200,
  reply: MessageReply,
});
