import type { AdminAction } from '../audit/audit.ts';
import type { AuditLog } from '../audit/repository.ts';
import type { CodesDeps } from '../codes/codes.ts';
import type { TransactionalMailQueue } from '../mail/transactional/enqueue-repository.ts';
import type { Passkeys } from '../passkeys/repository.ts';
import type { KeyedHash } from '../platform/keyed-hash.ts';
import type { Table } from '../platform/table/table.ts';
import type { Sessions } from '../sessions/repository.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type Member, NO_MEMBER } from './member.ts';
import type { Members } from './repository.ts';

/** The dependencies of the use cases of members and their accounts. */
export interface MembersDeps extends CodesDeps {
  table: Pick<Table, 'commit'>;
  members: Members;
  sessions: Sessions;
  passkeys: Passkeys;
  mailQueue: TransactionalMailQueue;
  audit: AuditLog;
  keyedHash: KeyedHash;
  /** The most common passwords of the world, most common first. */
  loadCommonPasswords: () => Promise<readonly string[]>;
}

/** In place of a member who was not found, so that further reads cost the same. */
export const NOBODY = { uid: NO_MEMBER, epoch: 0 };

/** The member of an action. @throws `member-not-found`, or `member-conflict` if the member has changed since */
export async function loadMemberForAction(
  { members }: Pick<MembersDeps, 'members'>,
  { uid, version }: Pick<AdminAction, 'uid' | 'version'>,
): Promise<Member> {
  const member = await members.findMember(uid);
  if (!member) throw new DomainError('member-not-found');
  if (version !== undefined && version !== member.version) throw new DomainError('member-conflict');
  return member;
}
