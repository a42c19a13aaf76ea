import { accessMethodNames, memberCategoryNames, membershipTypeNames } from '#shared/choices';
import { formatCsv } from '#shared/csv';
import { describeLedgerState, type LedgerCell, ledgerKindNames } from '#shared/ledger';
import { formatMoney } from '#shared/money';
import type { Files, StoredFile } from '../platform/files.ts';
import type { PaymentsDeps } from './fulfil-payment.ts';
import { type LedgerFile, ledgerCounter, ledgerFileKey } from './ledger.ts';
import { renderLedger } from './ledger-pdf.ts';
import type { Ledger } from './ledger-repository.ts';
import type { PdfIssuer } from './pdf-document.ts';
import { type LedgerLine, listYear } from './view-ledger.ts';

interface RenderDeps extends Pick<PaymentsDeps, 'members' | 'payments'> {
  ledger: Ledger;
  issuer: PdfIssuer;
}

interface LedgerFileDeps extends RenderDeps, Pick<PaymentsDeps, 'now' | 'log'> {
  files: Pick<Files, 'put'>;
}

const BATCH_SIZE = 5;

/** Makes pending files until the time is up, and returns how many. A file that fails is tried again by the next run. */
export async function makeLedgerFiles(deps: LedgerFileDeps, until?: Date): Promise<number> {
  const { now, ledger, files, log } = deps;
  let made = 0;
  for (const file of await ledger.listPendingFiles(BATCH_SIZE)) {
    if (until && now() >= until) return made;
    try {
      await files.put(ledgerFileKey(file), await renderLedgerFile(deps, file));
      await ledger.markFileReady(file);
      made += 1;
    } catch (cause) {
      log({ level: 'warn', event: 'ledger-file-failed', file: ledgerFileKey(file), cause });
    }
  }
  return made;
}

/** The file with what the ledger holds now. */
async function renderLedgerFile(
  deps: RenderDeps,
  { year, format, requestedAt }: Omit<LedgerFile, 'id'>,
): Promise<StoredFile> {
  const lines = await listYear(deps, year);
  if (format === 'csv')
    return {
      body: Buffer.from(`\ufeff${await formatLedgerCsv(lines)}`),
      contentType: 'text/csv; charset=utf-8',
    };
  const preparedAt = new Date(requestedAt);
  const body = await renderLedger({ year, cells: cellsOf(lines), lines, preparedAt }, deps.issuer);
  return { body, contentType: 'application/pdf' };
}

function cellsOf(lines: readonly LedgerLine[]): LedgerCell[] {
  const counter = ledgerCounter();
  for (const line of lines) counter.add(line);
  return counter.result();
}

const CSV_COLUMNS = [
  ...['Date', 'Kind', 'Document', 'Receipt', 'Received from', 'Membership ID', 'Membership type', 'Category'],
  ...['Method', 'Bank reference', 'Payment ID', 'Currency', 'Money in', 'Money out', 'State'],
];

/** All lines in the order of days. What leaves the association has a column of its own: a minus would look like a formula. */
const formatLedgerCsv = (lines: readonly LedgerLine[]): Promise<string> =>
  formatCsv(
    lines.map((line) => {
      const amount = digitsOf(line.currency, Math.abs(line.amountMinorUnits));
      return {
        Date: line.day,
        Kind: ledgerKindNames[line.kind],
        Document: line.number ?? '',
        Receipt: line.receipt ?? '',
        'Received from': line.payer,
        'Membership ID': line.uid ?? '',
        'Membership type': line.type ? membershipTypeNames[line.type] : '',
        Category: line.category ? memberCategoryNames[line.category] : '',
        Method: accessMethodNames[line.method],
        'Bank reference': line.bankReference ?? '',
        'Payment ID': line.paymentId,
        Currency: line.currency,
        'Money in': line.amountMinorUnits < 0 ? '' : amount,
        'Money out': line.amountMinorUnits < 0 ? amount : '',
        State: describeLedgerState(line),
      };
    }),
    CSV_COLUMNS,
  );

/** `1234.00`, with the currency's number of digits. */
const digitsOf = (currency: string, minorUnits: number): string =>
  formatMoney(currency, minorUnits).replace(/[^\d.]/g, '');
