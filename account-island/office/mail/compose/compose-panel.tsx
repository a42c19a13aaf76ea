import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hongKongDateTime } from '#shared/hong-kong';
import { mailLimits } from '#shared/mail-limits';
import { serverNow } from '../../../api/server-clock.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { formatBothZones } from '../../../text/format.ts';
import type { PageProps } from '../../../text/membership.ts';
import { Button, SubmitButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { ChoiceButtons, TextField } from '../../../ui/field.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { MessageEditor } from '../editor/message-editor.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import { ConfirmSendDialog } from './confirm-send-dialog.tsx';
import { DraftNotice, type StoredDraft, useDraft } from './draft.tsx';
import { isBlankHtml, type MessageForm } from './message.ts';
import { RecipientsDialog, RecipientsField } from './recipients-dialog.tsx';
import { Templates } from './templates.tsx';
import { useCompose } from './use-compose.ts';

/** Send Email: an email to selected members. */
export default function ComposePanel({ contact }: PageProps) {
  const draft = useDraft();
  const [round, setRound] = useState<{ number: number; notice?: NoticeMessage | undefined }>({ number: 0 });
  const top = useRef<HTMLDivElement>(null);

  // The form that had the focus has been replaced by an empty one.
  useEffect(() => {
    if (round.number > 0) top.current?.focus();
  }, [round]);

  return (
    <Panel title="Send Email">
      <div ref={top} tabIndex={-1}>
        <ResultNotice notice={round.notice} />
      </div>
      <QueryState query={draft} failed={texts.draftFailed}>
        {(stored) => (
          <ComposeForm
            key={round.number}
            draft={stored}
            reload={draft.refetch}
            contact={contact}
            onEnd={(notice) => setRound({ number: round.number + 1, notice })}
          />
        )}
      </QueryState>
    </Panel>
  );
}

interface Props {
  /** The draft on the server. */
  draft: StoredDraft;
  /** Reads the draft again. */
  reload: () => Promise<unknown>;
  /** Where replies go by default. */
  contact: string | undefined;
  onEnd: (notice: NoticeMessage | undefined) => void;
}

/** The form of an email, which begins with the draft: the letter first, then where replies go and when it is sent. */
function ComposeForm({ draft, reload, contact, onEnd }: Props) {
  const compose = useCompose(draft, reload, onEnd);
  /** How often the text was replaced by a template: the editor begins anew each time. */
  const [uses, setUses] = useState(0);
  const [isChoosing, setIsChoosing] = useState(false);
  const { message, change, fieldErrors, notice, review } = compose;
  const { count } = texts.describeRecipients(message);
  return (
    <>
      <div className="cluster compose__head">
        {compose.savedAt !== '' && <DraftNotice savedAt={compose.savedAt} onDiscard={compose.discard} />}
        <Templates
          text={message}
          hasText={message.subject.trim() !== '' || !isBlankHtml(message.content)}
          onUse={({ subject, content, replyTo }) => {
            change({ subject, content, replyTo });
            setUses(uses + 1);
          }}
          onNotice={compose.say}
        />
      </div>
      <form ref={compose.form} className="compose" noValidate onSubmit={compose.onSubmit}>
        <div className="letter">
          <RecipientsField
            chosen={message}
            error={fieldErrors.get('recipients')}
            onChange={change}
            onOpen={() => setIsChoosing(true)}
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
          <MessageEditor
            key={uses}
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
        </div>
        <Folded
          summary={texts.repliesTo(message.replyTo || contact)}
          isOpen={message.replyTo !== '' || fieldErrors.has('replyTo')}
        >
          <TextField
            data-field="replyTo"
            name="replyTo"
            label="Replies go to"
            type="email"
            autoComplete="off"
            value={message.replyTo}
            error={fieldErrors.get('replyTo')}
            hint={texts.replyToHint(contact)}
            onChange={({ target }) => change({ replyTo: target.value })}
          />
        </Folded>
        <ScheduleFields message={message} error={fieldErrors.get('scheduleTime')} onChange={change} />
        <div className="form__actions form__actions--sticky">
          {!review && <ResultNotice notice={notice} />}
          <p>
            {message.recipients.length > 0 && <strong>To {count}</strong>}{' '}
            <small>{texts.sendsAt(message)}</small>
          </p>
          <Button kind="outline" isBusy={compose.isSaving} onClick={compose.save}>
            {compose.isSaving ? 'Saving...' : 'Save as Draft'}
          </Button>
          <SubmitButton
            label={message.isLater ? 'Schedule' : 'Send'}
            busyLabel="Checking..."
            isBusy={compose.isChecking}
          />
        </div>
      </form>
      {isChoosing && (
        <RecipientsDialog
          chosen={message}
          onDone={(chosen) => {
            setIsChoosing(false);
            change(chosen);
          }}
          onCancel={() => setIsChoosing(false)}
        />
      )}
      {compose.isConflict && (
        <Dialog title={texts.replaceTitle} text={texts.replaceText}>
          <DialogActions back="Open draft" onBack={compose.openDraft}>
            <Button onClick={compose.replaceDraft}>Replace draft</Button>
          </DialogActions>
        </Dialog>
      )}
      {review && <ConfirmSendDialog review={review} compose={compose} contact={contact} />}
    </>
  );
}

interface FoldedProps {
  summary: string;
  /** Whether it can't be closed: what it has differs from the usual. */
  isOpen: boolean;
  children: ReactNode;
}

function Folded({ summary, isOpen: mustBeOpen, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="disclosure"
      open={isOpen || mustBeOpen}
      onToggle={({ currentTarget }) => {
        // The browser closes it although `open` stays the same.
        if (mustBeOpen) currentTarget.open = true;
        setIsOpen(currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

interface ScheduleProps {
  message: MessageForm;
  error: string | undefined;
  onChange: (change: Pick<MessageForm, 'isLater' | 'scheduleTime'>) => void;
}

/** Sends now, or at a time in Hong Kong, which is also shown in the reader's own time. */
function ScheduleFields({ message: { isLater, scheduleTime }, error, onChange }: ScheduleProps) {
  return (
    <fieldset className="field schedule">
      <legend>Send time</legend>
      <div className="cluster">
        <ChoiceButtons
          choices={['Send now', 'Schedule']}
          chosen={isLater ? 'Schedule' : 'Send now'}
          onChoose={(choice) => onChange({ isLater: choice === 'Schedule', scheduleTime })}
        />
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
    </fieldset>
  );
}
