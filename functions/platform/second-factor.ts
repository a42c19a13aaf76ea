/** What checks a second factor: an app's codes, and the keys under which its secret and the recovery codes are kept. */

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ISSUER = 'Asia Graphics Association';
const STEP_SECONDS = 30;

/** Loaded with the first code: most calls check none. */
const otplib = () => import('otplib');

/** Codes of authenticator apps: SHA-1, six digits, steps of 30 seconds, one step of tolerance either way. */
export const appCodes = {
  /** The time step of the code, if it is later than `afterTimeStep`; undefined for a wrong code. */
  async matchingTimeStep(
    secret: Uint8Array,
    token: string,
    now: Date,
    afterTimeStep: number,
  ): Promise<number | undefined> {
    const epoch = Math.floor(now.getTime() / 1000);
    const latestStep = Math.floor(epoch / STEP_SECONDS) + 1;
    // The library throws for anything but six digits, and for a last step in the future, as after a clock was set back.
    if (!/^\d{6}$/.test(token) || afterTimeStep > latestStep) return undefined;
    const { verifySync } = await otplib();
    const result = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS, afterTimeStep });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  },

  /** The secret as a person types it and as an app scans it. */
  async createSetup(secret: Uint8Array, label: string): Promise<{ secret: string; uri: string }> {
    const { generateURI, ScureBase32Plugin } = await otplib();
    const text = new ScureBase32Plugin().encode(secret, { padding: false });
    return { secret: text, uri: generateURI({ issuer: ISSUER, label, secret: text }) };
  },
};

export type Totp = typeof appCodes;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type SecondFactorKeys = ReturnType<typeof secondFactorKeys>;

/**
 * Keys that are not in the table: a value that is sealed or hashed for one member is worth nothing for another. The two are
 * derived from the password pepper by HKDF (RFC 5869): the pepper is the one secret that never changes, and a
 * member's password depends on it already. The uid is authenticated with what is sealed, and hashed with each recovery
 * code.
 */
export function secondFactorKeys(pepper: string) {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', pepper, '', `second factor: ${purpose}`, 32));
  const secretKey = keyFor('shared secret');
  const recoveryKey = keyFor('recovery codes');

  return {
    seal(uid: string, secret: Uint8Array): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, secretKey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(uid));
      const sealed = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64');
    },

    open(uid: string, sealedSecret: string): Uint8Array {
      const bytes = Buffer.from(sealedSecret, 'base64');
      const decipher = createDecipheriv(CIPHER, secretKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(uid));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([secret, decipher.final()]);
    },

    hashRecoveryCode: (uid: string, code: string): string =>
      createHmac('sha256', recoveryKey).update(`${uid} ${code}`).digest('base64url'),
  };
}
