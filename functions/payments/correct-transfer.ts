import { hongKongDate } from '#shared/hong-kong';
import { joinPeriods, nextTerm, type Period, validUntil } from '#shared/membership-periods';
import { formatAmount } from '#shared/money';
import { type AdminAction, type AuditDetails, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { enqueueMailWrites } from '../mail/transactional/enqueue-repository.ts';
import { transferChangedMail } from '../mail/transactional/messages/membership.ts';
import type { WithDirectory } from '../members/directory.ts';
import type { Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import { setMembershipWrite } from '../members/write-repository.ts';
import { insertTermWrite, listTerms, voidTermWrites } from '../memberships/repository.ts';
import { membershipOf, paymentIdFromTerm, type Term } from '../memberships/term.ts';
import type { ChangeContext, Context, WithTable } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import {
  type BankTransfer,
  type BankTransferResult,
  checkoutFromTransfer,
  findFreePaymentId,
  requirePastDay,
} from './bank-transfer.ts';
import { type PaymentSetup, randomPauseMs } from './fulfil-payment.ts';
import { createPaidTerm, type FeePayment, type Payment } from './payment.ts';
import {
  findPayment,
  findPaymentReview,
  insertPaymentWrite,
  insertVoidWrite,
  resolvePaymentWrites,
  reviewPaymentWrite,
  voidPaymentWrite,
} from './payment-repository.ts';
import { createCreditNote, formatReceiptNumber, type Receipt } from './receipt.ts';
import {
  cancelReceiptWrite,
  findLastReceiptSerial,
  insertReceiptWrite,
  listReceipts,
  reserveReceiptSerialsWrite,
} from './receipt-repository.ts';

/** A recorded transfer with what it made. */
interface RecordedTransfer {
  member: Member;
  payment: Payment;
  /** Absent once an administrator has voided it, and for an overpayment. */
  term: Term | undefined;
  /** Absent for an overpayment. */
  receipt: Receipt | undefined;
  /** The member's other terms. */
  others: Term[];
}

/** How often another payment may take the next receipt number. */
const MAX_ATTEMPTS = 20;

/**
 * Voids a bank transfer that was sent back or, otherwise, recorded by mistake: a credit note cancels its receipt, its term no
 * longer counts, and its reference can be recorded again. The member is notified.
 * @throws `transfer-not-found` also for one that is voided already, `member-not-found`, `member-conflict`
 */
export async function voidBankTransfer(
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep'> & WithDirectory,
  action: AdminAction,
  { paymentId, isSentBack }: { paymentId: string; isSentBack: boolean },
): Promise<void> {
  await replaceTransfer(context, action, paymentId, { isSentBack });
}

/**
 * Voids a wrong bank transfer and records the right one, all or nothing. A transfer of the same day keeps its period.
 * @throws what `voidBankTransfer` and `recordBankTransfer` do
 */
export async function correctBankTransfer(
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep'> & WithDirectory,
  action: AdminAction,
  paymentId: string,
  transfer: BankTransfer,
): Promise<BankTransferResult> {
  requirePastDay(context, transfer.date);
  const until = await replaceTransfer(context, action, paymentId, { transfer, isSentBack: false });
  return until === undefined ? { outcome: 'overpayment' } : { outcome: 'fulfilled', validUntil: until };
}

/** What a correction would make, without making it. @throws what `correctBankTransfer` does */
export async function previewTransferCorrection(
  context: Pick<Context, 'table' | 'now'> & Pick<PaymentSetup, 'paymentRules'>,
  action: AdminAction,
  paymentId: string,
  transfer: BankTransfer,
): Promise<{ validUntil?: string; feeMinorUnits?: number }> {
  requirePastDay(context, transfer.date);
  const recorded = await findTransfer(context, action, paymentId);
  await findFreePaymentId(context, action.uid, transfer, paymentId);
  const term = replacementPeriod(recorded, transfer);
  const page = context.paymentRules.links.find(({ type }) => type === transfer.type);
  return {
    ...(term && {
      validUntil: validUntil(recorded.others, term),
    }),
    ...(page && { feeMinorUnits: page.feeMinorUnits }),
  };
}

async function findTransfer(
  context: WithTable,
  action: AdminAction,
  paymentId: string,
): Promise<RecordedTransfer> {
  const { uid } = action;
  // The member is read before the terms: if these change later, the write fails, as the member has another version then.
  const member = await loadMemberForAction(context, action);
  const [payment, terms, receipts] = await Promise.all([
    findPayment(context, paymentId),
    listTerms(context, uid),
    listReceipts(context, uid),
  ]);
  if (payment?.uid !== uid || payment.bankReference === undefined || payment.outcome === 'voided')
    throw new DomainError('transfer-not-found');
  const term = terms.find((each) => paymentIdFromTerm(each) === paymentId);
  return {
    member,
    payment,
    term,
    receipt: receipts.find((each) => each.paymentId === paymentId && each.cancels === undefined),
    others: terms.filter((each) => each !== term),
  };
}

/** Only another day makes another period: the member may have paid a later year since. */
const replacementPeriod = (
  { term, payment, others }: RecordedTransfer,
  { date }: BankTransfer,
): Period | undefined =>
  term && hongKongDate(payment.paidAt) === date
    ? { startDate: term.startDate, endDate: term.endDate }
    : nextTerm(joinPeriods(others), date);

/**
 * Resolves to the day to which the new transfer extends the membership; undefined if it extends nothing, or
 * if the transfer is only voided.
 */
async function replaceTransfer(
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep'> & WithDirectory,
  action: AdminAction,
  paymentId: string,
  { transfer, isSentBack }: { transfer?: BankTransfer; isSentBack: boolean },
): Promise<string | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const recorded = await findTransfer(context, action, paymentId);
    const lastSerial = await findLastReceiptSerial(context);
    const replacement = transfer && (await decideReplacement(context, action, recorded, transfer));
    const { writes, until } = await decideWrites(context, action, recorded, lastSerial, {
      replacement,
      isSentBack,
    });
    const failed = await context.table.commit(writes);
    if (failed.length === 0) {
      context.directory.invalidate();
      return until;
    }
    // Only the number was taken by another payment: the next one is as good.
    if (failed.some(({ label }) => label !== 'receipt-number')) throw new DomainError('member-conflict');
    await context.sleep(randomPauseMs(context, attempt));
  }
  throw new Error(`The next receipt number was taken ${MAX_ATTEMPTS} times by others`);
}

