import * as z from 'zod/mini';
import { EmailAddress, OneTimeCodeDigits, PasswordHash, Salt, Username } from '#shared/fields';
import { endpoint, MessageReply, NoInput } from './endpoint.ts';

export const forgetPassword = endpoint({
  name: 'forgetPassword',
  method: 'POST',
  path: '/auth/forgetPassword',
  access: 'anyone',
  request: z.object({ email: EmailAddress }),
  invalid: 'Failed to send auth code. Please try again.',
  status: 200,
  reply: MessageReply,
});

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/auth/resetPassword',
  access: 'anyone',
  request: z.object({
    email: EmailAddress,
    code: OneTimeCodeDigits,
    encryptedPassword: PasswordHash,
    salt: Salt,
  }),
  invalid: 'Failed to reset password. Please try again.',
  status: 200,
  reply: MessageReply,
});

/** For a signed-in member. The path differs from `/auth/genSalt` in case only. */
export const newSalt = endpoint({
  name: 'newSalt',
  method: 'POST',
  path: '/auth/gensalt',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: z.object({ salt: z.string() }),
});

export const updatePassword = endpoint({
  name: 'updatePassword',
  method: 'POST',
  path: '/user/password-update',
  access: 'member',
  request: z.object({
    username: Username,
    old_password: PasswordHash,
    new_password: PasswordHash,
    salt: Salt,
  }),
  invalid: 'Failed to update password',
  status: 200,
  reply: MessageReply,
});
