import { useId } from 'react';
import type { ImportJob } from '#contract/imports';
import { FieldMessages, useFieldIds } from '../../components/field.tsx';
import { OptionSelect } from '../../components/option-select.tsx';
import { importMessages as texts } from '../../text/admin-imports.ts';
import { existingMemberRules, importKinds } from '../../text/audit.ts';

export interface ImportOptions {
  kind: ImportJob['kind'];
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
