import type { ImportReport, RowErrorGroup } from '#contract/imports';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Notice } from '../../components/notice.tsx';
import { correctionsCaption, existingRows, reportSummary } from '../../text/admin-imports.ts';
import { formatCount } from '../../text/format.ts';

/** The result of a check: rows that need correction are visible, rows that already exist are collapsed. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { errors, errorCount, skipped, skippedCount } = report;
  return (
    <>
      <Notice tone={errorCount > 0 ? 'danger' : 'success'} role="status">
        {reportSummary(report)}
      </Notice>
      {errors.length > 0 && (
        <RowErrors
          caption={correctionsCaption(errors.length, errorCount - rowsIn(errors))}
          heading="Correction"
          errors={errors}
        />
      )}
      {skipped.length > 0 && (
        <details>
          <summary>{existingRows(skippedCount)}</summary>
          <RowErrors caption="Rows that already exist" heading="Result" errors={skipped} />
        </details>
      )}
    </>
  );
}

const rowsIn = (errors: readonly RowErrorGroup[]): number =>
  errors.reduce((sum, { rowCount }) => sum + rowCount, 0);

interface Props {
  caption: string;
  /** The heading of the column with the sentences. */
  heading: string;
  errors: readonly RowErrorGroup[];
}

function RowErrors({ caption, heading, errors }: Props) {
  const columns: readonly Column<RowErrorGroup>[] = [
    { label: 'Column', cell: ({ column }) => columnTitle(column), isHeader: true, className: 'nowrap' },
    { label: heading, cell: ({ message }) => message },
    { label: 'Rows', cell: ({ rowCount }) => formatCount(rowCount) },
    { label: 'Row numbers', cell: rowNumbers },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={errors}
      rowKey={({ column, message }) => `${column} ${message}`}
    />
  );
}

/** `First name` for `firstName`, as people write column headings. */
function columnTitle(column: string): string {
  if (column === '') return 'Whole row';
  const words = column.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `2, 5–9`, as editors count lines. */
function rowNumbers({ ranges, rowCount }: RowErrorGroup): string {
  const named = ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
  const rest = rowCount - ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return rest > 0 ? `${named} and ${formatCount(rest)} more` : named;
}
