/**
 * A member's passkey: the public half of a key pair, whose private half signs logins on the member's device (WebAuthn
 * level 3).
 */
export interface Passkey {
  uid: string;
  /** The credential's id, base64url. */
  id: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** The device's count of signatures at the last login; 0 for devices that do not count. */
  signatureCount: number;
  transports: readonly string[];
  /** The browser's user agent when it was added, for the member to read. */
  browser: string;
  /** ISO 8601, UTC. */
  addedAt: string;
  /** Empty before the first login. */
  lastUsedAt: string;
  /** When the challenge of the last login was issued: only later ones are accepted, so that each counts once. */
  lastChallengeAt: string;
}

/** More than anybody has devices. */
export const MAX_PASSKEYS = 10;
