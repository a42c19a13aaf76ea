import { hashForLog } from '../audit/log-hash.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';

/** As the API's log has it, under the stage's mail key. */
export const logHash = (mailKey: string, text: string): string =>
  hashForLog({ keyedHash: hmacKeyedHash(mailKey) }, text);
