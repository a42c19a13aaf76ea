import type { Command } from 'commander';
import { formatMonth } from '#shared/hong-kong';
import {
  formatLedgerAmount,
  LEDGER_FILE_FORMATS,
  LEDGER_GROUPS,
  type LedgerCell,
  type LedgerFileFormat,
  type LedgerGroup,
  otherCurrencies,
  sumLedger,
} from '#shared/ledger';
import { CURRENCY, formatMoney } from '#shared/money';
import { StartupError } from '../local/disk/errors.ts';
import { writeNewFile } from '../local/disk/files.ts';
import { addOperatorCommand, type CliContext, choiceOption, newFileOption } from './options.ts';
import { textTable } from './text-table.ts';

type Files = Partial<Record<LedgerFileFormat, string>>;

/** All payments of a year: what they come to, and files with each of them. */
export function addLedgerCommand(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'payments-of-year <YEAR>',
    description: 'Show the total payments of a year by month, with refunds and credit notes.',
    options: [
      choiceOption('by', LEDGER_GROUPS, 'the columns; "kind" by default'),
      newFileOption('csv', 'write each payment to this file as CSV'),
      newFileOption('pdf', 'write the list for the auditor to this file'),
    ],
    run: async (operator, text, { by = 'kind', ...files }: { by?: LedgerGroup } & Files) => {
      if (!/^[1-9]\d{3}$/.test(text)) throw new StartupError('YEAR must be a year, for example 2026.');
      const year = Number(text);
      const { cells } = await operator.viewYear(year);
      const written: string[] = [];
      for (const format of LEDGER_FILE_FORMATS) {
        const file = files[format];
        if (file === undefined) continue;
        await writeNewFile(file, await operator.exportYear(year, format));
        written.push(`Payments written to ${file}.`);
      }
      return [...sumLines(cells, by), ...written].join('\n');
    },
  });
}

function sumLines(cells: readonly LedgerCell[], by: LedgerGroup): string[] {
  if (cells.length === 0) return ['No payments in this year.'];
  const { columns, rows, total } = sumLedger(cells, by);
  const toRow = (name: string, { count, amounts, net }: typeof total) => [
    name,
    String(count),
    ...[...amounts, net].map((amount) => formatLedgerAmount(CURRENCY, amount)),
  ];
  const table = [
    [CURRENCY, 'Entries', ...columns, 'Net'],
    ...rows.map(({ month, ...sums }) => toRow(formatMonth(month), sums)),
    toRow('Total', total),
  ];
  const others = otherCurrencies(cells).map(({ currency, net }) => formatMoney(currency, net));
  return [...textTable(table), ...(others.length > 0 ? [`Not included: ${others.join(', ')}.`] : [])];
}
