import * as z from 'zod/mini';
import { PasswordHash, SecondFactorCode } from '#shared/fields';
import { endpoint } from './endpoint.ts';
import { Envelope } from './envelope.ts';

/** The caller's own two-step verification. */
export const getSecondFactor = endpoint({
  route: 'GET /user/second-factor',
  access: 'member',
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

/** `code` belongs to the current second factor. */
const confirmed = { password: PasswordHash, code: SecondFactorCode };

/**
 * `begin` begins a setup, which expires after ten minutes and changes nothing before `finish`; its `code` is absent if
 * there is no second factor yet. `finish` turns it on and replaces any earlier one. After `renew-recovery-codes`, the old
 * ones stop working. `remove` turns it off and logs out every other device. `give` gives the second factor again, for the
 * calls that need a recent one.
 */
export const changeSecondFactor = endpoint({
  route: 'POST /user/second-factor',
  access: 'member',
  request: z.discriminatedUnion('action', [
    z.object({ action: z.literal('begin'), ...confirmed, code: z.optional(SecondFactorCode) }),
    z.object({ action: z.literal('finish'), code: SecondFactorCode }),
    z.object({ action: z.literal('renew-recovery-codes'), ...confirmed }),
    z.object({ action: z.literal('remove'), ...confirmed }),
    z.object({ action: z.literal('give'), code: SecondFactorCode }),
  ]),
  invalid: 'Check what you entered',
  reply: Envelope(
    z.object({
      /** After `begin`. */
      setup: z.optional(
        z.object({
          /** Base 32, for people who cannot scan the QR code. */
          secret: z.string(),
          /** `otpauth://totp/…`, the text of the QR code. */
          uri: z.string(),
        }),
      ),
      /** After `finish` and `renew-recovery-codes`; no other reply ever holds them. */
      recoveryCodes: z.optional(z.array(z.string())),
    }),
  ),
});
