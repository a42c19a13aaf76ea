import type { LedgerKind, ReviewReason } from './choices.ts';
import type { LedgerFields } from './ledger-fields.ts';

/** The ledger: all payments of a year, with what cancels them or pays them back. For the screen and its file. */

/** The payer whose account was deleted. */
export const FORMER_MEMBER = 'Former member (account deleted)';

/** Why a payment has no receipt. */
const outcomeNames: Readonly<Record<ReviewReason | 'voided', string>> = {
  mode: 'Test payment',
  link: 'Unknown payment page',
  currency: 'Not in Hong Kong dollars',
  amount: "Amount doesn't match the fee",
  'refunded-or-disputed': 'Refunded or disputed',
  unmatched: 'No matching member',
  overpayment: 'Overpayment',
  voided: 'Voided',
};

/** What the state of an entry depends on. The amount is signed. */
type LedgerState = Pick<
  LedgerFields,
  'amountMinorUnits' | 'receipt' | 'cancelledBy' | 'outcome' | 'refundedMinorUnits' | 'isRefundedOrDisputed'
> & { kind: LedgerKind; isInReview?: boolean | undefined };

/** The state of an entry in words. */
export function describeLedgerState(entry: LedgerState): string {
  const { kind, receipt, cancelledBy, isInReview } = entry;
  if (kind === 'credit-note') return `Cancels ${receipt}`;
  if (kind === 'refund')
    return receipt === undefined ? 'Refund of a payment without a receipt' : `Refund of ${receipt}`;
  if (kind === 'void') return 'Cancels a payment without a receipt';
  if (cancelledBy !== undefined) return `Cancelled by ${cancelledBy}`;
  const states = [
    entry.outcome && outcomeNames[entry.outcome],
    refundState(entry),
    isInReview && 'To review',
  ];
  return states.filter(Boolean).join(' · ') || 'Received';
}

function refundState({
  amountMinorUnits,
  refundedMinorUnits = 0,
  isRefundedOrDisputed,
  outcome,
}: LedgerState) {
  if (refundedMinorUnits > 0) return refundedMinorUnits < amountMinorUnits ? 'Refunded in part' : 'Refunded';
  return isRefundedOrDisputed && outcome !== 'refunded-or-disputed' ? 'Disputed' : undefined;
}
