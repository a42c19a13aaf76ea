import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

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
