import { useId, useState } from 'react';
import type * as z from 'zod/mini';
import { type previewCampaign, sendTestCampaign } from '#contract/compose-campaign';
import { upload } from '../../../api/upload.ts';
import { SubmitButton } from '../../../components/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Notice, ResultNotice } from '../../../components/notice.tsx';
import { useAction } from '../../../hooks/use-action.ts';
import { reasons, mailingMessages as texts } from '../../../text/admin-compose.ts';
import { formatBothZones } from '../../../text/dates.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { formatBytes } from '../../../text/format.ts';
import { refused } from '../mail-errors.ts';
import { Preview } from '../message-preview.tsx';
import type { Letter } from './message.ts';

/** Above this many copies their number is typed. */
const MANY = 200;

interface Props {
  check: Check;
  letter: Letter;
  busy: boolean;
  locked: boolean;
  /** 0 to 1, of what is sent to the server. */
  progress: number;
  notice: NoticeMessage | undefined;
  onSend: () => void;
  onLeaveOut: (addresses: readonly string[]) => void;
  onCancel: () => void;
}

/** The last look before a mail leaves. */
export function ConfirmSend(props: Props) {
  const { check, letter, busy, locked, progress, notice, onSend, onLeaveOut, onCancel } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const strangers = check.excluded.filter(({ reason }) => reason === 'not-a-member' || reason === 'disabled');
  const isTyped = check.deliveries <= MANY || typed.trim() === String(check.deliveries);
  const isReady = strangers.length === 0 && check.deliveries > 0 && isTyped;
  return (
    <Dialog
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
          <Notice tone="err" role="alert">
            {texts.refusesList} {strangers.map(({ address }) => address).join(', ')}
          </Notice>
          <p>
            <button
              className="btn btn--outline btn--small"
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
        {check.deliveries > MANY && (
          <TextField
            name="copies"
            label={`Type ${check.deliveries}, the number of copies`}
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
      <ResultNotice notice={notice} />
      <DialogActions back="Back" busy={busy} onBack={onCancel}>
        <SubmitButton
          form={id}
          label={`${letter.isLater ? 'Schedule for' : 'Send to'} ${check.deliveries}`}
          busyLabel="Sending..."
          busy={busy}
          locked={locked}
          disabled={!isReady}
        />
      </DialogActions>
    </Dialog>
  );
}

type Check = z.output<typeof previewCampaign.reply>['data'];

/** From here on it is worth thinking of a link. */
const MUCH_BYTES = 500_000_000;

const reasonOf = (reason: string): string =>
  Object.entries(reasons).find(([name]) => name === reason)?.[1] ?? reason;

const estimateCost = (usd: number): string =>
  usd < 0.01 ? 'less than US$ 0.01' : `about US$ ${usd.toFixed(2)}`;

/** What is about to happen, in numbers. */
function CheckFacts({ check, letter }: { check: Check; letter: Letter }) {
  const nothing = Object.entries(check.excludedByReason);
  const without = nothing.reduce((sum, [, count]) => sum + count, 0);
  const size = `${formatBytes(check.deliveryBytes)} each, ${formatBytes(check.totalBytes)} together, ${estimateCost(check.costUsd)}`;
  const facts: [string, string][] = [
    ['Recipients', String(check.recipients)],
    ['First and last', check.recipients > 1 ? `${check.first} … ${check.last}` : check.first],
    ['Copies that leave', String(check.deliveries)],
    ['Subject', check.subject],
    ['When', letter.isLater ? formatBothZones(letter.scheduleTime) : 'Now'],
    [
      'Size',
      check.totalBytes > MUCH_BYTES && letter.files.length > 0 ? `${size}. ${texts.linkInstead}` : size,
    ],
  ];
  return (
    <>
      <dl className="summary-list">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {without > 0 && (
        <details>
          <summary>
            {without} will get nothing:{' '}
            {nothing.map(([reason, count]) => `${count} ${reasonOf(reason)}`).join(', ')}
          </summary>
          <ul>
            {check.excluded.map(({ address, reason }) => (
              <li key={address}>
                {address}: {reasonOf(reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** One copy to the writer alone, files and all. */
function TestCopy({ letter: { subject, content, files } }: { letter: Letter }) {
  const test = useAction(() => upload(sendTestCampaign, { subject, content, attachments: files }), {
    locks: true,
    done: ({ msg }) => msg || texts.testOnItsWay,
    failed: (error) => refused(error, files.length > 0).sentence,
  });
  return (
    <div className="test-email">
      <button
        className="btn btn--outline btn--small"
        type="button"
        aria-busy={test.isBusy || undefined}
        aria-disabled={(test.isLocked && !test.isBusy) || undefined}
        onClick={() => test.start()}
      >
        {test.isBusy ? 'Sending a test...' : 'Send a test to myself'}
      </button>
      <p className={test.notice?.tone === 'err' ? 'field-error' : 'hint'} role="status">
        {test.notice?.text}
      </p>
    </div>
  );
}
