import type * as z from 'zod/mini';
import * as auth from '#contract/auth';
import * as contract from '#contract/profile';
import { durationText } from '#shared/duration-text';
import { errorMessages } from '#shared/errors';
import { errorStatuses } from '../platform/http/error-replies.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { DomainError } from '../shared/domain-error.ts';
import { changePassword } from './change-password.ts';
import type { Caller, Member } from './member.ts';
import type { MembersDeps } from './members.ts';
import { createSalt } from './password-rules.ts';
import { sendVerificationCode, updateProfile, verifyEmail } from './profile.ts';
import { registerMember } from './register.ts';
import { resetPassword, sendResetCode } from './reset-password.ts';

/** Routes of the member's own profile. */
export function profileRoutes(on: Router<Caller>, deps: MembersDeps): void {
  on.guarded(contract.getUserInfo, async ({ caller }) => ok(toProfile(caller.member)));

  on.guarded(contract.updateUserInfo, async ({ input, caller }) => {
    const { birth: dateOfBirth, ...given } = input;
    const { firstName, lastName, yearOfDegree } = caller.member;
    const update = {
      ...given,
      dateOfBirth,
      firstName: given.firstName ?? firstName,
      lastName: given.lastName ?? lastName,
      yearOfDegree: given.yearOfDegree ?? yearOfDegree,
    };
    try {
      return ok(toProfile(await updateProfile(deps, caller, update)), 'Profile updated successfully!');
    } catch (cause) {
      if (!(cause instanceof DomainError) || errorStatuses[cause.code] === 400) throw cause;
      return { code: 0, error: cause.code, msg: profileErrorMessage(cause, caller.member) };
    }
  });

  on.guarded(contract.verifyEmail, async ({ input, caller, network }) => {
    await verifyEmail(deps, caller.member, input.code, network);
    return { message: 'Your email address is verified.' };
  });

  on.guarded(contract.sendVerification, async ({ caller }) => {
    await sendVerificationCode(deps, caller.member);
    return { message: 'New code sent.' };
  });
}

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
    await resetPassword(deps, { email, digits, password: encryptedPassword, salt }, { network, browser });
    return { message: 'Password reset successful!' };
  });

  on.guarded(auth.updatePassword, async ({ input, caller }) => {
    const { username, old_password: oldPassword, new_password: newPassword, salt } = input;
    await changePassword(deps, caller, { username, oldPassword, newPassword, salt });
    return { message: 'Password changed.' };
  });
}

/** Says what the member can do. If a limit stops a new name or address, the whole change is not saved. */
function profileErrorMessage(
  { code, retryAfterSeconds = 0 }: DomainError,
  { username, email }: Member,
): string {
  const wait = durationText(retryAfterSeconds);
  if (code === 'address-change-limit')
    return `Nothing has been saved. You can change your email address again in ${wait}. To save your other changes now, leave it as ${email}.`;
  if (code === 'username-change-limit')
    return `Nothing has been saved. You can change your username again in ${wait}. To save your other changes now, leave it as ${username}.`;
  return errorMessages[code];
}

/** Renames to the API's fields; the reply's schema drops all others. */
const toProfile = ({ dateOfBirth, ...member }: Member): z.input<typeof contract.Profile> => ({
  ...member,
  dob: dateOfBirth,
});
