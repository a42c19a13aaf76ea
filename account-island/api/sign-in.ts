import type * as z from 'zod/mini';
import { getSalt, login } from '#contract/auth';
import { hashPassword } from '#shared/password-hash';
import { request } from './client.ts';
import { isRemembered, storeToken } from './token.ts';

export interface Credentials {
  username: string;
  password: string;
  rememberMe: boolean;
  /** A code, if the server has asked for one. */
  secondFactor?: string | undefined;
}

/** Opens a session, stores its token and resolves to it; rejects with the error of either call. */
export async function signIn({
  username,
  password,
  ...rest
}: Credentials): Promise<z.output<typeof login.reply>> {
  const { salt } = await request(getSalt, { username });
  const hash = await hashPassword(password, salt);
  const signedIn = await request(login, { username, password: hash, ...rest });
  storeToken(signedIn.token, rest.rememberMe);
  return signedIn;
}

/** Opens a new session in place of one that ended, and remembers it if that one was remembered. */
export const reauthenticate = (credentials: Omit<Credentials, 'rememberMe'>) =>
  signIn({ ...credentials, rememberMe: isRemembered() });
