import type { ImportReport, RowErrorGroup } from '#contract/imports';
import { TableHead } from '../../components/data-table.tsx';
import { Notice } from '../../components/notice.tsx';
import { deskMessages as texts } from '../../text/admin-members.ts';
import { countOf } from '../../text/format.ts';

/** What a check found: what is to be put right in sight, what changes nothing folded away. */
export const Report = ({ report }: { report: ImportReport }) => {
  const { rows, errorCount, skippedCount } = report;
  return (
    <>
      <Notice tone={errorCount > 0 ? 'err' : 'ok'} role="status">
        {countOf(rows, 'line')}, {errorCount.toLocaleString('en')} to put right,{' '}
        {skippedCount.toLocaleString('en')} known before.{' '}
        {skippedCount === rows ? texts.nothingToApply : texts.nothingWritten}
      </Notice>
      <Findings title="To put right" says="What to put right" findings={report.errors} count={errorCount} />
      {report.skipped.length > 0 && (
        <details>
          <summary>{countOf(skippedCount, 'line')} known before</summary>
          <Findings
            title="Known before"
            says="What becomes of it"
            findings={report.skipped}
            count={skippedCount}
          />
        </details>
      )}
    </>
  );
};

interface Props {
  title: string;
  /** Heads the messages. */
  says: string;
  findings: readonly RowErrorGroup[];
  /** Of all, of which these are the first. */
  count: number;
}

function Findings({ title, says, findings, count }: Props) {
  if (findings.length === 0) return null;
  const rest = count - findings.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return (
    <table className="table table--wrap table--stacked">
      <caption>
        {title}
        {rest > 0 && `: the first ${findings.length}, and ${rest.toLocaleString('en')} more`}
      </caption>
      <TableHead titles={['Column', says, 'Lines', 'Where']} />
      <tbody>
        {findings.map((finding) => (
          <tr key={`${finding.column} ${finding.message}`}>
            <th className="nowrap" scope="row" data-label="Column">
              {columnTitle(finding.column)}
            </th>
            <td data-label={says}>{finding.message}</td>
            <td data-label="Lines">{finding.rowCount.toLocaleString('en')}</td>
            <td data-label="Where">{lineRanges(finding)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `First name` for `firstName`: as people like to write a header. */
const columnTitle = (column: string): string => {
  const words = column.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return words === '' ? 'The whole line' : words.charAt(0).toUpperCase() + words.slice(1);
};

/** `2, 5–9`, as an editor counts lines. */
function lineRanges({ ranges, rowCount }: RowErrorGroup): string {
  const ok = ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
  const rest = rowCount - ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return rest > 0 ? `${ok} and ${countOf(rest, 'more line')}` : ok;
}
