import { hongKongDate } from '#shared/hong-kong';
import { joinPeriods, nextTerm, type Period, validUntil } from '#shared/membership-periods';
import { formatAmount } from '#shared/money';
import { type AdminAction, type AuditDetails, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { transferChangedMail } from '../mail/transactional/messages/membership.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import { loadMemberForAction } from '../members/repository.ts';
import { setMembershipWrite } from '../members/write-repository.ts';
import { insertTermWrite, listTerms, voidTermWrites } from '../memberships/repository.ts';
import { membershipOf, paymentIdFromTerm } from '../memberships/term.ts';
import type { ChangeContext, Context, WithTable } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import {
  type BankTransfer,
  type BankTransferResult,
  findFreePaymentId,
  paymentFromTransfer,
  requirePastDay,
} from './bank-transfer.ts';
import { type PaymentSetup, randomPauseMs } from './fulfil-payment.ts';
import {
  createCreditNote,
  createPaidTerm,
  type FeePayment,
  formatReceiptNumber,
  type Receipt,
} from './payment.ts';
import {
  cancelReceiptWrite,
  findLastReceiptSerial,
  findPayment,
  findPaymentReview,
  insertPaymentWrite,
  insertReceiptWrite,
  insertVoidWrite,
  listReceipts,
  reserveReceiptSerialsWrite,
  resolvePaymentWrites,
  reviewPaymentWrite,
  voidPaymentWrite,
} from './repository.ts';

/** How often another payment may take the next receipt number. */
const MAX_ATTEMPTS = 20;

/**
 * Voids a bank transfer that was sent back or, otherwise, recorded by mistake: a credit note cancels its receipt, its term no
 * longer counts, and its reference can be recorded again. The member is notified.
 * @throws `transfer-not-found` also for one that is voided already, `member-not-found`, `member-conflict`
 */
export async function voidBankTransfer(
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep'>,
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
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep'>,
  action: AdminAction,
  paymentId: string,
  transfer: BankTransfer,
): Promise<BankTransferResult> {
  requirePastDay(context, transfer.date);
  return replaceTransfer(context, action, paymentId, { transfer, isSentBack: false });
}

/**
 * What a transfer would make, without recording it: whom it makes a member until when, and the fee of its type. `replaced`
 * is the payment that it corrects.
 * @throws what `recordBankTransfer` or `correctBankTransfer` does
 */
export async function previewBankTransfer(
  context: Pick<Context, 'table' | 'now'> & Pick<PaymentSetup, 'paymentRules'>,
  action: AdminAction,
  transfer: BankTransfer,
  replaced?: string,
): Promise<{ validUntil?: string; feeMinorUnits?: number }> {
  requirePastDay(context, transfer.date);
  const recorded = replaced === undefined ? undefined : await findTransfer(context, action, replaced);
  const { activePeriods } = recorded?.member ?? (await loadMemberForAction(context, action));
  await findFreePaymentId(context, action.uid, transfer, replaced);
  const term = recorded ? replacementPeriod(recorded, transfer) : nextTerm(activePeriods, transfer.date);
  const page = context.paymentRules.links.find(({ type }) => type === transfer.type);
  return {
    ...(term && { validUntil: validUntil(recorded?.others ?? activePeriods, term) }),
    ...(page && { feeMinorUnits: page.feeMinorUnits }),
  };
}

type RecordedTransfer = Awaited<ReturnType<typeof findTransfer>>;

/** A recorded transfer with what it made. */
async function findTransfer(context: WithTable, action: AdminAction, paymentId: string) {
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
    /** Absent once an administrator has voided it, and for an overpayment. */
    term,
    /** Absent for an overpayment. */
    receipt: receipts.find((each) => each.paymentId === paymentId && each.cancels === undefined),
    /** Absent unless a person still has to look at it. */
    inReview: await findPaymentReview(context, payment),
    /** The member's other terms. */
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

/** What takes the place of a wrong transfer; without a period, it extends nothing. */
interface Replacement extends FeePayment {
  period: Period | undefined;
}

/** Without another transfer, it is only voided, and the result says nothing. */
async function replaceTransfer(
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep'>,
  action: AdminAction,
  paymentId: string,
  { transfer, isSentBack }: { transfer?: BankTransfer; isSentBack: boolean },
): Promise<BankTransferResult> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const recorded = await findTransfer(context, action, paymentId);
    const lastSerial = await findLastReceiptSerial(context);
    const replacement = transfer && {
      ...paymentFromTransfer(
        await findFreePaymentId(context, action.uid, transfer, paymentId),
        transfer,
        recorded.member,
      ),
      period: replacementPeriod(recorded, transfer),
    };
    const decided = decideWrites(context, action, recorded, { lastSerial, replacement, isSentBack });
    const failed = await context.table.commit(decided.writes);
    if (failed.length === 0) return decided.result;
    // Only the number was taken by another payment: the next one is as good.
    if (failed.some(({ label }) => label !== 'receipt-number')) throw new DomainError('member-conflict');
    await context.sleep(randomPauseMs(context, attempt));
  }
  throw new Error(`The next receipt number was taken ${MAX_ATTEMPTS} times by others`);
}

