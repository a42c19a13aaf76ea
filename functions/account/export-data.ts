import type * as z from 'zod/mini';
import type { exportData } from '#contract/account';
import { everyPage } from '#shared/paging';
import { createAccountEntry, logAccountEntry, toAuditPageReply } from '../audit/audit.ts';
import { listAuditOfMember, writeAuditEntry } from '../audit/repository.ts';
import { listConferenceRecords } from '../conferences/repository.ts';
import { walkMemberEmails } from '../mail/campaigns/member-emails.ts';
import { getPreferences } from '../mail/suppressions/preferences.ts';
import type { Caller, Member } from '../members/member.ts';
import { listNotes } from '../members/repository.ts';
import { findSecondFactor } from '../members/second-factor-repository.ts';
import { listTerms, listVoidedTerms } from '../memberships/repository.ts';
import type { Payment } from '../payments/payment.ts';
import { findPayments, listPaymentReviews } from '../payments/payment-repository.ts';
import type { Receipt } from '../payments/receipt.ts';
import { listReceipts } from '../payments/receipt-repository.ts';
import type { Context, WithTable } from '../platform/context.ts';
import { listDevices } from './devices.ts';
import { listPasskeys } from './passkey-repository.ts';
import { describePasskey } from './passkeys.ts';

type MemberExport = z.input<(typeof exportData)['reply']>['data'];

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
  const factor = await findSecondFactor(context, uid);
  const receipts = await listReceipts(context, uid);
  const payments = await listPayments(context, uid, receipts);
  const { announcements, suppressedBecause = null } = await getPreferences(context, uid);
  return {
    exportedAt: context.now().toISOString(),
    account: { ...exportAccount(member), secondFactorAt: factor?.enrolledAt ?? '' },
    memberships: (await listTerms(context, uid)).map((term) => ({ ...term })),
    voidedMemberships: (await listVoidedTerms(context, uid)).map(({ voidedBy, ...term }) => term),
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
    history: await exportHistory(context, uid),
    conferences: (await listConferenceRecords(context, uid)).map((record) => ({ ...record })),
    notes: await listNotes(context, uid),
    emails: await exportEmails(context, member),
    mail: { announcements, suppressedBecause },
    sessions: await listDevices(context, caller),
    passkeys: (await listPasskeys(context, uid)).map(describePasskey),
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

/** The member's row without credentials, the card's id, and what other parts of the file say. */
const exportAccount = ({
  salt,
  passwordHash,
  cardId,
  membershipType,
  activePeriods,
  announcementsOff,
  ...account
}: Member) => account;

const ENTRIES_PER_PAGE = 100;

async function exportHistory(context: WithTable, uid: string): Promise<MemberExport['history']> {
  const history: MemberExport['history'] = [];
  for await (const page of everyPage((from) => listAuditOfMember(context, uid, ENTRIES_PER_PAGE, from)))
    history.push(...toAuditPageReply(page, { namesAdministrators: false }).items);
  return history;
}

async function exportEmails(context: WithTable, member: Member): Promise<MemberExport['emails']> {
  const exported: MemberExport['emails'] = [];
  const emails = walkMemberEmails(context, member);
  for await (const { at, subject, kind, address, state, detail = '' } of emails)
    exported.push({ at, subject, kind, address, state, detail });
  return exported;
}
