import type { Context } from '../platform/context.ts';
import { isRecent } from '../shared/recent.ts';

type ChallengeContext = Pick<Context, 'now' | 'randomBytes' | 'keyedHash'>;

/** As long as the browser lets a person take. */
const CHALLENGE_MS = 5 * 60_000;
const TIME_BYTES = 8;
/** WebAuthn level 3, section 13.4.3, asks for at least 16 random bytes. */
const RANDOM_BYTES = 16;

/**
 * A challenge for a passkey to sign: the time, random bytes, and their keyed hash. Nothing is stored, so that strangers
 * can fill no table. `purpose` keeps it from being accepted for another person or action.
 */
export function createChallenge(context: ChallengeContext, purpose: string): Uint8Array {
  const content = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
  content.writeBigUInt64BE(BigInt(context.now().getTime()));
  content.set(context.randomBytes(RANDOM_BYTES), TIME_BYTES);
  const hash = context.keyedHash.hash(hashPurpose(purpose), content);
  return Buffer.concat([content, hash]);
}

/** When the challenge (base64url) was issued; undefined unless it is ours, for this purpose, and neither too old nor of a time to come. */
export function readChallenge(
  context: Pick<Context, 'keyedHash' | 'now'>,
  purpose: string,
  challenge: string,
): Date | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const content = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
  if (content.length < TIME_BYTES + RANDOM_BYTES) return undefined;
  if (!context.keyedHash.verify(hashPurpose(purpose), content, bytes.subarray(content.length)))
    return undefined;
  const issuedAt = Number(content.readBigUInt64BE());
  return isRecent(issuedAt, context.now(), CHALLENGE_MS) ? new Date(issuedAt) : undefined;
}

const hashPurpose = (purpose: string): string => `passkey-challenge ${purpose}`;
