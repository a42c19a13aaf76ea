import { sha256 } from './sha256.ts';

/** What travels in place of a password (requirements, R-23): neither trimmed nor cut. */
export const passwordOnWire = (password: string, salt: string): Promise<string> =>
  sha256(password.normalize('NFKC') + salt);
