import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Proof, ProofTokens } from '../domain/membership/proof.ts';
import type { TokenKeys } from './signed-tokens.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TEXT = /^(\d{1,20})\.(\d{1,9})$/;

/**
 * Membership ID and version, sealed: whoever shows the address shows no ID, and a QR code stays coarse. The nonce is made
 * of what is sealed, so that the same proof has one address. `issuer` is the site's address, part of the key.
 */
export function sealedProofTokens(keys: TokenKeys, issuer: string): ProofTokens {
  const current = pair(keys.current, issuer);
  const known = keys.previous === undefined ? [current] : [current, pair(keys.previous, issuer)];

  return {
    seal({ uid, version }) {
      const text = `${uid}.${version}`;
      const nonce = createHmac('sha256', current.forNonce).update(text).digest().subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current.forText, nonce);
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
    },

    open(token) {
      const bytes = Buffer.from(token, 'base64url');
      // The decoder forgives stray characters and loose last bits; a proof has one spelling.
      const isWhole = bytes.toString('base64url') === token && bytes.length > NONCE_BYTES + TAG_BYTES;
      if (!isWhole) return undefined;
      for (const { forText } of known) {
        const proof = unsealed(forText, bytes);
        if (proof) return proof;
      }
      return undefined;
    },
  };
}

function unsealed(key: Buffer, bytes: Buffer): Proof | undefined {
  const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  let text = cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)).toString('utf8');
  try {
    text += cipher.final('utf8');
  } catch {
    return undefined;
  }
  const [, uid, version] = TEXT.exec(text) ?? [];
  return uid === undefined ? undefined : { uid, version: Number(version) };
}

/** Keys of this purpose alone: nothing else that is signed or sealed can be taken for a proof. */
function pair(secret: string, issuer: string) {
  const made = Buffer.from(hkdfSync('sha256', secret, '', `membership proof ${issuer}`, 64));
  return { forText: made.subarray(0, 32), forNonce: made.subarray(32) };
}
