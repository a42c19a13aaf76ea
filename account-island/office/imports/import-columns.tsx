import { Fragment, useState } from 'react';
import type { ImportJob, ImportReport } from '#contract/imports';
import { type ImportColumn, importColumns } from '#shared/import-columns';
import {
  aboveHeader,
  columnsSummary,
  hintedColumns,
  isHeaderWrong,
  importMessages as texts,
  unusedColumns,
} from '../../text/admin-imports.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { saveCsv } from '../../ui/download.tsx';
import { Notice } from '../../ui/notice.tsx';

type Kind = ImportJob['kind'];

/** What of the file is not imported: the rows above its headings, and columns without a use. */
export function UnusedParts({ report }: { report: ImportReport }) {
  const unused = report.columns.filter(({ heading, name }) => heading !== '' && name === '');
  const lines = [
    ...aboveHeader(report.headerRow),
    ...unusedColumns(unused.map(({ heading }) => heading)),
    ...hintedColumns(unused),
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

/** The columns that a file can have, and a file with them to begin with. */
export const ColumnHelp = ({ kind }: { kind: Kind }) => (
  <details className="disclosure">
    <summary>{texts.columnHelp}</summary>
    <p>{texts.columnHelpText}</p>
    <div className="panel__actions">
      <Button kind="outline" isSmall onClick={() => saveExample(kind)}>
        {texts.saveExample}
      </Button>
    </div>
    <DataTable
      caption={texts.columnsCaption}
      columns={[
        {
          label: texts.column,
          cell: ({ title }: ImportColumn) => title,
          isHeader: true,
          className: 'nowrap',
        },
        {
          label: texts.content,
          cell: ({ meaning, isRequired }) => (isRequired ? `${texts.required} ${meaning}` : meaning),
        },
        { label: texts.headings, cell: ({ headings }) => headings.join(', ') },
      ]}
      rows={importColumns[kind]}
      rowKey={({ name }) => name}
    />
  </details>
);

async function saveExample(kind: Kind): Promise<void> {
  const { formatCsv } = await import('#shared/csv');
  const row = Object.fromEntries(
    importColumns[kind].flatMap(({ title, example }) => (example === undefined ? [] : [[title, example]])),
  );
  saveCsv(`example-${kind}.csv`, await formatCsv([row]));
}

interface ChoicesProps {
  kind: Kind;
  report: ImportReport;
  onChoose: (heading: string, name: string) => void;
}

/** How each column of the file is used; opened when the header needs correction or may be misspelt. */
export function ColumnChoices({ kind, report, onChoose }: ChoicesProps) {
  const named = report.columns.filter(({ heading }) => heading !== '');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="disclosure"
      open={isOpen || isHeaderWrong(report) || named.some(({ suggested }) => suggested !== '')}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{columnsSummary(named)}</summary>
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
