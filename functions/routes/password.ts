import {
  forgetPassword,
  newSalt as newSaltCall,
  resetPassword as resetCall,
  updatePassword,
} from '#contract/password';
import { type ResetNeeds, resetPassword, sendResetCode } from '../domain/codes/reset-password.ts';
import { changePassword, type PasswordChangeNeeds } from '../domain/members/change-password.ts';
import { newSalt } from '../domain/members/salts.ts';
import type { Registrar } from '../http/register.ts';

export function passwordRoutes(on: Registrar, ports: ResetNeeds & PasswordChangeNeeds): void {
  on.open(forgetPassword, async ({ input, network, browser }) => {
    await sendResetCode(ports, input.email, { network, browser });
    return { message: 'Authentification code sent!' };
  });

  on.open(resetCall, async ({ input, network, browser }) => {
    const { email, code: digits, encryptedPassword: password, salt } = input;
    await resetPassword(ports, { email, digits, password, salt }, { network, browser });
    return { message: 'Password reset successful!' };
  });

  on.guarded(newSaltCall, async () => ({ salt: newSalt(ports) }));

  on.guarded(updatePassword, async ({ input, caller }) => {
    const { username, old_password: oldPassword, new_password: newPassword, salt } = input;
    await changePassword(ports, caller, { username, oldPassword, newPassword, salt });
    return { message: 'Password changed.' };
  });
}