interface Replacement {
  payment: FeePayment;
  /** Absent where the transfer extends nothing. */
  period: Period | undefined;
}

async function decideReplacement(
  context: WithTable,
  { uid }: AdminAction,
  recorded: RecordedTransfer,
  transfer: BankTransfer,
): Promise<Replacement> {
  const paymentId = await findFreePaymentId(context, uid, transfer, recorded.payment.paymentId);
  const checkout = checkoutFromTransfer(paymentId, transfer, recorded.member.paymentReference);
  return {
    payment: { checkout, type: transfer.type, accessMethod: 'bank-transfer' },
    period: replacementPeriod(recorded, transfer),
  };
}

/** Everything that the void or the correction writes in one transaction. */
async function decideWrites(
  context: ChangeContext,
  action: AdminAction,
  recorded: RecordedTransfer,
  lastSerial: number | undefined,
  { replacement, isSentBack }: { replacement: Replacement | undefined; isSentBack: boolean },
) {
  const { payment, member, term, receipt, others } = recorded;
  const { uid } = member;
  const now = context.now();
  // A mistake leaves the month of the transfer. Subtracted on a later day, neither month would agree with the bank.
  const ledgerTime = isSentBack ? now : payment.paidAt;
  let serial = lastSerial ?? 0;
  const nextSerial = () => {
    serial += 1;
    return serial;
  };
  const creditNote = receipt && createCreditNote(receipt, formatReceiptNumber(nextSerial()), now);
  const paid =
    replacement?.period && createPaidTerm(replacement.payment, member, replacement.period, nextSerial(), now);
  const membership = membershipOf(paid ? [...others, paid.term] : others);
  const details = auditDetails(recorded, creditNote, replacement);
  const entry = auditEntryFor(
    context,
    action,
    replacement ? 'correct-bank-transfer' : 'void-bank-transfer',
    details,
  );
  const inReview = await findPaymentReview(context, payment.paymentId);
  const mail = transferChangedMail(context, member, {
    transfer: payment,
    isVoid: !replacement,
    receipt: receipt?.number,
    creditNote: creditNote?.number,
    newReceipt: paid?.receipt.number,
    activePeriods: membership.activePeriods,
  });
  const writes = [
    voidPaymentWrite(payment),
    ...(receipt ? [] : [insertVoidWrite(payment, ledgerTime)]),
    ...(inReview ? resolvePaymentWrites(inReview, entry) : []),
    ...(term ? voidTermWrites(uid, term, entry) : []),
    ...(receipt && creditNote
      ? [
          cancelReceiptWrite(receipt, creditNote.number),
          insertReceiptWrite(creditNote, hongKongDate(ledgerTime)),
        ]
      : []),
    ...(replacement
      ? [
          insertPaymentWrite(
            replacement.payment.checkout,
            paid ? 'fulfilled' : 'overpayment',
            uid,
            paid?.receipt.number,
          ),
        ]
      : []),
    ...(replacement && !paid ? [reviewPaymentWrite(replacement.payment.checkout, 'overpayment', uid)] : []),
    ...(paid ? [insertTermWrite(uid, paid.term), insertReceiptWrite(paid.receipt)] : []),
    ...(serial > (lastSerial ?? 0)
      ? [reserveReceiptSerialsWrite(lastSerial, serial - (lastSerial ?? 0))]
      : []),
    setMembershipWrite(member, membership),
    ...enqueueMailWrites(mail),
    // Only the member's own entry has the references, as when a transfer is recorded.
    ...auditEntryWrites(entry, { ...details, ...auditReferences(recorded, replacement) }),
  ];
  return { writes, until: paid && validUntil(membership.activePeriods, paid.term) };
}

function auditDetails(
  { payment, term, receipt }: RecordedTransfer,
  creditNote: Receipt | undefined,
  replacement: Replacement | undefined,
): AuditDetails {
  const before = {
    ...(term && { type: term.type }),
    amount: formatAmount(payment.amountMinorUnits),
    date: hongKongDate(payment.paidAt),
  };
  const documents = { receipt: receipt?.number ?? '', creditNote: creditNote?.number ?? '' };
  if (!replacement) return { ...before, ...documents };
  const { type, checkout } = replacement.payment;
  return {
    type,
    amount: formatAmount(checkout.amountMinorUnits),
    date: hongKongDate(checkout.paidAt),
    ...(term && { typeBefore: term.type }),
    amountBefore: before.amount,
    dateBefore: before.date,
    ...documents,
  };
}

function auditReferences(
  { payment: { bankReference = '' } }: RecordedTransfer,
  replacement: Replacement | undefined,
): AuditDetails {
  if (!replacement) return { reference: bankReference };
  const { bankReference: reference = '' } = replacement.payment.checkout;
  return { reference, referenceBefore: bankReference };
}
