import type { AuditAction } from '#shared/audit-choices';
import type { MemberCategory, MemberState, Role } from '#shared/choices';
import { type AdminAction, type AuditDetails, auditEntryFor } from '../audit/audit.ts';
import type { Codes } from '../codes/repository.ts';
import type { ConferencesDeps } from '../conferences/conference.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import type { Limits } from '../limits/repository.ts';
import { firstInvitationId } from '../mail/transactional/first-invitation.ts';
import { invitationMail } from '../mail/transactional/messages/invitation.ts';
import { NO_PASSWORD } from '../members/member.ts';
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
  await changeMember(deps, action, { state }, state === 'disabled' ? 'disable-account' : 'enable-account');
}

/** False if the member has this category already: nothing is written then. */
export const setMemberCategory = (
  deps: AdminDeps,
  action: AdminAction,
  category: MemberCategory,
): Promise<boolean> => changeMember(deps, action, { category }, 'set-category');

/** Only for the operator's command line: no call of the API leads here. */
export const setMemberRole = (deps: AdminDeps, action: AdminAction, role: Role): Promise<boolean> =>
  changeMember(deps, action, { role }, role === 'administrator' ? 'grant-admin' : 'revoke-admin');

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
  await enforceLimit(deps, limitRules.administratorEmails, member.uid);
  const mail = invitationMail(deps, member, { hasPassword: false });
  const entry = auditEntryFor(deps, action, 'invite-member');
  const enqueue = (id: string) =>
    deps.table.commit([...deps.mailQueue.enqueueWrites({ ...mail, id }), ...deps.audit.entryWrites(entry)]);
  const failed = await enqueue(firstInvitationId(member));
  if (failed.length > 0) await enqueue(mail.id);
}

async function changeMember(
  deps: AdminDeps,
  action: AdminAction,
  change: MemberChange,
  auditAction: AuditAction,
): Promise<boolean> {
  const member = await loadMemberForAction(deps, action);
  if ('category' in change && change.category === member.category) return false;
  const details: AuditDetails =
    'category' in change ? { category: change.category, categoryBefore: member.category } : {};
  const entry = auditEntryFor(deps, action, auditAction, details);
  const failed = await deps.table.commit(
    [...deps.members.changeWrites(member, change), ...deps.audit.entryWrites(entry)],
    entry.id,
  );
  if (failed.length > 0) throw new DomainError('member-conflict');
  deps.directory.invalidate();
  return true;
}
