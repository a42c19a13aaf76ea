import { useId, useState } from 'react';
import type { ImportJob, ImportReport } from '#contract/imports';
import { type ImportColumn, importColumns } from '#shared/import-columns';
import { foreignWords, type ReadText } from '#shared/text-file';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { saveCsv } from '../../components/download.tsx';
import { FieldMessages, useFieldIds } from '../../components/field.tsx';
import { OptionSelect } from '../../components/option-select.tsx';
import {
  chooseEncoding,
  columnsSummary,
  isHeaderWrong,
  importMessages as texts,
} from '../../text/admin-imports.ts';
import { existingMemberRules, importKinds } from '../../text/audit.ts';

type Kind = ImportJob['kind'];

export interface ImportOptions {
  kind: Kind;
  existing: keyof typeof existingMemberRules;
  isVerified: boolean;
  verifiedReason: string;
}

export const initialOptions: ImportOptions = {
  kind: 'members',
  existing: 'skip',
  isVerified: false,
  verifiedReason: '',
};

interface Props {
  options: ImportOptions;
  onChange: (change: Partial<ImportOptions>) => void;
  /** Called with each letter of the reason, and when it is complete. */
  onReason: (verifiedReason: string) => void;
  onReasonEnd: () => void;
  /** Shown below the reason while it is missing. */
  reasonError: string | undefined;
  /** No file can be selected while the rows of another are imported. */
  isImporting: boolean;
  onSelect: (file: File) => void;
}

/** What is imported and how, and the file; the same file can be selected again. */
export function ImportOptionFields({ options, onChange, isImporting, onSelect, ...reason }: Props) {
  const id = useId();
  return (
    <>
      <div className="filters">
        <OptionSelect
          label={texts.kind}
          options={importKinds}
          value={options.kind}
          onChange={(kind) => onChange({ kind })}
        />
        {options.kind === 'members' && (
          <OptionSelect
            label={texts.existing}
            options={existingMemberRules}
            value={options.existing}
            onChange={(existing) => onChange({ existing })}
          />
        )}
      </div>
      {options.kind === 'members' && <VerifiedFields {...reason} options={options} onChange={onChange} />}
      <div className="field">
        <label htmlFor={`${id}file`}>{texts.file}</label>
        <input
          className="input"
          id={`${id}file`}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          aria-describedby={`${id}hint`}
          disabled={isImporting}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) onSelect(file);
          }}
        />
        <p className="hint" id={`${id}hint`}>
          {isImporting ? texts.fileWaits : texts.fileHint}
        </p>
      </div>
    </>
  );
}

interface EncodingChoiceProps {
  name: string;
  readings: readonly ReadText[];
  onChoose: (reading: ReadText) => void;
}

/** Asks how a file that is neither UTF-8 nor UTF-16 is to be read, by the words that differ. */
export function EncodingChoice({ name, readings, onChoose }: EncodingChoiceProps) {
  const [last, setChosen] = useState<ReadText>();
  // What was chosen for another file of the same name is no choice for this one.
  const chosen = readings.find((reading) => reading === last);
  return (
    <fieldset className="field">
      <legend>{chooseEncoding(name)}</legend>
      <div className="radio-group radio-group--lines">
        {readings.map((reading) => (
          <label className="checkbox" key={reading.encoding}>
            <input
              type="radio"
              name="encoding"
              checked={reading === chosen}
              onChange={() => setChosen(reading)}
            />{' '}
            {foreignWords(reading.text).join(' · ')} <span className="hint">{reading.encoding}</span>
          </label>
        ))}
      </div>
      <div className="panel__actions">
        <Button isSmall isLocked={!chosen} onClick={() => chosen && onChoose(chosen)}>
          {texts.useReading}
        </Button>
      </div>
    </fieldset>
  );
}

/** Whether new members' addresses count as verified, and why. */
function VerifiedFields({
  options: { isVerified, verifiedReason },
  onChange,
  onReason,
  onReasonEnd,
  reasonError: error,
}: Omit<Props, 'onSelect' | 'isImporting'>) {
  const ids = useFieldIds({ error, hint: texts.verifiedReasonHint });
  const hintId = `${ids.id}verified`;
  return (
    <>
      <p>
        <label className="checkbox">
          <input
            type="checkbox"
            checked={isVerified}
            aria-describedby={hintId}
            onChange={({ target }) => onChange({ isVerified: target.checked })}
          />{' '}
          {texts.verified}
        </label>
      </p>
      <p className="hint" id={hintId}>
        {texts.verifiedHint}
      </p>
      {isVerified && (
        <div className="field">
          <label htmlFor={ids.id}>{texts.verifiedReason}</label>
          <input
            className="input"
            id={ids.id}
            type="text"
            required
            maxLength={500}
            value={verifiedReason}
            {...ids.described}
            onChange={({ target }) => onReason(target.value)}
            onBlur={onReasonEnd}
          />
          <FieldMessages ids={ids} error={error} hint={texts.verifiedReasonHint} />
        </div>
      )}
    </>
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

/** How each column of the file is used; opened when the header needs correction. */
export function ColumnChoices({ kind, report, onChoose }: ChoicesProps) {
  const named = report.columns.filter(({ heading }) => heading !== '');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="disclosure"
      open={isOpen || isHeaderWrong(report)}
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
