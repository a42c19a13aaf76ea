import { getSalt, login, logout } from '#contract/auth';
import { signInWithPasskey as passkeyCall } from '#contract/passkeys';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import { type SignInContext, signOut } from './authenticate.ts';
import { beginPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts';
import { findSalt, signIn } from './sign-in.ts';

export function signInRoutes(on: Router<Caller>, context: SignInContext): void {
  on.open(getSalt, async ({ input, network }) => ({
    salt: await findSalt(context, input.username, network),
  }));

  on.open(login, ({ input, network, browser }) => signIn(context, { ...input, network, browser }));

  on.open(passkeyCall, async ({ input, network, browser }) =>
    input.action === 'begin'
      ? { options: await beginPasskeySignIn(context) }
      : { token: await signInWithPasskey(context, { ...input, network, browser }) },
  );

  on.open(logout, async ({ bearer, network }) => {
    await signOut(context, bearer, network);
    return { message: 'Logged out' };
  });
}
