import pLimit from 'p-limit';
import type { ChangeMembersReply } from '#contract/member-lists';
import type { MemberCategory, MemberState, Role } from '#shared/choices';
import { errorMessages } from '#shared/errors';
import { discardCodeWrite } from '../account/code-repository.ts';
import { type AdminAction, type AuditEntry, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites, commitWithEntry } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, giveBack } from '../limits/repository.ts';
import { firstInvitationId } from '../mail/transactional/mail.ts';
import { invitationMail } from '../mail/transactional/messages/invitation.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import { type Member, NO_PASSWORD } from '../members/member.ts';
import { loadMemberForAction } from '../members/repository.ts';
import { changeMemberWrites, raiseVersionWrite, verifyEmailWrite } from '../members/write-repository.ts';
import { grantTerm } from '../memberships/change-terms.ts';
import type { TermInput } from '../memberships/term.ts';
import type { ChangeContext, Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';

export type AdminContext = ChangeContext & Pick<Context, 'sleep' | 'log'>;

type MemberChange = { role: Role } | { state: MemberState } | { category: MemberCategory };

/** Disabling ends every session at once. @throws `own-account-not-allowed`: administrators cannot disable themselves */
export async function setMemberState(
  context: AdminContext,
  action: AdminAction,
  state: MemberState,
): Promise<void> {
  const { actor, uid } = action;
  if (state === 'disabled' && actor.by === 'person' && actor.uid === uid)
    throw new DomainError('own-account-not-allowed');
  const member = await loadMemberForAction(context, action);
  const auditAction = state === 'disabled' ? 'disable-account' : 'enable-account';
  await changeMember(context, member, { state }, auditEntryFor(context, action, auditAction));
}

/** False if the member has this category already: nothing is written then. */
export async function setMemberCategory(
  context: AdminContext,
  action: AdminAction,
  category: MemberCategory,
): Promise<boolean> {
  const member = await loadMemberForAction(context, action);
  if (member.category === category) return false;
  const details = { category, categoryBefore: member.category };
  await changeMember(context, member, { category }, auditEntryFor(context, action, 'set-category', details));
  return true;
}

/** Only for the operator's command line: no call of the API leads here. */
export async function setMemberRole(context: AdminContext, action: AdminAction, role: Role): Promise<void> {
  const member = await loadMemberForAction(context, action);
  const auditAction = role === 'administrator' ? 'grant-admin' : 'revoke-admin';
  await changeMember(context, member, { role }, auditEntryFor(context, action, auditAction));
}

/** Marks the member's email address as verified, without the code that was sent to it. */
export async function markEmailVerified(context: AdminContext, action: AdminAction): Promise<void> {
  const member = await loadMemberForAction(context, action);
  const entry = auditEntryFor(context, action, 'mark-email-verified');
  const failed = await context.table.commit([
    verifyEmailWrite(member),
    discardCodeWrite(member.uid, 'verification'),
    ...auditEntryWrites(entry),
  ]);
  if (failed.length > 0) throw new DomainError('member-conflict');
}

/**
 * Sends the invitation that members get after an import, also once more.
 * @throws `invitation-not-needed` for a member with a password, `member-not-found`, `member-conflict`, `too-many-attempts`
 */
export async function inviteMember(context: AdminContext, action: AdminAction): Promise<void> {
  const member = await loadMemberForAction(context, action);
  if (member.passwordHash !== NO_PASSWORD || member.state !== 'active')
    throw new DomainError('invitation-not-needed');
  await enforceLimit(context, limitRules.emails, ['administrator', member.uid]);
  const mail = invitationMail(context, member, { hasPassword: false });
  const entry = auditEntryFor(context, action, 'invite-member');
  const enqueue = (id: string) =>
    context.table.commit([
      // Of two invitations at the same moment, only one is sent.
      raiseVersionWrite(member),
      ...enqueueMailWrites({ ...mail, id }),
      ...auditEntryWrites(entry),
    ]);
  const first = await enqueue(firstInvitationId(member));
  // The first invitation exists already, and the member is as read: this one gets an id of its own.
  const isRepeated = first.length > 0 && first.every(({ label }) => label !== 'member');
  const failed = isRepeated ? await enqueue(mail.id) : first;
  if (failed.length === 0) return;
  await giveBack(context, limitRules.emails, ['administrator', member.uid]);
  throw new DomainError('member-conflict');
}

async function changeMember(context: AdminContext, member: Member, change: MemberChange, entry: AuditEntry) {
  const failed = await commitWithEntry(context, entry, changeMemberWrites(member, change));
  if (failed.length > 0) throw new DomainError('member-conflict');
}

/** What can be done to several members at once. */
type SelectionChange = { category: MemberCategory } | { term: TermInput };

const CONCURRENT_CHANGES = 8;

/**
 * Does the same to several members, each in a transaction of its own with an entry in the audit log. A member whom it
 * fails for stops none of the others.
 */
export async function changeSelectedMembers(
  context: AdminContext,
  { actor, reason }: Pick<AdminAction, 'actor' | 'reason'>,
  uids: readonly string[],
  change: SelectionChange,
): Promise<ChangeMembersReply> {
  const result: ChangeMembersReply = { changed: [], unchanged: [], failed: [] };
  await pLimit(CONCURRENT_CHANGES).map(new Set(uids), async (uid) => {
    try {
      const isChanged = await changeOne(context, { actor, reason, uid }, change);
      result[isChanged ? 'changed' : 'unchanged'].push(uid);
    } catch (cause) {
      if (!(cause instanceof DomainError)) throw cause;
      result.failed.push({ uid, message: cause.details.sentence ?? errorMessages[cause.code] });
    }
  });
  return result;
}

async function changeOne(
  context: AdminContext,
  action: AdminAction,
  change: SelectionChange,
): Promise<boolean> {
  if ('term' in change) return (await grantTerm(context, action, change.term)) === 'granted';
  return setMemberCategory(context, action, change.category);
}
