import * as z from 'zod/mini';
import {
  Country,
  DateOfBirth,
  EmailAddress,
  Line,
  LoginName,
  NewUsername,
  OneTimeCodeDigits,
  OptionalChoice,
  OptionalLine,
  PasswordHash,
  PersonName,
  Salt,
  SecondFactorCode,
  Username,
  YearOfDegree,
} from '#shared/fields';
import { EDUCATIONS, GENDERS, TITLES } from '#shared/person-choices';
import { endpoint, MessageReply } from './endpoint.ts';

const SaltReply = z.object({ salt: z.string() });

export const getSalt = endpoint({
  route: 'POST /auth/getSalt',
  access: 'anyone',
  /** The username or the email address. An address gets a salt whether or not a member has it. */
  request: z.object({ username: LoginName }),
  reply: SaltReply,
});

export const genSalt = endpoint({
  route: 'POST /auth/genSalt',
  access: 'anyone',
  request: z
    .object({ username: z.optional(Username), email: z.optional(EmailAddress) })
    .check(
      z.refine(
        ({ username, email }) => (username === undefined) !== (email === undefined),
        'Send either username or email, not both.',
      ),
    ),
  reply: SaltReply,
});

/** The fields of the registration form; their names are part of the public API. */
export const Registration = z.object({
  userName: NewUsername,
  firstName: PersonName(100),
  lastName: PersonName(100),
  gender: z.enum(GENDERS),
  email: EmailAddress,
  affiliation: Line(200),
  country: Country,
  title: z.enum(TITLES),
  education: OptionalChoice(EDUCATIONS),
  yearOfDegree: YearOfDegree,
  address: OptionalLine(300),
  dob: DateOfBirth,
  phone: OptionalLine(40),
  password: PasswordHash,
  salt: Salt,
  /** Random, and the same for every try of one form: a repeat after a lost reply succeeds. */
  registrationId: z.exactOptional(z.string().check(z.regex(/^[\w-]{16,64}$/, 'Invalid registration ID.'))),
});

export const register = endpoint({
  route: 'POST /auth/register',
  access: 'anyone',
  request: Registration,
  invalid: 'Registration failed. Please check your information.',
  status: 201,
  reply: MessageReply,
});

export const login = endpoint({
  route: 'POST /auth/login',
  access: 'anyone',
  request: z.object({
    /** The username or the email address. */
    username: LoginName,
    password: PasswordHash,
    rememberMe: z._default(z.boolean(), false),
    /**
     * For accounts with two-step verification: without it, a right password is answered with 401 and
     * `second-factor-needed`.
     */
    secondFactor: z.optional(SecondFactorCode),
  }),
  invalid: 'Require username and password',
  reply: z.object({
    token: z.string(),
    /** Present after a login with a recovery code. */
    recoveryCodesLeft: z.optional(z.number()),
  }),
});

export const logout = endpoint({
  route: 'POST /auth/logout',
  access: 'bearer',
  reply: MessageReply,
});

export const forgetPassword = endpoint({
  route: 'POST /auth/forgetPassword',
  access: 'anyone',
  request: z.object({ email: EmailAddress }),
  invalid: 'Failed to send auth code. Please try again.',
  reply: MessageReply,
});

export const resetPassword = endpoint({
  route: 'POST /auth/resetPassword',
  access: 'anyone',
  request: z.object({
    email: EmailAddress,
    code: OneTimeCodeDigits,
    encryptedPassword: PasswordHash,
    salt: Salt,
  }),
  invalid: 'Failed to reset password. Please try again.',
  /** `username`: who forgot the password may have forgotten it too. */
  reply: z.extend(MessageReply, { username: z.string() }),
});

/** For a signed-in member. The path differs from `/auth/genSalt` in case only. */
export const newSalt = endpoint({
  route: 'POST /auth/gensalt',
  access: 'member',
  reply: SaltReply,
});

export const updatePassword = endpoint({
  route: 'POST /user/password-update',
  access: 'member',
  request: z.object({
    username: Username,
    old_password: PasswordHash,
    new_password: PasswordHash,
    salt: Salt,
  }),
  invalid: 'Failed to update password',
  reply: z.extend(MessageReply, { passkeysRemoved: z.boolean() }),
});
