import type { AuditAction, MemberCategory, MemberState, Role } from '#shared/choices';
import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import { loadMemberForAction } from '../members/members.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { DeskDeps } from './admin-action.ts';

type AmendDeps = Pick<
  DeskDeps,
  'now' | 'randomBytes' | 'table' | 'members' | 'codes' | 'audit' | 'directory'
>;
type MemberChange = { role: Role } | { state: MemberState } | { category: MemberCategory };

/** Disabling ends every session at once. Nobody disables themselves: `own-account-not-allowed`. */
export async function setState(deps: AmendDeps, deed: AdminAction, state: MemberState): Promise<void> {
  const { actor, uid } = deed;
  if (state === 'disabled' && actor.by === 'person' && actor.uid === uid)
    throw new DomainError('own-account-not-allowed');
  await updateMember(deps, deed, { state }, state === 'disabled' ? 'disable-account' : 'enable-account');
}

export const setCategory = (deps: AmendDeps, deed: AdminAction, category: MemberCategory): Promise<void> =>
  updateMember(deps, deed, { category }, 'set-category');

/** For the operator's command line alone: no call of the API leads here. */
export const setRole = (deps: AmendDeps, deed: AdminAction, role: Role): Promise<void> =>
  updateMember(deps, deed, { role }, role === 'administrator' ? 'grant-admin' : 'revoke-admin');

/** Takes the member's address as proven, without the code that was sent to it. */
export async function markEmailVerified(deps: AmendDeps, deed: AdminAction): Promise<void> {
  const member = await loadMemberForAction(deps, deed);
  const entry = auditEntryFor(deps, deed, 'mark-email-verified');
  const failed = await deps.table.commit([
    deps.members.verifyEmailWrite(member),
    deps.codes.discardWrite(member.uid, 'verification'),
    ...deps.audit.entryWrites(entry),
  ]);
  if (failed.length > 0) throw new DomainError('member-conflict');
}

async function updateMember(
  deps: AmendDeps,
  deed: AdminAction,
  amendment: MemberChange,
  action: AuditAction,
): Promise<void> {
  const member = await loadMemberForAction(deps, deed);
  const details = 'category' in amendment && {
    category: amendment.category,
    categoryBefore: member.category,
  };
  const entry = auditEntryFor(deps, deed, action, details || {});
  const failed = await deps.table.commit(
    [...deps.members.changeWrites(member, amendment), ...deps.audit.entryWrites(entry)],
    entry.id,
  );
  if (failed.length > 0) throw new DomainError('member-conflict');
  deps.directory.invalidate();
}
