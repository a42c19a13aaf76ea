import type { Ambient } from '../ambient.ts';
import { type Act, type Actor, type AuditEntry, type AuditLog, auditEntry } from '../audit/audit.ts';
import type { Conferences } from '../conferences/conferences.ts';
import type { KeptDirectory } from '../directory/directory.ts';
import type { Member, Members } from '../members/member.ts';
import type { Terms } from '../membership/terms.ts';
import type { Treasury } from '../membership/treasury.ts';
import type { VoidedTerms } from '../membership/voided-terms.ts';
import { Refusal } from '../refusal.ts';
import type { Sessions } from '../sessions/session.ts';
import type { PaymentRecords } from './payment-records.ts';

export interface DeskNeeds extends Ambient {
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
export interface Deed {
  actor: Actor;
  uid: string;
  reason: string;
  /** Absent on the command line, where nothing was on a screen. */
  version?: number | undefined;
}

/** The member as it is; refuses with `member-not-found`, or with `member-conflict` where it no longer is what was looked at. */
export async function memberOf(
  { members }: { members: Members },
  { uid, version }: Pick<Deed, 'uid' | 'version'>,
): Promise<Member> {
  const member = await members.find(uid);
  if (!member) throw new Refusal('member-not-found');
  if (version !== undefined && version !== member.version) throw new Refusal('member-conflict');
  return member;
}

/** The entry about a deed, to be written with it. */
export const entryOf = (
  needs: Pick<Ambient, 'clock' | 'randomBytes'>,
  { actor, uid, reason }: Deed,
  action: Act['action'],
  details: Act['details'] = {},
): AuditEntry => auditEntry(needs, { actor, action, about: uid, reason, details });
