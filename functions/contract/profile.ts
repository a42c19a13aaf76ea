import * as z from 'zod/mini';
import { fieldSentences } from '#shared/field-sentences';
import {
  Country,
  DateOfBirth,
  EmailAddress,
  Homepage,
  NewUsername,
  OneTimeCodeDigits,
  OptionalChoice,
  OptionalLine,
  OptionalText,
  PersonName,
  YearOfDegree,
} from '#shared/fields';
import { EDUCATIONS, GENDERS, TITLES } from '#shared/person-choices';
import { endpoint, MessageReply } from './endpoint.ts';
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
  /** Changes with every field that the member may change, and with nothing else. */
  version: z.string(),
});
export type Profile = z.output<typeof Profile>;

export const getUserInfo = endpoint({
  route: 'GET /userinfo',
  access: 'member',
  /** `now` is the server's time, from which pages derive today. */
  reply: z.extend(Envelope(Profile), { now: z.iso.datetime() }),
});

/** A field whose absence means "unchanged", where elsewhere it means "empty". */
const unchanged = <Field extends z.ZodMiniType>({ def }: z.ZodMiniDefault<Field>) =>
  z.exactOptional(def.innerType);

/** What changes in the profile: an absent field stays as it is. `birth` is the date of birth. */
export const ProfileUpdate = z.object({
  username: z.exactOptional(NewUsername),
  email: z.exactOptional(EmailAddress),
  gender: unchanged(OptionalChoice(GENDERS)),
  affiliation: unchanged(OptionalLine(200)),
  country: z.exactOptional(z.union([Country, z.literal('')], fieldSentences.country)),
  title: unchanged(OptionalChoice(TITLES)),
  education: unchanged(OptionalChoice(EDUCATIONS)),
  phone: unchanged(OptionalLine(40)),
  birth: unchanged(DateOfBirth),
  address: unchanged(OptionalLine(300)),
  homepage: unchanged(Homepage),
  description: unchanged(OptionalText(4000)),
  firstName: z.exactOptional(PersonName(100)),
  lastName: z.exactOptional(PersonName(100)),
  yearOfDegree: z.exactOptional(YearOfDegree),
  /** Compared with the caller's, never written. */
  uid: z.exactOptional(z.string().check(z.maxLength(40))),
  /** The version that was read: if the profile has another one by now, nothing is saved (`profile-conflict`). */
  version: z.exactOptional(z.string().check(z.maxLength(40))),
});

/** `code` is 1 with the saved profile; 0 with `error` and `msg` for what the member can correct. */
export const updateUserInfo = endpoint({
  route: 'PUT /userinfo',
  access: 'member',
  request: ProfileUpdate,
  invalid: 'Update failed',
  reply: z.object({
    code: z.number(),
    error: z.optional(z.string()),
    msg: z.string(),
    data: z.optional(Profile),
  }),
});

/** `send` sends a new code to the member's address, and `confirm` verifies the address with it. */
export const verifyEmail = endpoint({
  route: 'POST /user/email-verification',
  access: 'member',
  request: z.discriminatedUnion('action', [
    z.object({ action: z.literal('send') }),
    z.object({ action: z.literal('confirm'), code: OneTimeCodeDigits }),
  ]),
  invalid: 'This code is wrong or has expired. Request a new code.',
  reply: MessageReply,
});
