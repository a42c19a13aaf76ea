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
import { ApiError } from '../../../api/http.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { upload } from '../../../api/upload.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { errorSentence, type NoticeMessage } from '../../../text/errors.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useButtonLock } from '../../../ui/use-timers.ts';
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
 * stays at its field until that is edited, and takes the focus. `saved` is the content of the draft, and `initialVersion`
 * the version of the draft that `initial` was written over. `onEnd` gets the result once the form begins anew.
 */
export function useCompose(
  initial: MessageForm,
  saved: MessageForm,
  initialVersion: string,
  onEnd: (notice: NoticeMessage | undefined) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const [message, setMessage] = useState(initial);
  const [fieldErrors, setFieldErrors] = useState<MessageErrors>(new Map());
  const [notice, setNotice] = useState<NoticeMessage>();
  const [locked, lock] = useButtonLock();
  const [savedMessage, setSavedMessage] = useState(saved);
  const [progress, setProgress] = useState(0);
  const [version, setVersion] = useState(initialVersion);
  const [isConflictShown, setIsConflictShown] = useState(false);
  const draft = useDraft();
  const isUnsaved = message !== savedMessage;
  const discardUnsaved = useMessageAutosave(isUnsaved ? message : undefined, version);

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
      const isKept = version !== '' && (await draft.discard(version).catch(() => false));
      return isKept ? `${msg} ${texts.newerDraftKept}` : msg;
    },
    {
      onSuccess: (text) => end({ tone: 'success', text }),
      onError: (error) => {
        if (showError(error)) review.reset();
      },
    },
  );
  const save = useAction(draft.save, {
    done: ({ msg }) => msg,
    failed: (error) => errorSentence(error, texts.draftNotSaved),
    onSuccess: ({ savedAt }, { message: written }) => {
      setVersion(savedAt);
      setSavedMessage(written);
    },
    onError: (error) => setIsConflictShown(isDraftConflict(error)),
    onNotice: setNotice,
  });
  const discard = useAction(draft.discard, {
    failed: (error) => errorSentence(error, texts.draftNotDiscarded),
    onSuccess: (isKept) => end(isKept ? { tone: 'warning', text: texts.newerDraftKept } : undefined),
    onNotice: setNotice,
  });
  const open = useAction(draft.readAgain, {
    failed: (error) => errorSentence(error, texts.draftFailed),
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
    save: () => save.start({ message, version }),
    isDiscarding: discard.isBusy,
    discard: discard.start,
    /** Whether the draft on the server is one that this text was not written over: it is replaced or opened. */
    isConflictShown,
    keepDraft: () => setIsConflictShown(false),
    replaceDraft: () => {
      setIsConflictShown(false);
      save.start({ message, version: undefined });
    },
    openDraft: () => {
      setIsConflictShown(false);
      open.start();
    },
  };
}

const DRAFT_QUERY = ['compose', 'draft'];

const readDraft = async () => (await request(getCampaignDraft)).data;

/** Read again whenever the panel opens: it may have been saved on another machine. */
export const useStoredDraft = () =>
  useQuery({
    queryKey: DRAFT_QUERY,
    queryFn: readDraft,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The caller's one draft on the server. */
function useDraft() {
  const client = useQueryClient();
  const readAgain = async () => client.setQueryData(DRAFT_QUERY, await readDraft());
  return {
    readAgain,
    /** Replaces the draft of this version or, without one, any. */
    save: async ({ message, version }: { message: MessageForm; version: string | undefined }) => {
      const draft = draftFromMessage(message);
      const { msg, data } = await request(changeCampaignDraft, { action: 'save', version, ...draft });
      client.setQueryData(DRAFT_QUERY, { ...draft, ...data });
      return { msg, savedAt: data?.savedAt ?? '' };
    },
    /** Resolves to whether there is a newer draft, which is kept. */
    discard: async (version: string) => {
      try {
        await request(changeCampaignDraft, { action: 'delete', version });
        client.setQueryData(DRAFT_QUERY, null);
        return false;
      } catch (error) {
        if (!isDraftConflict(error)) throw error;
        await readAgain();
        return true;
      }
    },
  };
}

const isDraftConflict = (error: unknown): boolean => error instanceof ApiError && error.is('draft-conflict');

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
