import { Fragment, useState } from 'react';
import type { ImportJob, ImportReport, OutcomeGroup, RowErrorGroup } from '#contract/imports';
import { columnTitle, importColumns } from '#shared/import-columns';
import { isHeaderWrong, outcomes, importMessages as texts } from '../../text/admin-imports.ts';
import { formatCount, NO_VALUE } from '../../text/format.ts';
import { BreakableAddress } from '../../ui/breakable-address.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { saveCsv } from '../../ui/download.tsx';
import { Notice } from '../../ui/notice.tsx';

type Kind = ImportJob['kind'];

interface Props {
  kind: Kind;
  report: ImportReport;
  /** Whether the import has begun: what it would do is of no use any more. */
  isStarted: boolean;
  /** Called with the use of a column that was chosen by hand. */
  onChoose: (heading: string, name: string) => void;
}

/**
 * The result of a check: how the columns are used, rows that need correction, then what the import will do with the others.
 * Afterwards, the people who were left out.
 */
export function ImportReportView({ kind, report, isStarted, onChoose }: Props) {
  const { columns, errors, errorCount } = report;
  const leftOut = report.outcomes.find(({ outcome }) => outcome === 'left-out');
  if (isStarted)
    return (
      <>
        {columns.length === 0 && <Notice>{texts.importedBefore}</Notice>}
        {leftOut && <OutcomeRows kind={kind} group={leftOut} isOpen />}
      </>
    );
  return (
    <>
      <UnusedParts report={report} />
      {columns.length > 0 && <ColumnChoices kind={kind} report={report} onChoose={onChoose} />}
      <Notice tone={errorCount > 0 ? 'danger' : 'success'} role="status">
        {texts.reportSummary(report)}
      </Notice>
      {errors.length > 0 && (
        <DataTable
          caption={texts.correctionsCaption(errors.length, errorCount - rowsIn(errors))}
          columns={errorColumns(kind)}
          rows={errors}
          rowKey={({ column, message }) => `${column} ${message}`}
        />
      )}
      {report.outcomes.map((group) => (
        <OutcomeRows key={group.outcome} kind={kind} group={group} />
      ))}
    </>
  );
}

/** What of the file is not imported: the rows above its headings, and columns without a use. */
function UnusedParts({ report }: { report: ImportReport }) {
  const unused = report.columns.filter(({ heading, name }) => heading !== '' && name === '');
  const lines = [
    ...texts.aboveHeader(report.headerRow),
    ...texts.unusedColumns(unused.map(({ heading }) => heading)),
    ...texts.hintedColumns(unused),
  ];
  return (
    lines.length > 0 && (
      <Notice tone="warning">
        {lines.map((line, index) => (
          <Fragment key={line}>
            {index > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </Notice>
    )
  );
}

/** How each column of the file is used; opened when the header needs correction or may be misspelt. */
function ColumnChoices({ kind, report, onChoose }: Omit<Props, 'isStarted'>) {
  const named = report.columns.filter(({ heading }) => heading !== '');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="disclosure"
      open={isOpen || isHeaderWrong(report) || named.some(({ suggested }) => suggested !== '')}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{texts.columnsSummary(named)}</summary>
      <DataTable
        caption={texts.choicesCaption}
        columns={[
          { label: texts.columnOfFile, cell: ({ heading }) => heading, isHeader: true },
          {
            label: texts.usedAs,
            cell: ({ heading, name }) => (
              <select
                className="input"
                aria-label={`${texts.usedAs}: ${heading}`}
                value={name}
                onChange={({ target }) => onChoose(heading, target.value)}
              >
                <option value="">{texts.ignored}</option>
                {importColumns[kind].map((column) => (
                  <option key={column.name} value={column.name}>
                    {column.title}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
        rows={named}
        rowKey={({ heading }, index) => `${heading} ${index}`}
      />
    </details>
  );
}

const rowsIn = (errors: readonly RowErrorGroup[]): number =>
  errors.reduce((sum, { rowCount }) => sum + rowCount, 0);

const errorColumns = (kind: Kind): Column<RowErrorGroup>[] => [
  {
    label: 'Column',
    cell: ({ column }) => (column === '' ? 'Whole row' : columnTitle(kind, column)),
    isHeader: true,
    className: 'nowrap',
  },
  { label: 'Correction', cell: ({ message }) => message },
  { label: 'Rows', cell: ({ rowCount }) => formatCount(rowCount) },
  { label: 'Row numbers and values', cell: rowNumbers },
];

/** `2 “nobody”, 5–9`, as spreadsheets count rows, without separators. */
function rowNumbers({ ranges, rowCount }: RowErrorGroup): string {
  const named = ranges.map(({ from, to, value }) =>
    [from === to ? from : `${from}–${to}`, value && `“${value}”`].filter(Boolean).join(' '),
  );
  const rest = rowCount - ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return named.join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '');
}

/** Collapsed before the import: the number says enough for most files. */
function OutcomeRows({ kind, group, isOpen = false }: { kind: Kind; group: OutcomeGroup; isOpen?: boolean }) {
  const { outcome, count, rows } = group;
  return (
    <details className="disclosure" open={isOpen}>
      <summary>{outcomes[kind][outcome](count)}</summary>
      {outcome === 'left-out' && (
        <p>
          <Button kind="outline" isSmall onClick={() => saveLeftOut(rows)}>
            {texts.saveLeftOut}
          </Button>
        </p>
      )}
      <DataTable
        caption={texts.firstRows(rows.slice(0, SHOWN_ROWS).length, count)}
        columns={[
          { label: 'Row', cell: ({ row }) => String(row) },
          {
            label: kind === 'members' ? 'Email' : 'Member',
            cell: ({ who }) => (who ? <BreakableAddress email={who} /> : NO_VALUE),
            isHeader: true,
          },
          { label: outcome === 'left-out' ? 'Name' : 'Result', cell: ({ details }) => details },
        ]}
        rows={rows.slice(0, SHOWN_ROWS)}
        rowKey={({ row }) => String(row)}
      />
    </details>
  );
}

const SHOWN_ROWS = 20;
async function saveLeftOut(rows: OutcomeGroup['rows']): Promise<void> {
  const { formatCsv } = await import('#shared/csv');
  const table = rows.map(({ row, who, details }) => ({ Row: String(row), Member: who, Name: details }));
  saveCsv('left-out.csv', await formatCsv(table));
}
