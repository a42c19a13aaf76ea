import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  changeCampaignDraft,
  createCampaign,
  getCampaignDraft,
  previewCampaign,
} from '#contract/compose-campaign';
import { withHongKongOffset } from '#shared/hong-kong';
import { canonicalize } from '#shared/text';
import { request } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { upload } from '../../../api/upload.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useButtonLock } from '../../../hooks/use-timers.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { errorSentence, type NoticeMessage } from '../../../text/errors.ts';
import { useMessageAutosave } from '../unsaved-message.ts';
import {
  describeMailError,
  draftFromMessage,
  MESSAGE_FIELDS,
  type MessageErrors,
  type MessageForm,
  validateMessage,
} from './message.ts';

/**
 * The state of an email that is being written. `review` asks the server what sending would do, `send` sends. An error
 * stays at its field until that is edited, and takes the focus. `saved` is the content of the draft. `onEnd` gets the
 * result once the form is empty again.
 */
export function useCompose(
  initial: MessageForm,
  saved: MessageForm,
  hasDraft: boolean,
  onEnd: (notice: NoticeMessage | undefined) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const [message, setMessage] = useState(initial);
  const [fieldErrors, setFieldErrors] = useState<MessageErrors>(new Map());
  const [notice, setNotice] = useState<NoticeMessage>();
  const [locked, lock] = useButtonLock();
  const [savedMessage, setSavedMessage] = useState(saved);
  const [progress, setProgress] = useState(0);
  const draft = useDraft();
  const isUnsaved = message !== savedMessage;
  const discardUnsaved = useMessageAutosave(isUnsaved ? message : undefined);

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
    discardUnsaved();
    onEnd(outcome);
  };

  const review = useAction(previewMessage, { onError: showError });
  const send = useAction(
    async (sent: MessageForm) => {
      setProgress(0);
      const { msg } = await sendMessage(sent, setProgress);
      // A draft that cannot be discarded now is offered again, which does no harm.
      if (hasDraft) await draft.discard().catch(() => undefined);
      return msg;
    },
    {
      onSuccess: (text) => end({ tone: 'success', text }),
      onError: (error) => {
        if (showError(error)) review.reset();
      },
    },
  );
  const save = useAction(draft.save, {
    done: (text) => text,
    failed: (error) => errorSentence(error, texts.draftNotSaved),
    onSuccess: (_, written) => setSavedMessage(written),
    onNotice: setNotice,
  });
  const discard = useAction(draft.discard, {
    failed: (error) => errorSentence(error, texts.draftNotDiscarded),
    onSuccess: () => end(),
    onNotice: setNotice,
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (review.isBusy || locked) return;
    lock();
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
    isUnsaved,
    fieldErrors,
    notice,
    /** Shows the result of something beside the form. */
    say: setNotice,
    isLocked: locked,
    progress,
    onSubmit,
    isChecking: review.isBusy,
    review: review.result,
    closeReview,
    excludeRecipients: (addresses: readonly string[]) => {
      const excluded = new Set(addresses);
      const recipients = message.recipients.filter((address) => !excluded.has(canonicalize(address)));
      change({ recipients });
      if (recipients.length > 0) review.start({ ...message, recipients });
      else closeReview();
    },
    isSending: send.isBusy,
    send: () => {
      lock();
      setNotice(undefined);
      send.start(message);
    },
    isSaving: save.isBusy,
    save: () => save.start(message),
    isDiscarding: discard.isBusy,
    discard: () => discard.start(),
  };
}

const DRAFT_QUERY = ['compose', 'draft'];

/** Read again whenever the panel opens: it may have been saved on another machine. */
export const useStoredDraft = () =>
  useQuery({
    queryKey: DRAFT_QUERY,
    queryFn: async () => (await request(getCampaignDraft)).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The caller's one draft on the server. */
function useDraft() {
  const client = useQueryClient();
  return {
    save: async (message: MessageForm) => {
      const draft = draftFromMessage(message);
      const { msg, data } = await request(changeCampaignDraft, { action: 'save', ...draft });
      client.setQueryData(DRAFT_QUERY, { ...draft, ...data });
      return msg;
    },
    discard: async () => {
      await request(changeCampaignDraft, { action: 'delete' });
      client.setQueryData(DRAFT_QUERY, null);
    },
  };
}

/** Asks the server what sending would do. */
async function previewMessage({ subject, content, recipients, files }: MessageForm) {
  const attachmentBytes = files.reduce((sum, { size }) => sum + size, 0);
  return (await request(previewCampaign, { subject, content, recipients: [...recipients], attachmentBytes }))
    .data;
}

const sendMessage = (
  { subject, content, recipients, replyTo, files, isLater, scheduleTime }: MessageForm,
  onProgress: (part: number) => void,
) =>
  upload(
    createCampaign,
    {
      subject,
      content,
      recipients: JSON.stringify(recipients),
      replyTo,
      scheduleTime: isLater ? withHongKongOffset(scheduleTime) : undefined,
      attachments: files,
    },
    onProgress,
  );
