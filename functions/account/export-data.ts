import type { SuppressionReason } from '#shared/choices';
import { everyPage } from '#shared/paging';
import { type AuditEntry, actorRole, createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { listAuditOfMember, writeAuditEntry } from '../audit/repository.ts';
import { listConferenceRecords } from '../conferences/repository.ts';
import { walkMemberEmails } from '../mail/campaigns/member-emails.ts';
import { getPreferences } from '../mail/suppressions/preferences.ts';
import { type Caller, type Member, personalData } from '../members/member.ts';
import { listNotes } from '../members/note-repository.ts';
import { findSecondFactor } from '../members/second-factor-repository.ts';
import { listTerms, listVoidedTerms } from '../memberships/repository.ts';
import type { Payment } from '../payments/payment.ts';
import { findPayments, listPaymentReviews } from '../payments/payment-repository.ts';
import type { Receipt } from '../payments/receipt.ts';
import { listReceipts } from '../payments/receipt-repository.ts';
import type { Context, WithTable } from '../platform/context.ts';
import { listDevices, type SignedInDevice } from './devices.ts';
import { listPasskeys } from './passkey-repository.ts';
import { describePasskey } from './passkeys.ts';

export interface MemberExport {
  exportedAt: string;
  /** `secondFactorAt` is empty without two-step verification. */
  account: ReturnType<typeof exportAccount> & { secondFactorAt: string };
  memberships: Record<string, string>[];
  voidedMemberships: Record<string, string>[];
  receipts: Record<string, string | number>[];
  /** Those that paid for a membership, and those that an administrator still has to look at. */
  payments: Record<string, string | number | boolean>[];
  /** The latest entry first, with the actor's role as in the member's own history. */
  history: (Pick<AuditEntry, 'at' | 'action' | 'reason' | 'details'> & {
    by: ReturnType<typeof actorRole>;
  })[];
  conferences: Record<string, string>[];
  /** What administrators of an earlier version wrote about the member, the latest first. */
  notes: { at: string; text: string }[];
  /** Those that we sent to the member, the latest first. */
  emails: Record<string, string>[];
  mail: { announcements: boolean; suppressedBecause: SuppressionReason | null };
  sessions: SignedInDevice[];
  passkeys: ReturnType<typeof describePasskey>[];
}

/** Everything stored about the member, except credentials. */
export async function exportMemberData(
  context: Pick<Context, 'table' | 'keyedHash' | 'now' | 'randomBytes' | 'log'>,
  caller: Caller,
): Promise<MemberExport> {
  const { member, source } = caller;
  const { uid } = member;
  const entry = createAccountEntry(context, source, { action: 'export-own-data', uid });
  await writeAuditEntry(context, entry);
  logAccountEntry(context, entry);
  const [
    factor,
    terms,
    voidedTerms,
    history,
    conferences,
    notes,
    emails,
    mail,
    sessions,
    receipts,
    passkeys,
  ] = await Promise.all([
    findSecondFactor(context, uid),
    listTerms(context, uid),
    listVoidedTerms(context, uid),
    exportHistory(context, uid),
    listConferenceRecords(context, uid),
    listNotes(context, uid),
    exportEmails(context, member),
    getPreferences(context, uid),
    listDevices(context, caller),
    listReceipts(context, uid),
    listPasskeys(context, uid),
  ]);
  const payments = await listPayments(context, uid, receipts);
  return {
    exportedAt: context.now().toISOString(),
    account: { ...exportAccount(member), secondFactorAt: factor?.enrolledAt ?? '' },
    memberships: terms.map((term) => ({ ...term })),
    voidedMemberships: voidedTerms.map(({ voidedBy, ...term }) => term),
    receipts: receipts.map(
      ({
        category = '',
        bankReference = '',
        cancels = '',
        cancelledBy = '',
        refundedMinorUnits = 0,
        ...receipt
      }) => ({ ...receipt, category, bankReference, cancels, cancelledBy, refundedMinorUnits }),
    ),
    payments: payments.map(({ uid: _, paidAt, bankReference = '', receipt = '', ...payment }) => ({
      ...payment,
      bankReference,
      receipt,
      paidAt: paidAt.toISOString(),
    })),
    history,
    conferences: conferences.map((record) => ({ ...record })),
    notes,
    emails,
    mail: { announcements: mail.announcements, suppressedBecause: mail.suppressedBecause ?? null },
    sessions,
    passkeys: passkeys.map(describePasskey),
  };
}

async function listPayments(
  context: WithTable,
  uid: string,
  receipts: readonly Pick<Receipt, 'paymentId'>[],
): Promise<Payment[]> {
  const [paid, forReview] = await Promise.all([
    findPayments(
      context,
      receipts.map(({ paymentId }) => paymentId),
    ),
    listPaymentReviews(context, uid),
  ]);
  const known = new Set(paid.map(({ paymentId }) => paymentId));
  const others = forReview.filter(({ paymentId }) => !known.has(paymentId));
  return [...paid, ...others];
}

/** The member's row without credentials and the card's id. */
const exportAccount = (member: Member) => ({
  uid: member.uid,
  username: member.username,
  email: member.email,
  emailVerified: member.emailVerified,
  epoch: member.epoch,
  role: member.role,
  state: member.state,
  category: member.category,
  activeUntil: member.activeUntil,
  paymentReference: member.paymentReference,
  registeredAt: member.registeredAt,
  nameChangedAt: member.nameChangedAt,
  cardIssuedAt: member.cardIssuedAt,
  version: member.version,
  ...personalData(member),
});

const ENTRIES_PER_PAGE = 100;

async function exportHistory(context: WithTable, uid: string): Promise<MemberExport['history']> {
  const entries: AuditEntry[] = [];
  for await (const page of everyPage((from) => listAuditOfMember(context, uid, ENTRIES_PER_PAGE, from)))
    entries.push(...page.entries);
  return entries.map(({ at, actor, action, reason, details }) => ({
    at,
    by: actorRole(actor),
    action,
    reason,
    details,
  }));
}

async function exportEmails(context: WithTable, member: Member): Promise<MemberExport['emails']> {
  const exported: MemberExport['emails'] = [];
  const emails = walkMemberEmails(context, member);
  for await (const { at, subject, kind, address, state, detail = '' } of emails)
    exported.push({ at, subject, kind, address, state, detail });
  return exported;
}