/** Everything that the void or the correction writes in one transaction. */
function decideWrites(
  context: ChangeContext,
  action: AdminAction,
  recorded: RecordedTransfer,
  plan: { lastSerial: number | undefined; replacement: Replacement | undefined; isSentBack: boolean },
) {
  const { payment, member, term, receipt, inReview, others } = recorded;
  const { lastSerial, replacement, isSentBack } = plan;
  const { uid } = member;
  const now = context.now();
  // A mistake leaves the month of the transfer. Subtracted on a later day, neither month would agree with the bank.
  const ledgerTime = isSentBack ? now : payment.paidAt;
  const serial = (lastSerial ?? 0) + 1;
  const creditNote = receipt && createCreditNote(receipt, formatReceiptNumber(serial), now);
  const paid =
    replacement?.period &&
    createPaidTerm(replacement, member, replacement.period, creditNote ? serial + 1 : serial, now);
  const documents = [creditNote, paid].filter((each) => each !== undefined).length;
  const membership = membershipOf(paid ? [...others, paid.term] : others);
  const result: BankTransferResult = paid
    ? { outcome: 'fulfilled', validUntil: validUntil(membership.activePeriods, paid.term) }
    : { outcome: 'overpayment' };
  const { details, references } = auditDetails(recorded, creditNote, replacement);
  const auditAction = replacement ? 'correct-bank-transfer' : 'void-bank-transfer';
  const entry = auditEntryFor(context, action, auditAction, details);
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
    receipt ? undefined : insertVoidWrite(payment, ledgerTime),
    inReview && resolvePaymentWrites(inReview, entry),
    term && voidTermWrites(uid, term, entry),
    receipt && creditNote && cancelReceiptWrite(receipt, creditNote.number),
    creditNote && insertReceiptWrite(creditNote, hongKongDate(ledgerTime)),
    replacement && insertPaymentWrite(replacement.checkout, result.outcome, uid, paid?.receipt.number),
    replacement && !paid ? reviewPaymentWrite(replacement.checkout, 'overpayment', uid) : undefined,
    paid && [insertTermWrite(uid, paid.term), insertReceiptWrite(paid.receipt, paid.receipt.paidOn)],
    documents > 0 ? reserveReceiptSerialsWrite(lastSerial, documents) : undefined,
    setMembershipWrite(member, membership),
    enqueueMailWrites(mail),
    // Only the member's own entry has the references, as when a transfer is recorded.
    auditEntryWrites(entry, { ...details, ...references }),
  ];
  return { writes: writes.flat().filter((write) => write !== undefined), result };
}

/** What the audit entry says of the transfer, and apart the bank's references. */
function auditDetails(
  { payment, term, receipt }: RecordedTransfer,
  creditNote: Receipt | undefined,
  replacement: Replacement | undefined,
): Record<'details' | 'references', AuditDetails> {
  const amount = formatAmount(payment.amountMinorUnits);
  const date = hongKongDate(payment.paidAt);
  const { bankReference: reference = '' } = payment;
  const documents = { receipt: receipt?.number ?? '', creditNote: creditNote?.number ?? '' };
  if (!replacement)
    return {
      details: { ...(term && { type: term.type }), amount, date, ...documents },
      references: { reference },
    };
  const { type, checkout } = replacement;
  return {
    details: {
      type,
      amount: formatAmount(checkout.amountMinorUnits),
      date: hongKongDate(checkout.paidAt),
      ...(term && { typeBefore: term.type }),
      amountBefore: amount,
      dateBefore: date,
      ...documents,
    },
    references: { reference: checkout.bankReference ?? '', referenceBefore: reference },
  };
}
