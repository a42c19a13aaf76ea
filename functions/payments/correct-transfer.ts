import { hongKongDate } from '#shared/hong-kong';
import { joinPeriods, nextTerm, type Period, validUntil } from '#shared/membership-periods';
import { formatAmount } from '#shared/money';
import { type AdminAction, type AuditDetails, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { transferChangedMail } from '../mail/transactional/messages/membership.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import type { Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/repository.ts';
import { setMembershipWrite } from '../members/write-repository.ts';
import { insertTermWrite, listTerms, voidTermWrites } from '../memberships/repository.ts';
import { membershipOf, paymentIdFromTerm, type Term } from '../memberships/term.ts';
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
  type Payment,
  type PaymentForReview,
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

/** A recorded transfer with what it made. */
interface RecordedTransfer {
  member: Member;
  payment: Payment;
  /** Absent once an administrator has voided it, and for an overpayment. */
  term: Term | undefined;
  /** Absent for an overpayment. */
  receipt: Receipt | undefined;
  /** Absent unless a person still has to look at it. */
  inReview: PaymentForReview | undefined;
  /** The member's other terms. */
  others: Term[];
}

/** What takes the place of a wrong transfer. */
interface Replacement extends FeePayment {
  /** Absent where the transfer extends nothing. */
  period: Period | undefined;
}

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
  const until = await replaceTransfer(context, action, paymentId, { transfer, isSentBack: false });
  return until === undefined ? { outcome: 'overpayment' } : { outcome: 'fulfilled', validUntil: until };
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
    inReview: await findPaymentReview(context, payment),
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
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep'>,
  action: AdminAction,
  paymentId: string,
  { transfer, isSentBack }: { transfer?: BankTransfer; isSentBack: boolean },
): Promise<string | undefined> {
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
    if (failed.length === 0) return decided.until;
    // Only the number was taken by another payment: the next one is as good.
    if (failed.some(({ label }) => label !== 'receipt-number')) throw new DomainError('member-conflict');
    await context.sleep(randomPauseMs(context, attempt));
  }
  throw new Error(`The next receipt number was taken ${MAX_ATTEMPTS} times by others`);
}

interface Plan {
  lastSerial: number | undefined;
  /** Absent where the transfer is only voided. */
  replacement: Replacement | undefined;
  isSentBack: boolean;
}

/** Everything that the void or the correction writes in one transaction. */
function decideWrites(
  context: ChangeContext,
  action: AdminAction,
  recorded: RecordedTransfer,
  { lastSerial, replacement, isSentBack }: Plan,
) {
  const { payment, member, term, receipt, inReview, others } = recorded;
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
  const details = auditDetails(recorded, creditNote, replacement);
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
  const outcome = paid ? 'fulfilled' : 'overpayment';
  const writes = [
    voidPaymentWrite(payment),
    receipt ? undefined : insertVoidWrite(payment, ledgerTime),
    inReview && resolvePaymentWrites(inReview, entry),
    term && voidTermWrites(uid, term, entry),
    receipt && creditNote && cancelReceiptWrite(receipt, creditNote.number),
    creditNote && insertReceiptWrite(creditNote, hongKongDate(ledgerTime)),
    replacement && insertPaymentWrite(replacement.checkout, outcome, uid, paid?.receipt.number),
    replacement && !paid ? reviewPaymentWrite(replacement.checkout, 'overpayment', uid) : undefined,
    paid && [insertTermWrite(uid, paid.term), insertReceiptWrite(paid.receipt)],
    documents > 0 ? reserveReceiptSerialsWrite(lastSerial, documents) : undefined,
    setMembershipWrite(member, membership),
    enqueueMailWrites(mail),
    // Only the member's own entry has the references, as when a transfer is recorded.
    auditEntryWrites(entry, { ...details, ...auditReferences(recorded, replacement) }),
  ];
  return {
    writes: writes.flat().filter((write) => write !== undefined),
    until: paid && validUntil(membership.activePeriods, paid.term),
  };
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
  const { type, checkout } = replacement;
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
  const { bankReference: reference = '' } = replacement.checkout;
  return { reference, referenceBefore: bankReference };
}
