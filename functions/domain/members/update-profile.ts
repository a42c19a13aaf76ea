import { type CodeNeeds, newCode } from '../codes/one-time-code.ts';
import { addressChangedMail, verificationMail } from '../mail/notices.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { type NameChoiceNeeds, refuseAdministratorsTwin } from './administrator-names.ts';
import { refuseBirthAhead } from './birth.ts';
import { canonical } from './canonical.ts';
import type { Member, Members, PersonalData } from './member.ts';

/** What a member may write of themselves; `uid` is compared, never written. */
export type ProfileUpdate = PersonalData & Pick<Member, 'username' | 'email'> & { uid?: string | undefined };

/** A name or an address is changed only by who signed in this lately: requirements, R-26. */
const FRESH_MILLISECONDS = 15 * 60_000;

/** Returns the member as saved, or refuses: `sign-in-again`, `username-taken`, `email-taken`, `not-your-account`, `changed-meanwhile`. */
export async function updateProfile(
  needs: CodeNeeds & NameChoiceNeeds & { members: Members },
  { member, session }: Caller,
  { uid, ...update }: ProfileUpdate,
): Promise<Member> {
  refuseBirthAhead(update.dateOfBirth, needs.clock());
  if (uid !== undefined && uid !== member.uid) throw new Refusal('not-your-account');
  const isNewAddress = canonical(update.email) !== canonical(member.email);
  const isNewName = canonical(update.username) !== canonical(member.username);
  const isFresh = needs.clock().getTime() - Date.parse(session.signedInAt) < FRESH_MILLISECONDS;
  if ((isNewAddress || isNewName) && !isFresh) throw new Refusal('sign-in-again');
  if (isNewName) await refuseAdministratorsTwin(needs, update.username, member.uid);

  const after = { ...member, ...update, version: member.version + 1 };
  if (isNewAddress) after.emailVerified = false;
  if (after.firstName !== member.firstName || after.lastName !== member.lastName)
    after.nameChangedAt = needs.clock().toISOString();
  const result = await needs.members.saveProfile(
    member,
    after,
    isNewAddress ? await proofOf(needs, member, after) : undefined,
  );
  if (result !== 'saved') throw new Refusal(result);
  return after;
}

async function proofOf(needs: CodeNeeds, before: Member, after: Member) {
  const { digits, code } = await newCode(needs, 'verification', after.epoch);
  return {
    proof: { code, mail: verificationMail(needs, after, digits) },
    notice: addressChangedMail(needs, before, after.email),
  };
}
