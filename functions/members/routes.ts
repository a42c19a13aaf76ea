import type * as z from 'zod/mini';
import { durationText } from '#contract/duration-text';
import { sendVerification as sendCall, updateUserInfo, verifyEmail as verifyCall } from '#contract/profile';
import { getUserInfo, type Profile } from '#contract/user';
import { errorMessages } from '#shared/errors';
import type { Caller } from '../members/member.ts';
import { errorStatuses } from '../platform/http/error-replies.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Member } from './member.ts';
import { type ProfileDeps, updateProfile } from './profile.ts';
import { sendVerification, type VerificationDeps, verifyEmail } from './verify-email.ts';

export function userRoutes(on: Router<Caller>, deps: VerificationDeps & ProfileDeps): void {
  on.guarded(getUserInfo, async ({ caller }) => ok(profileOf(caller.member)));

  on.guarded(updateUserInfo, async ({ input, caller }) => {
    const { birth: dateOfBirth, ...given } = input;
    const { firstName, lastName, yearOfDegree } = caller.member;
    const names = {
      firstName: given.firstName ?? firstName,
      lastName: given.lastName ?? lastName,
      yearOfDegree: given.yearOfDegree ?? yearOfDegree,
    };
    try {
      const member = await updateProfile(deps, caller, { ...given, ...names, dateOfBirth });
      return ok(profileOf(member), 'Profile updated successfully!');
    } catch (cause) {
      if (!(cause instanceof DomainError) || errorStatuses[cause.code] === 400) throw cause;
      return { code: 0, error: cause.code, msg: sentenceOf(cause, caller.member) };
    }
  });

  on.guarded(verifyCall, async ({ input, caller, network }) => {
    await verifyEmail(deps, caller.member, input.code, network);
    return { message: 'Your e-mail address is verified.' };
  });

  on.guarded(sendCall, async ({ caller }) => {
    await sendVerification(deps, caller.member);
    return { message: 'A new code was sent.' };
  });
}

/** What the member can do about it. Where a limit refuses a new name or address, nothing else is saved either. */
function sentenceOf({ code, retryAfterSeconds = 0 }: DomainError, { username, email }: Member): string {
  const wait = durationText(retryAfterSeconds);
  if (code === 'address-change-limit')
    return `Nothing has been saved. You can change your email address again in ${wait}. To save your other changes now, leave it as ${email}.`;
  if (code === 'username-change-limit')
    return `Nothing has been saved. You can change your username again in ${wait}. To save your other changes now, leave it as ${username}.`;
  return errorMessages[code];
}

/** The wire's names of a member; the reply's schema drops everything else. */
const profileOf = ({ dateOfBirth, ...member }: Member): z.input<typeof Profile> => ({
  ...member,
  dob: dateOfBirth,
});
