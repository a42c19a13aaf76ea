import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyedHash } from './keyed-hash-port.ts';

export function hmacKeyedHash(key: string): KeyedHash {
  const of: KeyedHash['of'] = (purpose, content) =>
    createHmac('sha256', key).update(`${purpose}\0`).update(content).digest();
  return {
    of,
    matches(purpose, text, hash) {
      const expected = of(purpose, text);
      return hash.length === expected.length && timingSafeEqual(hash, expected);
    },
  };
}
