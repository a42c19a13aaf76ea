import { formatMonth, monthsOfYear, yearOf } from '#shared/hong-kong';
import { formatMoney } from '#shared/money';
import { todayInHongKong } from './format.ts';

/** Texts of all payments of a year. */
export const ledgerMessages = {
  back: 'Back to Payments',
  none: 'No payments in this period',
  sums: 'Totals by month, in Hong Kong dollars',
  datedTitle: 'How payments are dated',
  hint: 'Payments are listed on the day on which the money arrived, refunds on the day on which we learned of them, and credit notes on the day on which they were issued. The credit note of a transfer that was corrected, or voided as recorded by mistake, is listed on the day of that transfer. A transfer that was sent back is subtracted on the day on which it was voided. All days are in Hong Kong. Stripe’s fees are not subtracted. The dashboard counts only payments that extended a membership.',

  otherCurrenciesText: (others: readonly { currency: string; net: number }[]): string =>
    `Not included in the totals: ${others.map(({ currency, net }) => formatMoney(currency, net)).join(', ')}.`,
} as const;

/** Accounts are kept for seven years. */
const YEARS_BACK = 7;

/** The running year first. */
export function ledgerYears(): string[] {
  const thisYear = yearOf(todayInHongKong());
  return Array.from({ length: YEARS_BACK + 1 }, (_, before) => String(thisYear - before));
}

/** Names of months by their numbers. */
export const monthOptions = (): Record<string, string> =>
  Object.fromEntries(
    monthsOfYear(2000).map((month) => [
      String(Number(month.slice(5))),
      formatMonth(month).replace(/ \d+$/, ''),
    ]),
  );
