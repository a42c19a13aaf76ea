import { hmacKeyedHash } from '../crypto/keyed-hash.ts';
import { hashForLog } from '../domain/audit/log-hash.ts';

/** As the API's log has it, under the stage's mail key. */
export const logHash = (mailKey: string, text: string): string =>
  hashForLog({ keyedHash: hmacKeyedHash(mailKey) }, text);
