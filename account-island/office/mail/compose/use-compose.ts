import { type FormEvent, useEffect, useRef, useState } from 'react';
import { createCampaign, previewCampaign } from '#contract/compose-campaign';
import { withHongKongOffset } from '#shared/hong-kong';
import { canonicalize } from '#shared/text';
import { request, upload } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { errorSentence, type NoticeMessage } from '../../../text/errors.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useLeaveWarning } from '../../../ui/use-leave-warning.ts';
import { discardDraft, isDraftConflict, type StoredDraft, saveDraft } from './draft.tsx';
import {
  describeMailError,
  draftFromMessage,
  emptyMessage,
  MESSAGE_FIELDS,
  type MessageErrors,
  type MessageForm,
  messageFromDraft,
  validateMessage,
} from './message.ts';

/** A draft is saved once writing has paused for so long. */
const AUTOSAVE_PAUSE_MS = 2000;

/**
 * The state of an email that is being written. `review` asks the server what sending would do, `send` sends. An error
 * stays at its field until that is edited, and takes the focus. The text is saved as the draft by itself, also when the
 * panel closes. `onEnd` gets the result once the draft has been read again and the form begins anew.
 */
export function useCompose(
  draft: StoredDraft,
  reload: () => Promise<unknown>,
  onEnd: (notice: NoticeMessage | undefined) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(() => (draft ? messageFromDraft(draft) : emptyMessage));
  const [message, setMessage] = useState(saved);
  const [savedAt, setSavedAt] = useState(draft?.savedAt ?? '');
  const version = useRef(savedAt);
  const [fieldErrors, setFieldErrors] = useState<MessageErrors>(new Map());
  const [notice, setNotice] = useState<NoticeMessage>();
  /** Another draft was saved meanwhile: until it is replaced or opened, nothing is saved. */
  const [isConflict, setConflict] = useState(false);

  useEffect(() => {
    const first = MESSAGE_FIELDS.find((field) => fieldErrors.has(field));
    if (first) form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  }, [fieldErrors]);

  const change = (changed: Partial<MessageForm>) => {
    setMessage((before) => ({ ...before, ...changed }));
    setNotice(undefined);
    const left = new Map([...fieldErrors].filter(([field]) => !Object.hasOwn(changed, field)));
    if (left.size < fieldErrors.size) setFieldErrors(left);
  };

  const showError = (error: unknown) => {
    const { field, sentence } = describeMailError(error, message.files.length > 0);
    setNotice({ tone: 'danger', text: field ? texts.notSent : sentence });
    if (field) setFieldErrors(new Map([[field, sentence]]));
    return field;
  };

  const end = (outcome?: NoticeMessage) => {
    unsaved.current = undefined;
    onEnd(outcome);
  };

  const review = useAction(previewMessage, { onError: showError });
  const send = useAction(
    async (sent: MessageForm) => {
      const { msg } = await sendMessage(sent);
      // A draft that cannot be discarded now is offered again, which does no harm.
      const isKept = await discardDraft(version).catch(() => false);
      await reload();
      return isKept ? `${msg} ${texts.newerDraftKept}` : msg;
    },
    {
      onSuccess: (text) => end({ tone: 'success', text }),
      onError: (error) => {
        if (showError(error)) review.reset();
      },
    },
  );
  const save = useAction(
    async ({ written, over }: { written: MessageForm; over: string | undefined; isAsked: boolean }) => {
      const { msg, data } = await saveDraft(draftFromMessage(written), over);
      version.current = data?.savedAt ?? '';
      return msg;
    },
    {
      onSuccess: (text, { written, isAsked }) => {
        setSavedAt(version.current);
        setSaved(written);
        if (isAsked) setNotice({ tone: 'success', text });
      },
      onError: (error) => {
        setConflict(isDraftConflict(error));
        setNotice({ tone: 'danger', text: errorSentence(error, texts.draftNotSaved) });
      },
    },
  );
  const discard = useAction(
    async () => {
      const isKept = await discardDraft(version);
      await reload();
      return isKept;
    },
    {
      failed: texts.draftNotDiscarded,
      onSuccess: (isKept) => end(isKept ? { tone: 'warning', text: texts.newerDraftKept } : undefined),
      onNotice: setNotice,
    },
  );
  const open = useAction(reload, { onSuccess: () => end() });

  const unsaved = useRef<MessageForm>(undefined);
  const isUnsaved = message !== saved;
  // What could not be saved is not tried again by itself.
  const isWaiting = isUnsaved && save.input?.written !== message;
  const isBusy = save.isBusy || send.isBusy || discard.isBusy || isConflict;
  useLeaveWarning(isUnsaved);
  useEffect(() => {
    unsaved.current = isUnsaved ? message : undefined;
    if (!isWaiting || isBusy) return undefined;
    const timer = setTimeout(
      () => save.start({ written: message, over: version.current, isAsked: false }),
      AUTOSAVE_PAUSE_MS,
    );
    return () => clearTimeout(timer);
  });
  useEffect(
    () => () => {
      if (unsaved.current)
        saveDraft(draftFromMessage(unsaved.current), version.current).catch(() => undefined);
    },
    [],
  );

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (review.isBusy) return;
    setNotice(undefined);
    const errors = validateMessage(message, serverNow());
    setFieldErrors(errors);
    if (errors.size === 0) review.start(message);
  };

  const closeReview = () => {
    review.reset();
    setNotice(undefined);
  };

  return {
    form,
    message,
    change,
    savedAt,
    fieldErrors,
    notice,
    /** Shows the result of something beside the form. */
    say: setNotice,
    onSubmit,
    isChecking: review.isBusy,
    review: review.result,
    closeReview,
    excludeRecipients: (addresses: readonly string[]) => {
      const excluded = new Set(addresses);
      const recipients = message.recipients.filter((address) => !excluded.has(canonicalize(address)));
      change({ recipients, audience: '' });
      if (recipients.length > 0) review.start({ ...message, recipients });
      else closeReview();
    },
    isSending: send.isBusy,
    send: () => {
      setNotice(undefined);
      send.start(message);
    },
    isSaving: save.isBusy,
    save: () => save.start({ written: message, over: version.current, isAsked: true }),
    discard: () => discard.start(),
    isConflict,
    replaceDraft: () => {
      setConflict(false);
      save.start({ written: message, over: undefined, isAsked: true });
    },
    openDraft: () => {
      setConflict(false);
      open.start();
    },
  };
}

/** Asks the server what sending would do. */
async function previewMessage({ subject, content, recipients, files }: MessageForm) {
  const attachmentBytes = files.reduce((sum, { size }) => sum + size, 0);
  return (await request(previewCampaign, { subject, content, recipients: [...recipients], attachmentBytes }))
    .data;
}

const sendMessage = ({ subject, content, recipients, replyTo, files, isLater, scheduleTime }: MessageForm) =>
  upload(createCampaign, {
    subject,
    content,
    recipients: JSON.stringify(recipients),
    replyTo,
    scheduleTime: isLater ? withHongKongOffset(scheduleTime) : undefined,
    attachments: files,
  });
