import * as auth from '#contract/auth';
import { signInWithPasskey as passkeyCall } from '#contract/passkeys';
import { type Caller, createSalt } from '../members/member.ts';
import type { Context } from '../platform/context.ts';
import type { Router } from '../platform/http/router.ts';
import { beginPasskeySignIn, signInWithPasskey } from './passkeys.ts';
import { changePassword, type PasswordsContext } from './password.ts';
import { registerMember } from './register.ts';
import { resetPassword, sendResetCode } from './reset-password.ts';
import type { SecondFactorContext } from './second-factor.ts';
import { signOut } from './sessions.ts';
import { findSalt, signIn } from './sign-in.ts';

/** Routes of logging in, registration and passwords, most of them without a session. */
export function signInRoutes(
  on: Router<Caller>,
  context: SecondFactorContext & PasswordsContext & Pick<Context, 'sessionTokens' | 'loadWebauthn'>,
): void {
  on.open(auth.getSalt, async ({ input, network }) => ({
    salt: await findSalt(context, input.username, network),
  }));

  on.open(auth.login, ({ input, network, browser }) => signIn(context, { ...input, network, browser }));

  on.open(passkeyCall, async ({ input, network, browser }) =>
    input.action === 'begin'
      ? { options: await beginPasskeySignIn(context) }
      : { token: await signInWithPasskey(context, { ...input, network, browser }) },
  );

  on.open(auth.logout, async ({ bearer, network }) => {
    await signOut(context, bearer, network);
    return { message: 'Logged out' };
  });

  on.open(auth.genSalt, async () => ({ salt: createSalt(context) }));

  on.guarded(auth.newSalt, async () => ({ salt: createSalt(context) }));

  on.open(auth.register, async ({ input, network }) => {
    const { userName, dob, ...rest } = input;
    const details = { ...rest, username: userName, dateOfBirth: dob, homepage: '', description: '' };
    await registerMember(context, details, network);
    return { message: 'Registration successful!' };
  });

  on.open(auth.forgetPassword, async ({ input, network, browser }) => {
    await sendResetCode(context, input.email, { network, browser });
    return { message: 'Authentification code sent!' };
  });

  on.open(auth.resetPassword, async ({ input, network, browser }) => {
    const { email, code: digits, encryptedPassword, salt } = input;
    const request = { email, digits, password: encryptedPassword, salt };
    const { username } = await resetPassword(context, request, { network, browser });
    return { message: 'Password reset successful!', username };
  });

  on.guarded(auth.updatePassword, async ({ input, caller }) => {
    const { username, old_password: oldPassword, new_password: newPassword, salt } = input;
    const { passkeysRemoved } = await changePassword(context, caller, {
      username,
      oldPassword,
      newPassword,
      salt,
    });
    return { message: 'Password changed.', passkeysRemoved };
  });
}
