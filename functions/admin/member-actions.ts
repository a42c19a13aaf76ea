import type { MemberCategory, MemberState, Role } from '#shared/choices';
import { type AdminAction, type AuditEntry, auditEntryFor } from '../audit/audit.ts';
import type { Codes } from '../codes/repository.ts';
import type { ConferencesDeps } from '../conferences/conference.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import type { Limits } from '../limits/repository.ts';
import { firstInvitationId } from '../mail/transactional/mail.ts';
import { invitationMail } from '../mail/transactional/messages/invitation.ts';
import { type Member, NO_PASSWORD } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import type { PaymentsDeps } from '../payments/fulfil-payment.ts';
import type { SecondFactors } from '../second-factor/repository.ts';
import type { Sessions } from '../sessions/repository.ts';
import { DomainError } from '../shared/domain-error.ts';

export interface AdminDeps extends PaymentsDeps, ConferencesDeps {
  codes: Codes;
  sessions: Sessions;
  secondFactors: SecondFactors;
  limits: Limits;
}

type MemberChange = { role: Role } | { state: MemberState } | { category: MemberCategory };

/** Disabling ends every session at once. @throws `own-account-not-allowed`: administrators cannot disable themselves */
export async function setMemberState(
  deps: AdminDeps,
  action: AdminAction,
  state: MemberState,
): Promise<void> {
  const { actor, uid } = action;
  if (state === 'disabled' && actor.by === 'person' && actor.uid === uid)
    throw new DomainError('own-account-not-allowed');
  const member = await loadMemberForAction(deps, action);
  const auditAction = state === 'disabled' ? 'disable-account' : 'enable-account';
  await changeMember(deps, member, { state }, auditEntryFor(deps, action, auditAction));
}

/** False if the member has this category already: nothing is written then. */
export async function setMemberCategory(
  deps: AdminDeps,
  action: AdminAction,
  category: MemberCategory,
): Promise<boolean> {
  const member = await loadMemberForAction(deps, action);
  if (member.category === category) return false;
  const details = { category, categoryBefore: member.category };
  await changeMember(deps, member, { category }, auditEntryFor(deps, action, 'set-category', details));
  return true;
}

/** Only for the operator's command line: no call of the API leads here. */
export async function setMemberRole(deps: AdminDeps, action: AdminAction, role: Role): Promise<void> {
  const member = await loadMemberForAction(deps, action);
  const auditAction = role === 'administrator' ? 'grant-admin' : 'revoke-admin';
  await changeMember(deps, member, { role }, auditEntryFor(deps, action, auditAction));
}

/** Marks the member's email address as verified, without the code that was sent to it. */
export async function markEmailVerified(deps: AdminDeps, action: AdminAction): Promise<void> {
  const member = await loadMemberForAction(deps, action);
  const entry = auditEntryFor(deps, action, 'mark-email-verified');
  const failed = await deps.table.commit([
    deps.members.verifyEmailWrite(member),
    deps.codes.discardWrite(member.uid, 'verification'),
    ...deps.audit.entryWrites(entry),
  ]);
  if (failed.length > 0) throw new DomainError('member-conflict');
}

/**
 * Sends the invitation that members get after an import, also once more.
 * @throws `invitation-not-needed` for a member with a password, `member-not-found`, `member-conflict`, `too-many-attempts`
 */
export async function inviteMember(deps: AdminDeps, action: AdminAction): Promise<void> {
  const member = await loadMemberForAction(deps, action);
  if (member.passwordHash !== NO_PASSWORD || member.state !== 'active')
    throw new DomainError('invitation-not-needed');
  const undo = await enforceLimit(deps, limitRules.administratorEmails, member.uid);
  const mail = invitationMail(deps, member, { hasPassword: false });
  const entry = auditEntryFor(deps, action, 'invite-member');
  const enqueue = (id: string) =>
    deps.table.commit([
      // Of two invitations at the same moment, only one is sent.
      deps.members.raiseVersionWrite(member),
      ...deps.mailQueue.enqueueWrites({ ...mail, id }),
      ...deps.audit.entryWrites(entry),
    ]);
  const first = await enqueue(firstInvitationId(member));
  // The first invitation exists already, and the member is as read: this one gets an id of its own.
  const isRepeated = first.length > 0 && first.every(({ label }) => label !== 'member');
  const failed = isRepeated ? await enqueue(mail.id) : first;
  if (failed.length === 0) return;
  await undo();
  throw new DomainError('member-conflict');
}

async function changeMember(
  deps: AdminDeps,
  member: Member,
  change: MemberChange,
  entry: AuditEntry,
): Promise<void> {
  const failed = await deps.table.commit(
    [...deps.members.changeWrites(member, change), ...deps.audit.entryWrites(entry)],
    entry.id,
  );
  if (failed.length > 0) throw new DomainError('member-conflict');
  deps.directory.invalidate();
}
