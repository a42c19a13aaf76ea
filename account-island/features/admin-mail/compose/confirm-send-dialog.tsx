import { useId, useState } from 'react';
import { SubmitButton } from '../../../components/button.tsx';
import { Modal } from '../../../components/dialog.tsx';
import { DialogEnd } from '../../../components/dialog-end.tsx';
import { Field } from '../../../components/field.tsx';
import { Note, type Said, SaidNote } from '../../../components/notice.tsx';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { Preview } from '../message-preview.tsx';
import { type Check, CheckFacts } from './check-facts.tsx';
import type { Letter } from './letter.ts';
import { TestCopy } from './test-copy.tsx';

/** Above this many copies their number is typed. */
const MANY = 200;

interface Props {
  check: Check;
  letter: Letter;
  busy: boolean;
  locked: boolean;
  /** 0 to 1, of what is sent to the server. */
  progress: number;
  said: Said | undefined;
  onSend: () => void;
  onLeaveOut: (addresses: readonly string[]) => void;
  onCancel: () => void;
}

/** The last look before a mail leaves. */
export function ConfirmSend(props: Props) {
  const { check, letter, busy, locked, progress, said, onSend, onLeaveOut, onCancel } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const strangers = check.nothing.filter(({ reason }) => reason === 'not-a-member' || reason === 'disabled');
  const isTyped = check.copies <= MANY || typed.trim() === String(check.copies);
  const isReady = strangers.length === 0 && check.copies > 0 && isTyped;
  return (
    <Modal
      wide
      title={letter.isLater ? 'Schedule this email?' : 'Send this email?'}
      text="The preview is what the first recipient gets."
      closedBy="closerequest"
      busy={busy}
      onCancel={onCancel}
    >
      <CheckFacts check={check} letter={letter} />
      {strangers.length > 0 && (
        <>
          <Note tone="err" role="alert">
            {texts.refusesList} {strangers.map(({ address }) => address).join(', ')}
          </Note>
          <p>
            <button
              className="btn btn--line btn--sm"
              type="button"
              onClick={() => onLeaveOut(strangers.map(({ address }) => address))}
            >
              Leave {strangers.length === 1 ? 'it' : 'them'} out
            </button>
          </p>
        </>
      )}
      <Preview html={check.html} text={check.text} />
      <TestCopy letter={letter} />
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy && !locked) onSend();
        }}
      >
        {check.copies > MANY && (
          <Field
            name="copies"
            label={`Type ${check.copies}, the number of copies`}
            inputMode="numeric"
            autoComplete="off"
            required
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </form>
      {busy && (
        <p>
          <label>
            Uploading <progress value={progress} />
          </label>
        </p>
      )}
      <SaidNote said={said} />
      <DialogEnd back="Back" busy={busy} onBack={onCancel}>
        <SubmitButton
          form={id}
          label={`${letter.isLater ? 'Schedule for' : 'Send to'} ${check.copies}`}
          busyLabel="Sending..."
          busy={busy}
          locked={locked}
          disabled={!isReady}
        />
      </DialogEnd>
    </Modal>
  );
}
