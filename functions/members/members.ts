import type { AdminAction } from '../audit/audit.ts';
import type { WithTable } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type Member, NO_MEMBER } from './member.ts';
import { findMember } from './repository.ts';

/** In place of a member who was not found, so that further reads cost the same. */
export const NOBODY = { uid: NO_MEMBER, epoch: 0 };

/** The member of an action. @throws `member-not-found`, or `member-conflict` if the member has changed since */
export async function loadMemberForAction(
  context: WithTable,
  { uid, version }: Pick<AdminAction, 'uid' | 'version'>,
): Promise<Member> {
  const member = await findMember(context, uid);
  if (!member) throw new DomainError('member-not-found');
  if (version !== undefined && version !== member.version) throw new DomainError('member-conflict');
  return member;
}
