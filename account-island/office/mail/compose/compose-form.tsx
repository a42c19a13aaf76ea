import { useState } from 'react';
import { hongKongDateTime } from '#shared/hong-kong';
import { mailLimits } from '#shared/mail-limits';
import { serverNow } from '../../../api/server-clock.ts';
import { replyToHint, composeMessages as texts } from '../../../text/admin-compose.ts';
import { formatBothZones } from '../../../text/dates.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { Button, SubmitButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { MessageEditor } from '../editor/message-editor.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import { ConfirmSendDialog } from './confirm-send-dialog.tsx';
import type { StoredDraft } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import { isBlankHtml, type MessageForm } from './message.ts';
import { RecipientPicker } from './recipient-picker.tsx';
import { SelectedRecipients } from './selected-recipients.tsx';
import { SaveTemplateDialog, Templates } from './templates.tsx';
import { useCompose } from './use-compose.ts';

interface Props {
  /** The draft on the server. */
  draft: StoredDraft;
  /** Reads the draft again. */
  reload: () => Promise<unknown>;
  /** Where replies go by default. */
  contact: string | undefined;
  onEnd: (notice: NoticeMessage | undefined) => void;
}

/** The form of an email, which begins with the draft. */
export function ComposeForm({ draft, reload, contact, onEnd }: Props) {
  const compose = useCompose(draft, reload, onEnd);
  /** The template with which it began, and how often the text was replaced: the editor begins anew each time. */
  const [template, setTemplate] = useState({ name: '', uses: 0 });
  const [isNaming, setIsNaming] = useState(false);
  const { message, change, fieldErrors, notice, review } = compose;
  const select = (recipients: readonly string[]) => change({ recipients });
  return (
    <>
      {compose.savedAt !== '' && <DraftNotice savedAt={compose.savedAt} onDiscard={compose.discard} />}
      <Templates
        hasText={message.subject.trim() !== '' || !isBlankHtml(message.content)}
        onUse={(name, text) => {
          change({ subject: text.subject, content: text.content, replyTo: text.replyTo });
          setTemplate({ name, uses: template.uses + 1 });
        }}
      />
      <form ref={compose.form} className="compose" noValidate onSubmit={compose.onSubmit}>
        <RecipientPicker selected={message.recipients} onChange={select} />
        <div className="form">
          <SelectedRecipients
            selected={message.recipients}
            error={fieldErrors.get('recipients')}
            onChange={select}
          />
          <TextField
            data-field="subject"
            name="subject"
            label="Subject"
            required
            maxLength={mailLimits.subjectCharacters}
            autoComplete="off"
            value={message.subject}
            error={fieldErrors.get('subject')}
            onChange={({ target }) => change({ subject: target.value })}
          />
          <TextField
            data-field="replyTo"
            name="replyTo"
            label="Replies go to"
            type="email"
            autoComplete="off"
            value={message.replyTo}
            error={fieldErrors.get('replyTo')}
            hint={replyToHint(contact)}
            onChange={({ target }) => change({ replyTo: target.value })}
          />
          <MessageEditor
            key={template.uses}
            initial={message.content}
            error={fieldErrors.get('content')}
            onChange={(content) => change({ content })}
          />
          <AttachmentsField
            files={message.files}
            missing={draft?.attachments ?? []}
            error={fieldErrors.get('files')}
            onChange={(files) => change({ files })}
          />
          <ScheduleFields message={message} error={fieldErrors.get('scheduleTime')} onChange={change} />
          {!review && <ResultNotice notice={notice} />}
          <div className="form__actions">
            <SubmitButton
              label="Send"
              busyLabel="Checking..."
              isBusy={compose.isChecking}
              isLocked={compose.isLocked}
            />
            <Button kind="outline" isBusy={compose.isSaving} onClick={compose.save}>
              {compose.isSaving ? 'Saving...' : 'Save as Draft'}
            </Button>
            <Button kind="outline" onClick={() => setIsNaming(true)}>
              Save as template
            </Button>
          </div>
        </div>
      </form>
      {compose.isConflictShown && (
        <Dialog title={texts.replaceTitle} text={texts.replaceText} onCancel={compose.keepDraft}>
          <DialogActions onBack={compose.keepDraft}>
            <Button kind="outline" onClick={compose.openDraft}>
              Open draft
            </Button>
            <Button onClick={compose.replaceDraft}>Replace draft</Button>
          </DialogActions>
        </Dialog>
      )}
      {isNaming && (
        <SaveTemplateDialog
          initial={template.name}
          text={message}
          onDone={(text) => {
            setIsNaming(false);
            compose.say({ tone: 'success', text });
          }}
          onCancel={() => setIsNaming(false)}
        />
      )}
      {review && (
        <ConfirmSendDialog
          review={review}
          message={message}
          contact={contact}
          busy={compose.isSending}
          isLocked={compose.isLocked}
          progress={compose.progress}
          notice={notice}
          onSend={compose.send}
          onExclude={compose.excludeRecipients}
          onCancel={compose.closeReview}
        />
      )}
    </>
  );
}

interface ScheduleProps {
  message: MessageForm;
  error: string | undefined;
  onChange: (change: Pick<MessageForm, 'isLater' | 'scheduleTime'>) => void;
}

/** Sends now, or at a time in Hong Kong, which is also shown in the reader's own time. */
function ScheduleFields({ message: { isLater, scheduleTime }, error, onChange }: ScheduleProps) {
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
      <legend>Send time</legend>
      <div className="schedule">
        <div className="radio-group">
          {choice('Send now', false)}
          {choice('Schedule', true)}
        </div>
        {isLater && (
          <TextField
            data-field="scheduleTime"
            name="scheduleTime"
            label="Date and time (Hong Kong time)"
            type="datetime-local"
            required
            min={hongKongDateTime(serverNow())}
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
