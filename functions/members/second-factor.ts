import * as z from 'zod/mini';
import type { Runtime } from '../platform/runtime.ts';

/** A member's second factor: today an authenticator app (TOTP, RFC 6238) with recovery codes. */
export const SecondFactor = z.object({
  kind: z.literal('totp'),
  uid: z.string(),
  /** The secret that the app shares, encrypted. */
  sealedSecret: z.string(),
  /** The time step of the last accepted code: RFC 6238, section 5.2, accepts a code once. */
  lastTimeStep: z.number(),
  /** Keyed hashes of the recovery codes that are left. */
  recoveryCodeHashes: z.array(z.string()),
  /** ISO 8601, UTC. */
  enrolledAt: z.string(),
});
export type SecondFactor = z.output<typeof SecondFactor>;

/** A setup that is not finished. */
export interface SecondFactorSetup {
  uid: string;
  sealedSecret: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

const RECOVERY_CODES = 10;
/** 80 random bits in a code: no rate of guesses finds one. */
const RECOVERY_CODE_BYTES = 10;
/** Crockford's base 32: without i, l, o and u, which are misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten recovery codes of sixteen characters, without the hyphens that are shown. */
export const createRecoveryCodes = ({ randomBytes }: Pick<Runtime, 'randomBytes'>): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_CODE_BYTES)));

/** `abcd-efgh-jkmn-pqrs`. */
export const formatRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;

function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}
