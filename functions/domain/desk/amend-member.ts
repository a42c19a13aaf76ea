import type { AuditAction, MemberCategory, MemberState, Role } from '#shared/choices';
import { Refusal } from '../refusal.ts';
import { type Deed, type DeskNeeds, entryOf, memberOf } from './deed.ts';

type AmendNeeds = Pick<DeskNeeds, 'clock' | 'randomBytes' | 'members' | 'directory'>;
type Amendment = { role: Role } | { state: MemberState } | { category: MemberCategory };

/** Disabling ends every session at once. Nobody disables themselves: `own-account-not-allowed`. */
export async function setState(needs: AmendNeeds, deed: Deed, state: MemberState): Promise<void> {
  const { actor, uid } = deed;
  if (state === 'disabled' && actor.by === 'person' && actor.uid === uid)
    throw new Refusal('own-account-not-allowed');
  await amend(needs, deed, { state }, state === 'disabled' ? 'disable' : 'enable');
}

export const setCategory = (needs: AmendNeeds, deed: Deed, category: MemberCategory): Promise<void> =>
  amend(needs, deed, { category }, 'set-category');

/** For the operator's command line alone: no call of the API leads here. */
export const setRole = (needs: AmendNeeds, deed: Deed, role: Role): Promise<void> =>
  amend(needs, deed, { role }, role === 'administrator' ? 'grant-admin' : 'revoke-admin');

/** Takes the member's address as proven, without the code that was sent to it. */
export async function vouchForAddress(needs: AmendNeeds, deed: Deed): Promise<void> {
  const member = await memberOf(needs, deed);
  const entry = entryOf(needs, deed, 'verify-email');
  if (!(await needs.members.markVerified(member, entry))) throw new Refusal('member-conflict');
}

async function amend(
  needs: AmendNeeds,
  deed: Deed,
  amendment: Amendment,
  action: AuditAction,
): Promise<void> {
  const member = await memberOf(needs, deed);
  const details = 'category' in amendment && {
    category: amendment.category,
    categoryBefore: member.category,
  };
  const entry = entryOf(needs, deed, action, details || {});
  if (!(await needs.members.amend(member, amendment, entry))) throw new Refusal('member-conflict');
  needs.directory.forget();
}
