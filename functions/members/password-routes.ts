import {
  forgetPassword,
  newSalt as newSaltCall,
  resetPassword as resetCall,
  updatePassword,
} from '#contract/password';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import { changePassword, type PasswordChangeDeps } from './change-password.ts';
import { type ResetDeps, resetPassword, sendResetCode } from './reset-password.ts';
import { newSalt } from './salts.ts';

export function passwordRoutes(on: Router<Caller>, deps: ResetDeps & PasswordChangeDeps): void {
  on.open(forgetPassword, async ({ input, network, browser }) => {
    await sendResetCode(deps, input.email, { network, browser });
    return { message: 'Authentification code sent!' };
  });

  on.open(resetCall, async ({ input, network, browser }) => {
    const { email, code: digits, encryptedPassword: password, salt } = input;
    await resetPassword(deps, { email, digits, password, salt }, { network, browser });
    return { message: 'Password reset successful!' };
  });

  on.guarded(newSaltCall, async () => ({ salt: newSalt(deps) }));

  on.guarded(updatePassword, async ({ input, caller }) => {
    const { username, old_password: oldPassword, new_password: newPassword, salt } = input;
    await changePassword(deps, caller, { username, oldPassword, newPassword, salt });
    return { message: 'Password changed.' };
  });
}
