import type * as z from 'zod/mini';
import * as contract from '#contract/profile';
import { errorMessages, statusOf } from '#shared/errors';
import { durationText } from '#shared/text';
import { type Caller, type Member, profileVersion } from '../members/member.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { DomainError } from '../shared/domain-error.ts';

/** With the first change: most visits only read their profile. */
const loadChanges = () => import('./profile.ts');

/** Routes of the member's own profile. */
export function profileRoutes(
  on: Router<Caller>,
  context: Pick<Context, 'table' | 'keyedHash' | 'passwords' | 'now' | 'randomBytes' | 'log'>,
): void {
  on.guarded(contract.getUserInfo, async ({ caller }) => ({
    ...ok(toProfile(caller.member)),
    now: context.now().toISOString(),
  }));

  on.guarded(contract.updateUserInfo, async ({ input, caller }) => {
    const { birth, ...given } = input;
    const update = { ...given, ...(birth !== undefined && { dateOfBirth: birth }) };
    try {
      const { updateProfile } = await loadChanges();
      return ok(toProfile(await updateProfile(context, caller, update)), 'Profile updated successfully!');
    } catch (cause) {
      if (!(cause instanceof DomainError) || statusOf(cause.code) === 400) throw cause;
      return { code: 0, error: cause.code, msg: profileErrorMessage(cause, caller.member) };
    }
  });

  on.guarded(contract.verifyEmail, async ({ input, caller, network }) => {
    const { sendVerificationCode, verifyEmail } = await loadChanges();
    if (input.action === 'send') {
      await sendVerificationCode(context, caller.member);
      return { message: 'New code sent.' };
    }
    await verifyEmail(context, caller.member, input.code, network);
    return { message: 'Your email address is verified.' };
  });
}

/** Says what the member can do. If a limit stops a new name or address, the whole change is not saved. */
function profileErrorMessage(
  { code, details: { retryAfterSeconds = 0 } }: DomainError,
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
const toProfile = (member: Member): z.input<typeof contract.Profile> => ({
  ...member,
  dob: member.dateOfBirth,
  version: profileVersion(member),
});
