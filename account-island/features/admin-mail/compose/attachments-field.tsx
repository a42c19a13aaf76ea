import { useId, useRef } from 'react';
import type { CampaignDraft } from '#contract/compose-campaign';
import { errorMessages } from '#shared/errors';
import { mailLimits } from '#shared/mail-limits';
import { Icon, IconButton, icons } from '../../../components/icon.tsx';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { formatBytes } from '../../../text/format.ts';
import { type AttachmentErrorCode, validateAttachments } from './message.ts';

interface Props {
  files: readonly File[];
  /** The attachments of a restored draft, which does not store files. */
  missing: CampaignDraft['attachments'];
  error: string | undefined;
  onChange: (files: readonly File[]) => void;
}

const accept = [...mailLimits.fileTypes, 'jpeg'].map((type) => `.${type}`).join(',');

export function AttachmentsField({ files, missing, error, onChange }: Props) {
  const ids = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const fieldErrors = validateAttachments(files);
  const toAttachAgain = missing.filter(({ name }) => !files.some((file) => file.name === name));
  const isShownBelow =
    error !== undefined && !fieldErrors.some((each) => each && errorMessages[`campaign-${each}`] === error);
  return (
    <fieldset className="field" aria-describedby={`${ids}hint`}>
      <legend id={ids}>
        Attachments <span className="label__optional">(optional)</span>
      </legend>
      <ul className="attachments" aria-labelledby={ids}>
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may be alike in all that can be seen
          <li key={`${index} ${file.name}`}>
            <span title={file.name}>{file.name}</span>
            <FileState size={file.size} error={fieldErrors[index]} />
            <IconButton
              path={icons.remove}
              label={`Remove ${file.name}`}
              onClick={() => onChange(files.filter((each) => each !== file))}
            />
          </li>
        ))}
      </ul>
      <div>
        <button
          data-field="files"
          className="btn btn--outline btn--small attach-button"
          type="button"
          onClick={() => chooser.current?.click()}
        >
          <Icon path={icons.attach} /> Attach files
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          aria-label="Files"
          accept={accept}
          onChange={({ target }) => {
            onChange([...files, ...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </div>
      {toAttachAgain.length > 0 && (
        <p className="hint">
          {texts.missingFiles}{' '}
          {toAttachAgain.map(({ name, size }) => `${name} (${formatBytes(size)})`).join(', ')}
        </p>
      )}
      <p className="hint" id={`${ids}hint`}>
        {texts.filesHint}
      </p>
      {isShownBelow && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const FileState = ({ size, error }: { size: number; error: AttachmentErrorCode | undefined }) =>
  error ? (
    <small className="attachments__error" role="alert">
      {errorMessages[`campaign-${error}`]}
    </small>
  ) : (
    <small>{formatBytes(size)}</small>
  );
