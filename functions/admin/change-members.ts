import pLimit from 'p-limit';
import type { ChangeMembersReply } from '#contract/member-lists';
import type { MemberCategory } from '#shared/choices';
import { errorMessages } from '#shared/errors';
import type { AdminAction } from '../audit/audit.ts';
import { grantTerm } from '../memberships/change-terms.ts';
import type { TermInput } from '../memberships/term.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type AdminContext, setMemberCategory } from './member-actions.ts';

/** What can be done to several members at once. */
export type SelectionChange = { category: MemberCategory } | { term: TermInput };

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
