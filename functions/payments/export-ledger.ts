import { accessMethodNames, memberCategoryNames, membershipTypeNames } from '#shared/choices';
import { formatCsv } from '#shared/csv';
import { describeLedgerState, ledgerKindNames } from '#shared/ledger';
import { formatMoney } from '#shared/money';
import type { Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/repository.ts';
import type { ChangeContext } from '../platform/context.ts';
import { type LedgerLine, listYear } from './view-ledger.ts';

const CSV_COLUMNS = [
  ...['Date', 'Kind', 'Document', 'Receipt', 'Received from', 'Membership ID', 'Membership type', 'Category'],
  ...['Method', 'Bank reference', 'Payment ID', 'Currency', 'Money in', 'Money out', 'State'],
];

/** Every payment of a year as CSV. The export is recorded in the audit log. */
export async function exportLedger(
  context: ChangeContext,
  actor: Actor,
  year: number,
): Promise<{ fileName: string; csv: string }> {
  const csv = await formatLedgerCsv(await listYear(context, year));
  const details = { period: String(year) };
  await recordEntry(context, { actor, action: 'export-ledger', details });
  return { fileName: `payments-${year}.csv`, csv };
}

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
