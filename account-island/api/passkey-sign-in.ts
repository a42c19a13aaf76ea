import { startAuthentication } from '@simplewebauthn/browser';
import { signInWithPasskey as call } from '#contract/passkeys';
import { request } from './client.ts';
import { storeToken } from './token.ts';

/**
 * Asks the device for a passkey of this site, opens a session with it, stores its token and resolves to it. With
 * `username`, only that member's passkeys are accepted. Rejects with the error of either call, or with the browser's.
 */
export async function signInWithPasskey({
  rememberMe,
  username,
}: {
  rememberMe: boolean;
  username?: string | undefined;
}): Promise<string> {
  const { options } = await request(call, { action: 'begin' });
  if (!options) throw new Error('The reply has no options.');
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options });
  const { userHandle = '', ...signed } = response;
  const { token = '' } = await request(call, {
    action: 'finish',
    response: { id, rawId, type, response: { ...signed, userHandle } },
    rememberMe,
    ...(username !== undefined && { username }),
  });
  storeToken(token, rememberMe);
  return token;
}
