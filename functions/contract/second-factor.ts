import * as z from 'zod/mini';
import { PasswordHash, SecondFactorCode } from '#shared/fields';
import { endpoint, MessageReply, NoInput } from './endpoint.ts';
import { Envelope } from './envelope.ts';

/** The caller's own two-step verification. */
export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/user/second-factor',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: Envelope(
    z.object({
      /** Null if it is off. */
      enrolledAt: z.nullable(z.iso.datetime()),
      recoveryCodesLeft: z.number(),
      /** Whether this member must have it: it can then be replaced but not turned off. */
      isRequired: z.boolean(),
    }),
  ),
});

const wrong = 'Check what you entered';
/** `code` belongs to the current second factor; absent if there is none. */
const Confirmed = z.object({ password: PasswordHash, code: z.optional(SecondFactorCode) });

/** Begins a setup, which expires after ten minutes; nothing changes before it is finished. */
export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  method: 'POST',
  path: '/user/begin-second-factor',
  access: 'member',
  request: Confirmed,
  invalid: wrong,
  status: 200,
  reply: Envelope(
    z.object({
      /** Base 32, for people who cannot scan the QR code. */
      secret: z.string(),
      /** `otpauth://totp/…`, the text of the QR code. */
      uri: z.string(),
    }),
  ),
});

const RecoveryCodes = Envelope(z.object({ recoveryCodes: z.array(z.string()) }));

/** Turns it on and replaces any earlier one. Only this reply ever holds the recovery codes. */
export const finishSecondFactor = endpoint({
  name: 'finishSecondFactor',
  method: 'POST',
  path: '/user/finish-second-factor',
  access: 'member',
  request: z.object({ code: SecondFactorCode }),
  invalid: wrong,
  status: 200,
  reply: RecoveryCodes,
});

/** New recovery codes; the old ones stop working. */
export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/user/renew-recovery-codes',
  access: 'member',
  request: z.object({ password: PasswordHash, code: SecondFactorCode }),
  invalid: wrong,
  status: 200,
  reply: RecoveryCodes,
});

/** Turns it off, and logs out every other device. */
export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  method: 'POST',
  path: '/user/remove-second-factor',
  access: 'member',
  request: z.object({ password: PasswordHash, code: SecondFactorCode }),
  invalid: wrong,
  status: 200,
  reply: MessageReply,
});

/** Gives the second factor again, for the calls that need a recent one. */
export const giveSecondFactor = endpoint({
  name: 'giveSecondFactor',
  method: 'POST',
  path: '/user/give-second-factor',
  access: 'member',
  request: z.object({ code: SecondFactorCode }),
  invalid: wrong,
  status: 200,
  reply: MessageReply,
});
