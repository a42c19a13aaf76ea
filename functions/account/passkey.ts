import * as z from 'zod/mini';

/**
 * A member's passkey: the public half of a key pair, whose private half signs logins on the member's device (WebAuthn
 * level 3).
 */
export const Passkey = z.object({
  uid: z.string(),
  /** The credential's id, base64url. */
  id: z.string(),
  /** COSE key, base64url. */
  publicKey: z.string(),
  /** The device's count of signatures at the last login; 0 for devices that do not count. */
  signatureCount: z.number(),
  transports: z.array(z.string()),
  /** The browser's user agent when it was added, for the member to read. */
  browser: z.string(),
  /** ISO 8601, UTC. */
  addedAt: z.string(),
  /** Empty before the first login. */
  lastUsedAt: z.string(),
  /** When the challenge of the last login was issued: only later ones are accepted, so that each counts once. */
  lastChallengeAt: z.string(),
});
export type Passkey = z.output<typeof Passkey>;

/** More than anybody has devices. */
export const MAX_PASSKEYS = 10;
