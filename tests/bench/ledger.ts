import { OPERATOR } from '../../functions/audit/audit.ts';
import { ledgerRepository } from '../../functions/payments/ledger-repository.ts';
import { createReceipt, formatReceiptNumber } from '../../functions/payments/receipt.ts';
import { sumYear, viewLedger } from '../../functions/payments/view-ledger.ts';
import { itemKey } from '../../functions/platform/table/table.ts';
import { checkout } from '../support/api/checkout.ts';
import { term } from '../support/api/make.ts';
import { type Figure, figure } from './figures.ts';
import { bunny, fill, measured, onTable } from './on-table.ts';

/** All payments of a year, half of them in November: a page and the sums. */

const PAYMENTS = 10_000;
const YEAR = 2026;

export const measure = (): Promise<Figure[]> =>
  onTable(async (repositories) => {
    const { table, receipts } = repositories;
    await fill(table, PAYMENTS, (place) => {
      const row = receipts.insertWrite(receiptAt(place)).write('').Put?.Item ?? {};
      return [{ ...row, ...itemKey(row) }];
    });
    const files = { link: async () => '' };
    const deps = { ...repositories, ledger: ledgerRepository(table), files };
    const page = await measured(() => viewLedger(deps, OPERATOR, { year: YEAR }));
    const sums = await measured(() => sumYear(deps, YEAR));
    return [
      figure('processor time of the first page', page.cpu, 'ms', { atMost: 500 }),
      figure('of the sums of the year', sums.cpu, 'ms', { atMost: 3000 }),
    ];
  });

function receiptAt(place: number) {
  const month = place % 2 === 0 ? '11' : String(1 + (place % 12)).padStart(2, '0');
  const transactionDate = `${YEAR}-${month}-${String(1 + (place % 28)).padStart(2, '0')}`;
  const payer = bunny(place, { firstName: 'Stanford', lastName: `Bunny ${place}` });
  const paid = checkout({ paymentId: `pi_${place}` });
  const receiptNumber = formatReceiptNumber(place + 1);
  const bought = { id: paid.paymentId, receiptNumber, transactionDate };
  return createReceipt(payer, term(`${YEAR}-01-01`, `${YEAR + 1}-01-01`, bought), paid, paid.paidAt);
}
