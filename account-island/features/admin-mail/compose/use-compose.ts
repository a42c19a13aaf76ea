import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  createCampaign,
  deleteCampaignDraft,
  getCampaignDraft,
  previewCampaign,
  saveCampaignDraft,
} from '#contract/compose-campaign';
import { withHongKongOffset } from '#shared/hong-kong';
import { canonicalize } from '#shared/text';
import { request } from '../../../api/client.ts';
import { upload } from '../../../api/upload.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useButtonLock } from '../../../hooks/use-timers.ts';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { type NoticeMessage, sentenceOf } from '../../../text/errors.ts';
import { refused } from '../mail-errors.ts';
import { useUnsavedWarning } from '../unsaved-message.ts';
import { draftOf, type Letter, MESSAGE_FIELDS, type MessageErrors, validateMessage } from './message.ts';

/**
 * An email from its first word to its leaving: `check` looks before, `send` does it. What is at fault stands by its field
 * until that is edited, and takes the focus. `saved` is what is kept already. `onEnd` is told what came of it once nothing is
 * left in the form.
 */
export function useCompose(
  initial: Letter,
  saved: Letter,
  hasDraft: boolean,
  onEnd: (notice: NoticeMessage | undefined) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const [letter, setLetter] = useState(initial);
  const [fieldErrors, setFieldErrors] = useState<MessageErrors>(new Map());
  const [notice, setNotice] = useState<NoticeMessage>();
  const [locked, lock] = useButtonLock();
  const [kept, setKept] = useState(saved);
  const [progress, setProgress] = useState(0);
  const draft = useDraft();
  const isUnsaved = letter !== kept;
  const forget = useUnsavedWarning(letter, isUnsaved);

  useEffect(() => {
    const first = MESSAGE_FIELDS.find((field) => fieldErrors.has(field));
    if (first) form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  }, [fieldErrors]);

  const change = (changed: Partial<Letter>) => {
    setLetter((before) => ({ ...before, ...changed }));
    setNotice(undefined);
    const left = new Map([...fieldErrors].filter(([field]) => !Object.hasOwn(changed, field)));
    if (left.size < fieldErrors.size) setFieldErrors(left);
  };

  const refuse = (error: unknown) => {
    const { field, sentence } = refused(error, letter.files.length > 0);
    setNotice({ tone: 'err', text: field ? texts.notSent : sentence });
    if (field) setFieldErrors(new Map([[field, sentence]]));
    return field;
  };

  const end = (outcome?: NoticeMessage) => {
    forget();
    onEnd(outcome);
  };

  const check = useAction(previewMessage, { onError: refuse });
  const send = useAction(
    async (sent: Letter) => {
      setProgress(0);
      const { msg } = await sendLetter(sent, setProgress);
      // A draft that cannot be discarded now is offered again, which harms nobody.
      if (hasDraft) await draft.discard().catch(() => undefined);
      return msg;
    },
    {
      onSuccess: (text) => end({ tone: 'ok', text }),
      onError: (error) => {
        if (refuse(error)) check.reset();
      },
    },
  );
  const save = useAction(draft.save, {
    done: (text) => text,
    failed: (error) => sentenceOf(error, texts.draftNotSaved),
    onSuccess: (_, written) => setKept(written),
    onNotice: setNotice,
  });
  const discard = useAction(draft.discard, {
    failed: (error) => sentenceOf(error, texts.draftNotDiscarded),
    onSuccess: () => end(),
    onNotice: setNotice,
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (check.isBusy || locked) return;
    lock();
    setNotice(undefined);
    const found = validateMessage(letter, new Date());
    setFieldErrors(found);
    if (found.size === 0) check.start(letter);
  };

  const leave = () => {
    check.reset();
    setNotice(undefined);
  };

  return {
    form,
    letter,
    change,
    isUnsaved,
    fieldErrors,
    notice,
    locked,
    progress,
    onSubmit,
    isChecking: check.isBusy,
    checked: check.result,
    leave,
    leaveOut: (addresses: readonly string[]) => {
      const gone = new Set(addresses);
      const recipients = letter.recipients.filter((address) => !gone.has(canonicalize(address)));
      change({ recipients });
      if (recipients.length > 0) check.start({ ...letter, recipients });
      else leave();
    },
    isSending: send.isBusy,
    send: () => {
      lock();
      setNotice(undefined);
      send.start(letter);
    },
    isSaving: save.isBusy,
    save: () => save.start(letter),
    isDiscarding: discard.isBusy,
    discard: () => discard.start(),
  };
}

const KEY = ['mailing', 'draft'];

/** Asked for anew whenever the panel opens: it may have been saved on another machine. */
export const useStoredDraft = () =>
  useQuery({
    queryKey: KEY,
    queryFn: async () => (await request(getCampaignDraft)).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The caller's one draft on the server. */
function useDraft() {
  const client = useQueryClient();
  return {
    save: async (letter: Letter) => {
      const draft = draftOf(letter);
      const { msg, data } = await request(saveCampaignDraft, draft);
      client.setQueryData(KEY, { ...draft, ...data });
      return msg;
    },
    discard: async () => {
      await request(deleteCampaignDraft);
      client.setQueryData(KEY, null);
    },
  };
}

/** What sending would do. */
async function previewMessage({ subject, content, recipients, files }: Letter) {
  const attachmentBytes = files.reduce((sum, { size }) => sum + size, 0);
  return (await request(previewCampaign, { subject, content, recipients: [...recipients], attachmentBytes }))
    .data;
}

const sendLetter = (
  { subject, content, recipients, files, isLater, scheduleTime }: Letter,
  onProgress: (part: number) => void,
) =>
  upload(
    createCampaign,
    {
      subject,
      content,
      recipients: JSON.stringify(recipients),
      scheduleTime: isLater ? withHongKongOffset(scheduleTime) : undefined,
      attachments: files,
    },
    onProgress,
  );
