import { useId, useState } from 'react';
import type { ImportJob } from '#contract/imports';
import { foreignWords, type ReadText } from '#shared/text-file';
import { chooseEncoding, importMessages as texts } from '../../text/admin-imports.ts';
import { existingMemberRules, importKinds } from '../../text/audit.ts';
import { Button } from '../../ui/button.tsx';
import { FieldMessages, TextField, useFieldIds } from '../../ui/field.tsx';
import { OptionSelect } from '../../ui/option-select.tsx';
import { useSegments } from '../members/use-segments.ts';

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
  /** No file can be selected while the rows of another are imported. */
  isImporting: boolean;
  onSelect: (file: File) => void;
}

/** What is imported and how, and the file; the same file can be selected again. */
export function ImportOptionFields({ options, onChange, isImporting, onSelect, ...text }: Props) {
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
      {options.kind === 'members' ? (
        <VerifiedFields {...text} options={options} onChange={onChange} />
      ) : (
        <ConferenceFields {...text} conference={options.conference} />
      )}
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
  onText,
  onTextEnd,
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
            onChange={({ target }) => onText({ verifiedReason: target.value })}
            onBlur={onTextEnd}
          />
          <FieldMessages ids={ids} error={error} hint={texts.verifiedReasonHint} />
        </div>
      )}
    </>
  );
}

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
            const known = conferences.find(({ name }) => name === value);
            const { venue, date, link } = known ?? conference;
            change({ name: value, venue, date, link });
          }}
          onBlur={onTextEnd}
        />
        <datalist id={listId}>
          {conferences.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        {conference.name.trim() !== '' && (
          <>
            <TextField
              label={texts.venue}
              name="venue"
              optional={false}
              maxLength={200}
              value={conference.venue}
              onChange={({ target }) => change({ venue: target.value })}
              onBlur={onTextEnd}
            />
            <TextField
              label={texts.date}
              name="date"
              optional={false}
              maxLength={100}
              value={conference.date}
              onChange={({ target }) => change({ date: target.value })}
              onBlur={onTextEnd}
            />
            <TextField
              label={texts.link}
              name="link"
              optional={false}
              type="url"
              maxLength={2048}
              value={conference.link}
              onChange={({ target }) => change({ link: target.value })}
              onBlur={onTextEnd}
            />
          </>
        )}
      </div>
    </fieldset>
  );
}
