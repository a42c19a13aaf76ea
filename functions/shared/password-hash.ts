import { toHex } from './text.ts';

/** SHA-256 of a text's UTF-8 bytes, as lower-case hex; by Web Crypto, which browsers and Node have. */
export const sha256 = async (text: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

/** The hash that a browser sends instead of the password, which is neither trimmed nor cut. */
export const hashPassword = (password: string, salt: string): Promise<string> =>
  sha256(password.normalize('NFKC') + salt);
