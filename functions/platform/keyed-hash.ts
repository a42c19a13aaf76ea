import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalize, toHex } from '#shared/text';

const LOG_HASH_CHARACTERS = 16;

export type KeyedHash = ReturnType<typeof hmacKeyedHash>;

/** HMAC-SHA256 under its own key. `purpose` keeps the values of one use from being accepted for another. */
export function hmacKeyedHash(key: string) {
  const hash = (purpose: string, content: string | Uint8Array): Uint8Array =>
    createHmac('sha256', key).update(`${purpose}\0`).update(content).digest();
  return {
    hash,
    /** Compares in constant time. */
    verify(purpose: string, content: string | Uint8Array, given: Uint8Array): boolean {
      const expected = hash(purpose, content);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    /**
     * The hash that the log shows for a username, an email address or a network: the same text has the same hash, and
     * nobody without the key can try out texts. `npm run ops -- log-hash TEXT` prints it.
     */
    hashForLog: (text: string): string =>
      toHex(hash('log', canonicalize(text))).slice(0, LOG_HASH_CHARACTERS),
  };
}
