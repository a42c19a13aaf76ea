import { createHash } from 'node:crypto';
import type { MembershipType } from '#shared/choices';
import { fieldSentences } from '#shared/field-sentences';
import { hongKongDate, hongKongInstant } from '#shared/hong-kong';
import { validUntil } from '#shared/membership-periods';
import { CURRENCY, formatAmount, formatMoney } from '#shared/money';
import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import type { Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/repository.ts';
import { listTerms } from '../memberships/repository.ts';
import { paymentIdFromTerm } from '../memberships/term.ts';
import type { Context, WithTable } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { commitFulfilment, type PaymentSetup, sendToReview } from './fulfil-payment.ts';
import type { FeePayment } from './payment.ts';
import { findPayment } from './repository.ts';

export interface BankTransfer {
  type: MembershipType;
  amountMinorUnits: number;
  /** The day on which the money arrived, in Hong Kong. */
  date: string;
  /** The reference on the bank statement. */
  reference: string;
}

export type BankTransferResult = { outcome: 'fulfilled'; validUntil: string } | { outcome: 'overpayment' };

/**
 * The reason for a transfer as the audit log has it: without one, that the amount is the fee of the type.
 * @throws `invalid-request` for another amount without a reason
 */
export function transferReason(
  { paymentRules }: Pick<PaymentSetup, 'paymentRules'>,
  reason: string,
  { type, amountMinorUnits }: Pick<BankTransfer, 'type' | 'amountMinorUnits'>,
): string {
  if (reason !== '') return reason;
  const page = paymentRules.links.find((each) => each.type === type);
  if (page?.feeMinorUnits === amountMinorUnits)
    return `The fee of ${formatMoney(CURRENCY, amountMinorUnits)}`;
  throw new DomainError('invalid-request', {
    issues: [{ path: 'reason', message: fieldSentences.required }],
  });
}

/**
 * Records money on the association's account as a term, like a payment on the hosted page. `overpayment`: the member is
 * paid a year ahead, and the transfer waits among the payments for review.
 * @throws `date-in-future`, `member-not-found`, `member-conflict`, and `transfer-exists` for the same transfer again,
 * whoever recorded it
 */
export async function recordBankTransfer(
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep'>,
  action: AdminAction,
  transfer: BankTransfer,
): Promise<BankTransferResult> {
  const { uid } = action;
  const { type, date, reference, amountMinorUnits } = transfer;
  requirePastDay(context, date);
  const member = await loadMemberForAction(context, action);
  const payment = paymentFromTransfer(await findFreePaymentId(context, uid, transfer), transfer, member);
  const amount = formatAmount(amountMinorUnits);
  const details = { type, amount, date };
  const auditEntry = auditEntryFor(context, action, 'record-bank-transfer', details);
  // The log, of which nothing is ever deleted, leaves out the reference, which may repeat the payer's name.
  const auditWrites = auditEntryWrites(auditEntry, { ...details, reference });
  const result = await commitFulfilment(context, uid, payment, auditWrites);
  switch (result.outcome) {
    case 'fulfilled':
      return result;
    case 'already-recorded':
      throw new DomainError('transfer-exists');
    case 'member-not-found':
      throw new DomainError('member-not-found');
    case 'overpayment':
      if (!(await sendToReview(context, payment.checkout, 'overpayment', uid, auditWrites)))
        throw new DomainError('transfer-exists');
      return { outcome: 'overpayment' };
  }
}

export function requirePastDay({ now }: Pick<Context, 'now'>, date: string): void {
  if (date > hongKongDate(now())) throw new DomainError('date-in-future');
}

/**
 * The id is derived from the line of the bank statement, so that each line counts once for a member: one transfer may pay for
 * two. After a void, the line may be recorded again under the same id with a count. `replaced` is the payment that the same
 * transaction voids.
 * @throws `transfer-exists`
 */
export async function findFreePaymentId(
  context: WithTable,
  uid: string,
  transfer: BankTransfer,
  replaced?: string,
): Promise<string> {
  const base = firstPaymentId(uid, transfer);
  for (let count = 1; ; count += 1) {
    const paymentId = count === 1 ? base : `${base}-${count}`;
    const payment = await findPayment(context, paymentId);
    if (!payment) return paymentId;
    if (payment.outcome !== 'voided' && paymentId !== replaced) throw new DomainError('transfer-exists');
  }
}

function firstPaymentId(uid: string, { date, reference, amountMinorUnits }: BankTransfer): string {
  const hash = createHash('sha256')
    .update([uid, date, reference.toLowerCase().replace(/\s+/g, ' '), amountMinorUnits].join('\n'))
    .digest('hex');
  return `bank-${hash.slice(0, 20)}`;
}

/** What a transfer on record has made. @throws `member-not-found` */
export async function findTransferResult(
  context: WithTable,
  uid: string,
  transfer: BankTransfer,
): Promise<BankTransferResult> {
  const [{ activePeriods }, terms] = await Promise.all([
    loadMemberForAction(context, { uid }),
    listTerms(context, uid),
  ]);
  const first = firstPaymentId(uid, transfer);
  const term = terms.find((each) => paymentIdFromTerm(each)?.startsWith(first));
  return term
    ? { outcome: 'fulfilled', validUntil: validUntil(activePeriods, term) }
    : { outcome: 'overpayment' };
}

/** The transfer as a payment of the fee by this member. */
export const paymentFromTransfer = (
  paymentId: string,
  { type, date, reference, amountMinorUnits }: BankTransfer,
  { paymentReference }: Pick<Member, 'paymentReference'>,
): FeePayment => ({
  checkout: {
    paymentId,
    paid: true,
    paidAt: hongKongInstant(date),
    live: true,
    currency: CURRENCY,
    amountMinorUnits,
    linkId: '',
    reference: paymentReference,
    bankReference: reference,
    isRefundedOrDisputed: false,
    refundedMinorUnits: 0,
    receiptUrl: '',
    receiptNumber: '',
  },
  type,
});
