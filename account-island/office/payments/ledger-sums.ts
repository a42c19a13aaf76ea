import { accessMethodNames, memberCategoryNames, membershipTypeNames } from '#shared/choices';
import type { LedgerCell } from '#shared/ledger-fields';
import { CURRENCY } from '#shared/money';

export const ledgerGroupNames = {
  kind: 'Payments and refunds',
  type: 'Membership type',
  category: 'Member category',
  method: 'Payment method',
} as const;
export type LedgerGroup = keyof typeof ledgerGroupNames;

/** Of entries that made no membership period. */
const OTHER = 'Other payments';

/** The columns of each grouping, in their order. */
const groupColumns: Record<LedgerGroup, Readonly<Record<string, string>>> = {
  kind: { payment: 'Payments', 'credit-note': 'Credit notes', refund: 'Refunds', void: 'Voided payments' },
  type: { ...membershipTypeNames, '': OTHER },
  category: { ...memberCategoryNames, '': OTHER },
  method: {
    'online-payment': accessMethodNames['online-payment'],
    'bank-transfer': accessMethodNames['bank-transfer'],
  },
};

/**
 * Sums in Hong Kong dollars by month and by one grouping, for the months of the year that have entries, and the columns
 * that occur.
 */
export function sumLedger(cells: readonly LedgerCell[], group: LedgerGroup) {
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
