import { OPERATOR } from '../../functions/audit/audit.ts';
import { openRepositories } from '../../functions/handlers/dependencies.ts';
import { ledgerRepository } from '../../functions/payments/ledger-repository.ts';
import { renderLedgerFile } from '../../functions/payments/make-ledger-files.ts';
import { createReceipt, formatReceiptNumber } from '../../functions/payments/receipt.ts';
import { sumYear, viewLedger } from '../../functions/payments/view-ledger.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { itemKey, openTable } from '../../functions/platform/table/table.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';
import { checkout } from '../support/api/checkout.ts';
import { member } from '../support/api/make.ts';
import { sized } from '../support/sizes.ts';
import { type Figure, figure } from './figures.ts';

/** All payments of a year, half of them in November: a page, the sums, and the files. */

const PAYMENTS = sized(10_000, 100_000);
const YEAR = 2026;

export async function measure(): Promise<Figure[]> {
  const database = await startDatabase();
  try {
    configureLocalAws({ dynamodb: database.endpoint });
    const table = openTable('bench', { replyMs: 60_000 });
    await ensureTable(table.name);
    const repositories = openRepositories(
      table,
      createRuntime(() => {}),
    );
    const files = { link: async () => '' };
    const issuer = { name: 'Bench', officialName: 'Bench' };
    const deps = { ...repositories, ledger: ledgerRepository(table), files, issuer };
    const receipts = Array.from({ length: PAYMENTS }, (_, place) => receiptAt(place));
    for (let from = 0; from < PAYMENTS; from += 1000) {
      const writes = receipts.slice(from, from + 1000).map((receipt) => deps.receipts.insertWrite(receipt));
      const rows = writes.map(({ write }) => write('').Put?.Item ?? {});
      await writeRows(
        table,
        rows.map((row) => ({ ...row, ...itemKey(row) })),
      );
    }
    const requestedAt = new Date().toISOString();
    const file = (format: 'csv' | 'pdf') =>
      timeOf(() => renderLedgerFile(deps, { year: YEAR, format, requestedAt }));
    return [
      figure(
        'processor time of the first page',
        await timeOf(() => viewLedger(deps, OPERATOR, { year: YEAR })),
        'ms',
        {
          atMost: 500,
        },
      ),
      figure('of the sums of the year', await timeOf(() => sumYear(deps, YEAR)), 'ms', { atMost: 3000 }),
      figure('of the CSV file', await file('csv'), 'ms'),
      figure('of the PDF file', await file('pdf'), 'ms'),
    ];
  } finally {
    await database.stop();
  }
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const cpu = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000;
}

function receiptAt(place: number) {
  const month = place % 2 === 0 ? '11' : String(1 + (place % 12)).padStart(2, '0');
  const transactionDate = `${YEAR}-${month}-${String(1 + (place % 28)).padStart(2, '0')}`;
  const payer = member({
    uid: String(20_000_000 + place),
    firstName: 'Stanford',
    lastName: `Bunny ${place}`,
  });
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
