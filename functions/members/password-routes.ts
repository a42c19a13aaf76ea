import * as auth from '#contract/auth';
import type { Router } from '../platform/http/router.ts';
import { changePassword } from './change-password.ts';
import type { Caller } from './member.ts';
import type { MembersDeps } from './members.ts';
import { createSalt } from './password-rules.ts';
import { registerMember } from './register.ts';
import { resetPassword, sendResetCode } from './reset-password.ts';

/** Routes of registration and passwords, most of them without a session. */
export function passwordRoutes(on: Router<Caller>, deps: MembersDeps): void {
  on.open(auth.genSalt, async () => ({ salt: createSalt(deps) }));

  on.guarded(auth.newSalt, async () => ({ salt: createSalt(deps) }));

  on.open(auth.register, async ({ input, network }) => {
    const { userName, dob, ...rest } = input;
    const details = { ...rest, username: userName, dateOfBirth: dob, homepage: '', description: '' };
    await registerMember(deps, details, network);
    return { message: 'Registration successful!' };
  });

  on.open(auth.forgetPassword, async ({ input, network, browser }) => {
    await sendResetCode(deps, input.email, { network, browser });
    return { message: 'Authentification code sent!' };
  });

  on.open(auth.resetPassword, async ({ input, network, browser }) => {
    const { email, code: digits, encryptedPassword, salt } = input;
    const request = { email, digits, password: encryptedPassword, salt };
    const { username } = await resetPassword(deps, request, { network, browser });
    return { message: 'Password reset successful!', username };
  });

  on.guarded(auth.updatePassword, async ({ input, caller }) => {
    const { username, old_password: oldPassword, new_password: newPassword, salt } = input;
    const { passkeysRemoved } = await changePassword(deps, caller, {
      username,
      oldPassword,
      newPassword,
      salt,
    });
    return { message: 'Password changed.', passkeysRemoved };
  });
}
