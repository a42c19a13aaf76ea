import type * as z from 'zod/mini';
import { sendVerification as sendCall, updateUserInfo, verifyEmail as verifyCall } from '#contract/profile';
import { getUserInfo, type Profile } from '#contract/user';
import { sendVerification, type VerificationNeeds, verifyEmail } from '../domain/codes/verify-email.ts';
import type { NameChoiceNeeds } from '../domain/members/administrator-names.ts';
import type { Member } from '../domain/members/member.ts';
import { updateProfile } from '../domain/members/update-profile.ts';
import { Refusal } from '../domain/refusal.ts';
import { replies } from '../http/on-error.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

export function userRoutes(on: Registrar, ports: VerificationNeeds & NameChoiceNeeds): void {
  on.guarded(getUserInfo, async ({ caller }) => told(profileOf(caller.member)));

  on.guarded(updateUserInfo, async ({ input, caller }) => {
    const { birth: dateOfBirth, ...given } = input;
    const { firstName, lastName, yearOfDegree } = caller.member;
    const names = {
      firstName: given.firstName ?? firstName,
      lastName: given.lastName ?? lastName,
      yearOfDegree: given.yearOfDegree ?? yearOfDegree,
    };
    try {
      const member = await updateProfile(ports, caller, { ...given, ...names, dateOfBirth });
      return told(profileOf(member), 'Profile updated successfully!');
    } catch (cause) {
      if (!(cause instanceof Refusal) || replies[cause.code].status === 400) throw cause;
      return { code: 0, msg: replies[cause.code].body.message };
    }
  });

  on.guarded(verifyCall, async ({ input, caller }) => {
    await verifyEmail(ports, caller.member, input.code);
    return { message: 'Your e-mail address is verified.' };
  });

  on.guarded(sendCall, async ({ caller }) => {
    await sendVerification(ports, caller.member);
    return { message: 'A new code was sent.' };
  });
}

/** The wire's names of a member; the reply's schema drops everything else. */
const profileOf = ({ dateOfBirth, ...member }: Member): z.input<typeof Profile> => ({
  ...member,
  dob: dateOfBirth,
});
