import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalize, toHex } from '#shared/text';

/** HMAC-SHA256 under its own key. `purpose` keeps the values of one use from being accepted for another. */
export interface KeyedHash {
  hash(purpose: string, content: string | Uint8Array): Uint8Array;
  /** Compares in constant time. */
  verify(purpose: string, content: string | Uint8Array, hash: Uint8Array): boolean;
  /**
   * The hash that the log shows for a username, an email address or a network: the same text has the same hash, and
   * nobody without the key can try out texts. `npm run ops -- log-hash TEXT` prints it.
   */
  hashForLog(text: string): string;
}

const LOG_HASH_CHARACTERS = 16;

export function hmacKeyedHash(key: string): KeyedHash {
  const hash: KeyedHash['hash'] = (purpose, content) =>
    createHmac('sha256', key).update(`${purpose}\0`).update(content).digest();
  return {
    hash,
    verify(purpose, content, given) {
      const expected = hash(purpose, content);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    hashForLog: (text) => toHex(hash('log', canonicalize(text))).slice(0, LOG_HASH_CHARACTERS),
  };
}
