import {
  accessMethodNames,
  type LedgerKind,
  MEMBER_CATEGORIES,
  MEMBERSHIP_TYPES,
  memberCategoryNames,
  membershipTypeNames,
  type ReviewReason,
} from './choices.ts';
import type { LedgerCell, LedgerFields } from './ledger-fields.ts';
import { CURRENCY, formatMoney } from './money.ts';

/** The ledger: all payments of a year, with what cancels them or pays them back. For the screen and its file. */

/** The payer whose account was deleted. */
export const FORMER_MEMBER = 'Former member (account deleted)';

/** Of entries that made no membership period. */
const OTHER = 'Other payments';

export const ledgerGroupNames = {
  kind: 'Payments and refunds',
  type: 'Membership type',
  category: 'Member category',
  method: 'Payment method',
} as const;
export type LedgerGroup = keyof typeof ledgerGroupNames;

/** The columns of each grouping, in their order. */
const groupColumns: Record<LedgerGroup, Readonly<Record<string, string>>> = {
  kind: { payment: 'Payments', 'credit-note': 'Credit notes', refund: 'Refunds', void: 'Voided payments' },
  type: {
    ...Object.fromEntries(MEMBERSHIP_TYPES.map((type) => [type, membershipTypeNames[type]])),
    '': OTHER,
  },
  category: {
    ...Object.fromEntries(MEMBER_CATEGORIES.map((category) => [category, memberCategoryNames[category]])),
    '': OTHER,
  },
  method: {
    'online-payment': accessMethodNames['online-payment'],
    'bank-transfer': accessMethodNames['bank-transfer'],
  },
};

export interface LedgerSums {
  /** Only those that occur. */
  columns: string[];
  rows: { month: string; count: number; amounts: number[]; net: number }[];
  total: { count: number; amounts: number[]; net: number };
}

/** Sums in Hong Kong dollars by month and by one grouping, for the months of the year that have entries. */
export function sumLedger(cells: readonly LedgerCell[], group: LedgerGroup): LedgerSums {
  const counted = cells.filter(({ currency }) => currency === CURRENCY);
  const keyOf = (cell: LedgerCell): string => cell[group] ?? '';
  const occurring = new Set(counted.map(keyOf));
  const columns = Object.entries(groupColumns[group]).filter(([key]) => occurring.has(key));
  const sum = (some: readonly LedgerCell[]) => ({
    count: some.reduce((all, { count }) => all + count, 0),
    amounts: columns.map(([key]) => amountOf(some.filter((cell) => keyOf(cell) === key))),
    net: amountOf(some),
  });
  const months = [...new Set(counted.map(({ month }) => month))].toSorted();
  return {
    columns: columns.map(([, name]) => name),
    rows: months.map((month) => ({ month, ...sum(counted.filter((cell) => cell.month === month)) })),
    total: sum(counted),
  };
}

/** Other currencies, which the sums leave out, with their net amounts. */
export function otherCurrencies(cells: readonly LedgerCell[]): { currency: string; net: number }[] {
  const currencies = [...new Set(cells.map(({ currency }) => currency))].filter((each) => each !== CURRENCY);
  return currencies.map((currency) => ({
    currency,
    net: amountOf(cells.filter((cell) => cell.currency === currency)),
  }));
}

const amountOf = (cells: readonly LedgerCell[]): number =>
  cells.reduce((sum, { amountMinorUnits }) => sum + amountMinorUnits, 0);

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

/** `1,234.00` in Hong Kong dollars; another currency is named. */
export const formatLedgerAmount = (currency: string, minorUnits: number): string => {
  const text = formatMoney(currency, minorUnits);
  return currency === CURRENCY ? text.replace(`${CURRENCY} `, '') : text;
};
