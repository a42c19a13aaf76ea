import { hongKongDate, monthOf } from '#shared/hong-kong';
import type { LedgerKind } from '#shared/ledger';
import type { Checkout } from '../platform/payment-provider.ts';
import type { Payment } from './payment.ts';
import type { Receipt } from './receipt.ts';

/** The day of an entry in Hong Kong, with which its key begins. */
export const ledgerDay = (key: string): string => key.split('#', 1).join();

/** The attributes that put a row into the ledger; `reference` is unique among the entries of the day. */
export interface LedgerPlace {
  ledgerMonth: string;
  ledgerKey: string;
  ledgerKind: LedgerKind;
}
const placeAt = (day: string, reference: string, ledgerKind: LedgerKind): LedgerPlace => ({
  ledgerMonth: monthOf(day),
  ledgerKey: `${day}#${reference}`,
  ledgerKind,
});

/** A receipt stands on the day of the payment, a credit note on the day on which it was issued, unless another is given. */
export const ledgerDayOfReceipt = ({ cancels, paidOn, issuedAt }: Receipt): string =>
  cancels === undefined ? paidOn : hongKongDate(new Date(issuedAt));

export const placeOfReceipt = ({ number, cancels }: Receipt, day: string): LedgerPlace =>
  placeAt(day, number, cancels === undefined ? 'payment' : 'credit-note');

/** A payment with a receipt is in the ledger by its receipt, and a test payment is no money. */
export const placeOfPayment = (
  { paymentId, paidAt }: Pick<Checkout, 'paymentId' | 'paidAt'>,
  outcome: Payment['outcome'],
): LedgerPlace | undefined =>
  outcome === 'fulfilled' || outcome === 'mode'
    ? undefined
    : placeAt(hongKongDate(paidAt), paymentId, 'payment');

/**
 * A refund, or the void of money that was sent back, stands on the day on which it became known; another void on that of
 * the payment.
 */
export const placeOfChange = (paymentId: string, kind: 'refund' | 'void', now: Date): LedgerPlace =>
  placeAt(hongKongDate(now), `${paymentId}#${kind}#${now.toISOString()}`, kind);
