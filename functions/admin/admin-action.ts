import {
  type Actor,
  type AuditEntry,
  type AuditEntryInput,
  type AuditLog,
  auditEntry,
} from '../audit/audit.ts';
import type { Conferences } from '../conferences/conference.ts';
import type { KeptDirectory } from '../members/directory.ts';
import type { Member, Members } from '../members/member.ts';
import type { Terms } from '../memberships/terms.ts';
import type { VoidedTerms } from '../memberships/voided-terms.ts';
import type { PaymentRecords } from '../payments/payment-records.ts';
import type { Treasury } from '../payments/review.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Sessions } from '../sessions/session.ts';
import { DomainError } from '../shared/domain-error.ts';

export interface DeskDeps extends Runtime {
  members: Members;
  terms: Terms;
  voidedTerms: VoidedTerms;
  paymentRecords: PaymentRecords;
  conferences: Conferences;
  treasury: Treasury;
  sessions: Sessions;
  directory: KeptDirectory;
  audit: AuditLog;
}

/** Who does something to a member, why, and which version of the member they looked at when they decided to. */
export interface AdminAction {
  actor: Actor;
  uid: string;
  reason: string;
  /** Absent on the command line, where nothing was on a screen. */
  version?: number | undefined;
}

/** The member as it is; refuses with `member-not-found`, or with `member-conflict` where it no longer is what was looked at. */
export async function memberOf(
  { members }: { members: Members },
  { uid, version }: Pick<AdminAction, 'uid' | 'version'>,
): Promise<Member> {
  const member = await members.find(uid);
  if (!member) throw new DomainError('member-not-found');
  if (version !== undefined && version !== member.version) throw new DomainError('member-conflict');
  return member;
}

/** The entry about a deed, to be written with it. */
export const entryOf = (
  deps: Pick<Runtime, 'now' | 'randomBytes'>,
  { actor, uid, reason }: AdminAction,
  action: AuditEntryInput['action'],
  details: AuditEntryInput['details'] = {},
): AuditEntry => auditEntry(deps, { actor, action, about: uid, reason, details });
