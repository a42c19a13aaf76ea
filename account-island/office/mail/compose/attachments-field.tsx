import { useId, useRef, useState } from 'react';
import type { CampaignDraft } from '#contract/compose-campaign';
import { errorMessages } from '#shared/errors';
import { mailLimits } from '#shared/mail-limits';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { formatBytes } from '../../../text/format.ts';
import { FieldError } from '../../../ui/field.tsx';
import { Icon, IconButton, icons } from '../../../ui/icon.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { attachmentError } from './message.ts';

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
  const attachButton = useRef<HTMLButtonElement>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const attach = useAction(
    async (chosen: readonly File[]) => {
      const attached = [...files];
      const sentences: string[] = [];
      for (const file of chosen) {
        if (attached.some((each) => isSameFile(each, file))) continue;
        const code = await attachmentError(file, attached);
        if (code) sentences.push(`${file.name}: ${errorMessages[`campaign-${code}`]}`);
        else attached.push(file);
      }
      setRefused(sentences);
      onChange(attached);
    },
    { failed: () => errorMessages['campaign-file-upload'] },
  );
  const toAttachAgain = missing.filter(({ name }) => !files.some((file) => file.name === name));
  return (
    <fieldset className="field attachments-field" aria-describedby={`${ids}hint`}>
      <legend className="visually-hidden" id={ids}>
        Attachments
      </legend>
      <div className="cluster attachments">
        <ul className="cluster" aria-labelledby={ids}>
          {files.map((file) => (
            <li className="chip" key={[file.name, file.size, file.lastModified].join()}>
              <span title={file.name}>{file.name}</span>
              <small>{formatBytes(file.size)}</small>
              <IconButton
                path={icons.remove}
                label={`Remove ${file.name}`}
                onClick={({ currentTarget }) => {
                  focusNeighbour(currentTarget, attachButton.current);
                  setRefused([]);
                  onChange(files.filter((each) => each !== file));
                }}
              />
            </li>
          ))}
        </ul>
        <button
          ref={attachButton}
          data-field="files"
          className="btn btn--outline btn--small"
          type="button"
          onClick={() => chooser.current?.click()}
        >
          <Icon path={icons.attach} /> Attach files
        </button>
        <span className="hint" id={`${ids}hint`}>
          {texts.filesHint}
        </span>
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label="Files"
        accept={accept}
        onChange={({ target }) => {
          attach.start([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <p className="visually-hidden" role="status">
        {files.length > 0 && texts.attachedCount(files.length)}
      </p>
      {toAttachAgain.length > 0 && (
        <p className="hint">
          {texts.missingFiles} {texts.attachmentList(toAttachAgain)}
        </p>
      )}
      {[...refused, error ?? attach.notice?.text ?? ''].map((sentence) => (
        <FieldError key={sentence}>{sentence}</FieldError>
      ))}
    </fieldset>
  );
}

const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** Moves the focus from the button that removes a list item to the next item's button, the one before, or `otherwise`. */
function focusNeighbour(button: HTMLElement, otherwise: HTMLElement | null): void {
  const item = button.closest('li');
  const neighbours = [item?.nextElementSibling, item?.previousElementSibling];
  const [next = otherwise] = neighbours.flatMap((each) => each?.querySelector('button') ?? []);
  next?.focus({ preventScroll: true });
}
