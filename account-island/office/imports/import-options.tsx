import { useEffect, useId, useRef } from 'react';
import type { ImportJob } from '#contract/imports';
import { type ImportColumn, importColumns } from '#shared/import-columns';
import { importMessages as texts } from '../../text/admin-imports.ts';
import { existingMemberRules, importKinds } from '../../text/audit.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { saveCsv } from '../../ui/download.tsx';
import { TextField } from '../../ui/field.tsx';
import { OptionSelect } from '../../ui/filter-bar.tsx';
import { useSegments } from '../members/member-filter.tsx';
import { foreignWords, type ReadText } from './text-file.ts';

type Kind = ImportJob['kind'];

export interface ImportOptions {
  kind: Kind;
  existing: keyof typeof existingMemberRules;
  isVerified: boolean;
  verifiedReason: string;
  /** That of the rows of attendance that name none; without a name, each row needs its own. */
  conference: { name: string; venue: string; date: string; link: string };
}

export const initialOptions: ImportOptions = {
  kind: 'members',
  existing: 'skip',
  isVerified: false,
  verifiedReason: '',
  conference: { name: '', venue: '', date: '', link: '' },
};

interface Props {
  options: ImportOptions;
  onChange: (change: Partial<ImportOptions>) => void;
  /** Called with each letter of a text, and when it is complete. */
  onText: (change: Partial<ImportOptions>) => void;
  onTextEnd: () => void;
  /** Shown below the reason while it is missing. */
  reasonError: string | undefined;
  hasFile: boolean;
  /** No file can be selected while the rows of another are imported. */
  isImporting: boolean;
  onSelect: (file: File) => void;
}

/** What is imported and how, and the file; the same file can be selected again. */
export function ImportOptionFields({ options, onChange, hasFile, isImporting, onSelect, ...text }: Props) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
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
      {options.kind === 'members' ? (
        <VerifiedFields {...text} options={options} onChange={onChange} />
      ) : (
        <ConferenceFields {...text} conference={options.conference} />
      )}
      <div className="field">
        <p>
          <Button
            kind={hasFile || isImporting ? 'outline' : 'main'}
            aria-describedby={`${id}hint`}
            disabled={isImporting}
            onClick={() => chooser.current?.click()}
          >
            {hasFile ? texts.otherFile : texts.file}
          </Button>
        </p>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={texts.file}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
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
      <ColumnHelp kind={options.kind} />
    </>
  );
}

/** The columns that a file can have, and a file with them to begin with. */
const ColumnHelp = ({ kind }: { kind: Kind }) => (
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

interface EncodingChoiceProps {
  name: string;
  readings: readonly ReadText[];
  onChoose: (reading: ReadText) => void;
}

/** Asks how a file that is neither UTF-8 nor UTF-16 is to be read, by the words that differ. */
export const EncodingChoice = ({ name, readings, onChoose }: EncodingChoiceProps) => (
  <fieldset className="field">
    <legend>{texts.chooseEncoding(name)}</legend>
    {readings.map((reading) => (
      <p key={reading.encoding}>
        <Button kind="outline" isSmall onClick={() => onChoose(reading)}>
          {foreignWords(reading.text).join(' · ')} {reading.encoding}
        </Button>
      </p>
    ))}
  </fieldset>
);

/** Whether new members' addresses count as verified, and why: the question opens with the tick, and takes the focus. */
function VerifiedFields({
  options: { isVerified, verifiedReason },
  onChange,
  onText,
  onTextEnd,
  reasonError: error,
}: Omit<Props, 'onSelect' | 'hasFile' | 'isImporting'>) {
  const hintId = useId();
  const reason = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A file that was selected without an answer leads back to the question.
    if (isVerified || error) reason.current?.focus();
  }, [isVerified, error]);
  return (
    <div className="field">
      <label className="checkbox">
        <input
          type="checkbox"
          checked={isVerified}
          aria-describedby={hintId}
          onChange={({ target }) => onChange({ isVerified: target.checked })}
        />{' '}
        {texts.verified}
      </label>
      <p className="hint" id={hintId}>
        {texts.verifiedHint}
      </p>
      {isVerified && (
        <TextField
          ref={reason}
          label={texts.verifiedReason}
          name="verifiedReason"
          required
          maxLength={500}
          value={verifiedReason}
          error={error}
          hint={texts.verifiedReasonHint}
          onChange={({ target }) => onText({ verifiedReason: target.value })}
          onBlur={onTextEnd}
        />
      )}
    </div>
  );
}

const CONFERENCE_FIELDS = [
  { name: 'venue', label: texts.venue, maxLength: 200 },
  { name: 'date', label: texts.date, maxLength: 100 },
  { name: 'link', label: texts.link, maxLength: 2048, type: 'url' },
] as const;

/** The conference of a whole file. One that members attended before brings its place, date and link along. */
function ConferenceFields({
  conference,
  onText,
  onTextEnd,
}: Pick<Props, 'onText' | 'onTextEnd'> & Pick<ImportOptions, 'conference'>) {
  const { conferences } = useSegments();
  const listId = useId();
  const change = (changed: Partial<ImportOptions['conference']>) =>
    onText({ conference: { ...conference, ...changed } });
  return (
    <fieldset className="field">
      <legend>{texts.conference}</legend>
      <p className="hint">{texts.conferenceHint}</p>
      <div className="filters">
        <TextField
          label={texts.conferenceName}
          name="conference"
          optional={false}
          list={listId}
          maxLength={200}
          value={conference.name}
          onChange={({ target: { value } }) => {
            const { venue, date, link } = conferences.find(({ name }) => name === value) ?? conference;
            change({ name: value, venue, date, link });
          }}
          onBlur={onTextEnd}
        />
        <datalist id={listId}>
          {conferences.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        {conference.name.trim() !== '' &&
          CONFERENCE_FIELDS.map((field) => (
            <TextField
              key={field.name}
              {...field}
              optional={false}
              value={conference[field.name]}
              onChange={({ target }) => change({ [field.name]: target.value })}
              onBlur={onTextEnd}
            />
          ))}
      </div>
    </fieldset>
  );
}
