import { OPERATOR } from '../../functions/audit/audit.ts';
import { openRepositories } from '../../functions/handlers/dependencies.ts';
import { ledgerRepository } from '../../functions/payments/ledger-repository.ts';
import { renderLedgerFile } from '../../functions/payments/make-ledger-files.ts';
import { createReceipt, formatReceiptNumber } from '../../functions/payments/receipt.ts';
import { sumYear, viewLedger } from '../../functions/payments/view-ledger.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { itemKey } from '../../functions/platform/table/table.ts';
import { checkout } from '../support/api/checkout.ts';
import { sized } from '../support/sizes.ts';
import { bunny, measured, onTable } from './bench-table.ts';
import { type Figure, figure } from './figures.ts';

/** All payments of a year, half of them in November: a page, the sums, and the files. */

const PAYMENTS = sized(10_000, 100_000);
const BATCH = 1000;
const YEAR = 2026;

export const measure = (): Promise<Figure[]> =>
  onTable(async (table) => {
    const repositories = openRepositories(
      table,
      createRuntime(() => {}),
    );
    const files = { link: async () => '' };
    const issuer = { name: 'Bench', officialName: 'Bench' };
    const deps = { ...repositories, ledger: ledgerRepository(table), files, issuer };
    for (let from = 0; from < PAYMENTS; from += BATCH) {
      const rows = Array.from({ length: BATCH }, (_, at) => {
        const { write } = deps.receipts.insertWrite(receiptAt(from + at));
        return write('').Put?.Item ?? {};
      });
      await writeRows(
        table,
        rows.map((row) => ({ ...row, ...itemKey(row) })),
      );
    }
    const requestedAt = new Date().toISOString();
    const cpuOf = async (run: () => Promise<unknown>) => (await measured(run)).cpu;
    const file = (format: 'csv' | 'pdf') =>
      cpuOf(() => renderLedgerFile(deps, { year: YEAR, format, requestedAt }));
    const page = await cpuOf(() => viewLedger(deps, OPERATOR, { year: YEAR }));
    const sums = await cpuOf(() => sumYear(deps, YEAR));
    return [
      figure('processor time of the first page', page, 'ms', { atMost: 500 }),
      figure('of the sums of the year', sums, 'ms', { atMost: 3000 }),
      figure('of the CSV file', await file('csv'), 'ms'),
      figure('of the PDF file', await file('pdf'), 'ms'),
    ];
  });

function receiptAt(place: number) {
  const month = place % 2 === 0 ? '11' : String(1 + (place % 12)).padStart(2, '0');
  const transactionDate = `${YEAR}-${month}-${String(1 + (place % 28)).padStart(2, '0')}`;
  const payer = bunny(place, { firstName: 'Stanford', lastName: `Bunny ${place}` });
  const paid = checkout({ paymentId: `pi_${place}` });
  const period = {
    startDate: `${YEAR}-01-01`,
    endDate: `${YEAR + 1}-01-01`,
    expireDate: `${YEAR + 1}-01-01`,
  };
  const term = {
    ...period,
    id: paid.paymentId,
    type: 'professional',
    accessMethod: 'online-payment',
  } as const;
  const document = { receiptUrl: '', receiptNumber: formatReceiptNumber(place + 1), transactionDate };
  return createReceipt(payer, { ...term, ...document }, paid, paid.paidAt);
}
