import type * as z from 'zod/mini';
import { getUserInfo, type Profile } from '#contract/user';
import type { Member } from '../domain/members/member.ts';
import type { Registrar } from '../http/register.ts';

export function userRoutes(on: Registrar): void {
  on.guarded(getUserInfo, async ({ caller }) => ({ code: 1, msg: 'OK', data: profileOf(caller.member) }));
}

/** The wire's names of a member; the reply's schema drops everything else. */
const profileOf = ({ dateOfBirth, ...member }: Member): z.input<typeof Profile> => ({
  ...member,
  dob: dateOfBirth,
});
