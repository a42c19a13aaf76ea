import * as z from 'zod/mini';
import type { exportData } from '#contract/account';
import { everyItem } from '#shared/paging';
import { createAccountEntry, logAccountEntry, toAuditPageReply } from '../audit/audit.ts';
import { listAuditOfMember, writeAuditEntry } from '../audit/repository.ts';
import { listConferenceRecords } from '../conferences/conference.ts';
import { walkMemberEmails } from '../mail/campaigns/member-emails.ts';
import { getPreferences } from '../mail/suppressions/recipients.ts';
import { type Caller, Member, PersonalData } from '../members/member.ts';
import { listNotes } from '../members/repository.ts';
import { findSecondFactor } from '../members/second-factor-repository.ts';
import { listTerms, listVoidedTerms } from '../memberships/repository.ts';
import type { Payment, Receipt } from '../payments/payment.ts';
import { findPayments, listPaymentReviews, listReceipts } from '../payments/repository.ts';
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
  const [
    factor,
    { receipts, payments },
    { announcements, suppressedBecause = null },
    terms,
    voidedTerms,
    history,
    conferences,
    notes,
    emails,
    sessions,
    passkeys,
  ] = await Promise.all([
    findSecondFactor(context, uid),
    listReceiptsAndPayments(context, uid),
    getPreferences(context, uid),
    listTerms(context, uid),
    listVoidedTerms(context, uid),
    exportHistory(context, uid),
    listConferenceRecords(context, uid),
    listNotes(context, uid),
    exportEmails(context, member),
    listDevices(context, caller),
    listPasskeys(context, uid),
  ]);
  return {
    exportedAt: context.now().toISOString(),
    account: { ...ExportedAccount.parse(member), secondFactorAt: factor?.enrolledAt ?? '' },
    memberships: terms,
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
    conferences,
    notes,
    emails,
    mail: { announcements, suppressedBecause },
    sessions,
    passkeys: passkeys.map(describePasskey),
  };
}

/**
 * What the file says of the member's row: what members enter, no credentials, not the card's id, and nothing that its other
 * parts say. Any other new field of the row stays out of the file until it is listed here.
 */
const ExportedAccount = z.extend(
  PersonalData,
  z.pick(Member, {
    uid: true,
    username: true,
    email: true,
    emailVerified: true,
    epoch: true,
    role: true,
    state: true,
    category: true,
    activeUntil: true,
    paymentReference: true,
    registeredAt: true,
    nameChangedAt: true,
    cardIssuedAt: true,
    version: true,
  }).shape,
);

/** The receipts, and the payments: those of the receipts, and those that an administrator still has to look at. */
async function listReceiptsAndPayments(
  context: WithTable,
  uid: string,
): Promise<{ receipts: Receipt[]; payments: Payment[] }> {
  const [receipts, forReview] = await Promise.all([
    listReceipts(context, uid),
    listPaymentReviews(context, uid),
  ]);
  const paid = await findPayments(
    context,
    receipts.map(({ paymentId }) => paymentId),
  );
  const known = new Set(paid.map(({ paymentId }) => paymentId));
  const others = forReview.filter(({ paymentId }) => !known.has(paymentId));
  return { receipts, payments: [...paid, ...others] };
}

const ENTRIES_PER_PAGE = 100;

const exportHistory = (context: WithTable, uid: string): Promise<MemberExport['history']> =>
  Array.fromAsync(
    everyItem(async (from) => {
      const page = await listAuditOfMember(context, uid, ENTRIES_PER_PAGE, from);
      return toAuditPageReply(page, { namesAdministrators: false });
    }),
  );

const exportEmails = (context: WithTable, member: Member): Promise<MemberExport['emails']> =>
  Array.fromAsync(
    walkMemberEmails(context, member),
    ({ at, subject, kind, address, state, detail = '' }) => ({ at, subject, kind, address, state, detail }),
  );
