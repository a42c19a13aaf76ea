import { canonicalize, toHex } from '#shared/text';
import type { KeyedHash } from '../platform/keyed-hash-port.ts';

const CHARACTERS = 16;

/**
 * Stands in the log for a username, an email address or a network: the same text has the same hash, and nobody without
 * the key can try out texts. `npm run ops -- log-hash TEXT` prints it.
 */
export const hashForLog = ({ keyedHash }: { keyedHash: KeyedHash }, text: string): string =>
  toHex(keyedHash.of('log', canonicalize(text))).slice(0, CHARACTERS);
