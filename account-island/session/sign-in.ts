import { getSalt, login } from '#contract/auth';
import { call } from '../api/call.ts';
import { passwordOnWire } from './password.ts';
import { isRemembered, keepToken } from './token.ts';

export interface Credentials {
  username: string;
  password: string;
  rememberMe: boolean;
}

/** Opens a session, keeps its token and resolves to it; rejects with the failure of either call. */
export async function signIn({ username, password, rememberMe }: Credentials): Promise<string> {
  const { salt } = await call(getSalt, { username });
  const hash = await passwordOnWire(password, salt);
  const { token } = await call(login, { username, password: hash, rememberMe });
  keepToken(token, rememberMe);
  return token;
}

/** Opens a new session in the place of one that ended, remembered as that was. */
export const signInAgain = (username: string, password: string): Promise<string> =>
  signIn({ username, password, rememberMe: isRemembered() });
