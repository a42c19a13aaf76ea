import { useState } from 'react';
import type * as z from 'zod/mini';
import type { getCampaignDraft } from '#contract/compose-campaign';
import { hongKongDateTime } from '#shared/hong-kong';
import { mailLimits } from '#shared/mail-limits';
import { SubmitButton } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { ResultNotice } from '../../../components/notice.tsx';
import { formatBothZones } from '../../../text/dates.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { MailEditor } from '../editor/message-editor.tsx';
import { loadUnsavedMessage } from '../unsaved-message.ts';
import { Attachments } from './attachments-field.tsx';
import { ConfirmSend } from './confirm-send-dialog.tsx';
import { DraftNote } from './draft-notice.tsx';
import { emptyMessage, type Letter, letterOf } from './message.ts';
import { Book } from './recipient-picker.tsx';
import { Chips } from './selected-recipients.tsx';
import { useCompose } from './use-compose.ts';

interface Props {
  /** As the server keeps it now. */
  draft: z.output<typeof getCampaignDraft.reply>['data'];
  onEnd: (notice: NoticeMessage | undefined) => void;
}

/** The form of an email: account area, sections 2 and 5. It begins with what was being written, or else with the draft. */
export function Composer({ draft, onEnd }: Props) {
  const [unsaved] = useState(loadUnsavedMessage);
  const [saved] = useState(() => (draft ? letterOf(draft) : emptyMessage));
  const composer = useCompose(unsaved?.letter ?? saved, saved, draft !== null, onEnd);
  const { letter, change, fieldErrors, notice, checked } = composer;
  const choose = (recipients: readonly string[]) => change({ recipients });
  return (
    <>
      <DraftNote
        savedAt={draft?.savedAt}
        isBack={unsaved !== undefined && composer.isUnsaved}
        busy={composer.isDiscarding}
        onDiscard={composer.discard}
      />
      <form ref={composer.form} className="compose" noValidate onSubmit={composer.onSubmit}>
        <Book chosen={letter.recipients} onChange={choose} />
        <div className="form">
          <Chips chosen={letter.recipients} error={fieldErrors.get('recipients')} onChange={choose} />
          <TextField
            data-field="subject"
            name="subject"
            label="Subject"
            required
            maxLength={mailLimits.subjectCharacters}
            autoComplete="off"
            value={letter.subject}
            error={fieldErrors.get('subject')}
            onChange={({ target }) => change({ subject: target.value })}
          />
          <MailEditor
            initial={letter.content}
            error={fieldErrors.get('content')}
            onChange={(content) => change({ content })}
          />
          <Attachments
            files={letter.files}
            missing={(unsaved ?? draft)?.attachments ?? []}
            error={fieldErrors.get('files')}
            onChange={(files) => change({ files })}
          />
          <Schedule letter={letter} error={fieldErrors.get('scheduleTime')} onChange={change} />
          {!checked && <ResultNotice notice={notice} />}
          <div className="form__actions">
            <SubmitButton
              label="Send"
              busyLabel="Checking..."
              busy={composer.isChecking}
              locked={composer.locked}
            />
            <button
              className="btn btn--outline"
              type="button"
              aria-busy={composer.isSaving || undefined}
              onClick={() => composer.isSaving || composer.save()}
            >
              {composer.isSaving ? 'Saving...' : 'Save as Draft'}
            </button>
          </div>
        </div>
      </form>
      {checked && (
        <ConfirmSend
          check={checked}
          letter={letter}
          busy={composer.isSending}
          locked={composer.locked}
          progress={composer.progress}
          notice={notice}
          onSend={composer.send}
          onLeaveOut={composer.leaveOut}
          onCancel={composer.leave}
        />
      )}
    </>
  );
}

interface ScheduleProps {
  letter: Letter;
  error: string | undefined;
  onChange: (change: Pick<Letter, 'isLater' | 'scheduleTime'>) => void;
}

/** At once, or at a time of Hong Kong, with the reader's own beside it. */
function Schedule({ letter: { isLater, scheduleTime }, error, onChange }: ScheduleProps) {
  const choice = (label: string, value: boolean) => (
    <label className="checkbox">
      <input
        type="radio"
        name="when"
        checked={isLater === value}
        onChange={() => onChange({ isLater: value, scheduleTime })}
      />{' '}
      {label}
    </label>
  );
  return (
    <fieldset className="field">
      <legend>When</legend>
      <div className="schedule">
        <div className="radio-group">
          {choice('Send now', false)}
          {choice('Schedule', true)}
        </div>
        {isLater && (
          <TextField
            data-field="scheduleTime"
            name="scheduleTime"
            label="Send at (Hong Kong time)"
            type="datetime-local"
            required
            min={hongKongDateTime(new Date())}
            value={scheduleTime}
            error={error}
            hint={formatBothZones(scheduleTime)}
            onChange={({ target }) => onChange({ isLater, scheduleTime: target.value })}
          />
        )}
      </div>
    </fieldset>
  );
}
