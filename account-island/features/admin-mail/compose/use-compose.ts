import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { discardMailDraft, getMailDraft, saveMailDraft } from '#contract/mail-drafts';
import { checkEmail, sendEmail } from '#contract/mailing';
import { call } from '../../../api/client.ts';
import { upload } from '../../../api/upload.ts';
import { useLock } from '../../../hooks/use-timers.ts';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { withOffset } from '../../../text/dates.ts';
import { type Said, sentenceOf } from '../../../text/errors.ts';
import { refused } from '../mail-errors.ts';
import { useUnsaved } from '../unsaved-message.ts';
import { draftOf, FIELDS, type Letter, type LetterFaults, letterFaults } from './message.ts';
import { canonical } from './recipients.ts';

/**
 * An email from its first word to its leaving: `check` looks before, `send` does it. What is at fault stands by its field
 * until that is edited, and takes the focus. `saved` is what is kept already. `onEnd` is told what came of it once nothing is
 * left in the form.
 */
export function useComposer(
  initial: Letter,
  saved: Letter,
  hasDraft: boolean,
  onEnd: (said: Said | undefined) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const [letter, setLetter] = useState(initial);
  const [faults, setFaults] = useState<LetterFaults>(new Map());
  const [said, setSaid] = useState<Said>();
  const [locked, lock] = useLock();
  const [kept, setKept] = useState(saved);
  const { check, send, progress } = useSending();
  const draft = useDraft();
  const isUnsaved = letter !== kept;
  const forget = useUnsaved(letter, isUnsaved);

  useEffect(() => {
    const first = FIELDS.find((field) => faults.has(field));
    if (first) form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  }, [faults]);

  const change = (changed: Partial<Letter>) => {
    setLetter((before) => ({ ...before, ...changed }));
    setSaid(undefined);
    const left = new Map([...faults].filter(([field]) => !Object.hasOwn(changed, field)));
    if (left.size < faults.size) setFaults(left);
  };

  const refuse = (error: unknown) => {
    const { field, sentence } = refused(error, letter.files.length > 0);
    setSaid({ tone: 'err', text: field ? texts.notSent : sentence });
    if (field) setFaults(new Map([[field, sentence]]));
    return field;
  };

  const look = (wanted: Letter) => check.mutate(wanted, { onError: refuse });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (check.isPending || locked) return;
    lock();
    setSaid(undefined);
    const found = letterFaults(letter, new Date());
    setFaults(found);
    if (found.size === 0) look(letter);
  };

  const end = (outcome?: Said) => {
    forget();
    onEnd(outcome);
  };

  const leave = () => {
    check.reset();
    setSaid(undefined);
  };

  return {
    form,
    letter,
    change,
    isUnsaved,
    faults,
    said,
    locked,
    progress,
    onSubmit,
    isChecking: check.isPending,
    checked: check.data,
    leave,
    leaveOut: (addresses: readonly string[]) => {
      const gone = new Set(addresses);
      const recipients = letter.recipients.filter((address) => !gone.has(canonical(address)));
      change({ recipients });
      if (recipients.length > 0) look({ ...letter, recipients });
      else leave();
    },
    isSending: send.isPending,
    send: () => {
      lock();
      setSaid(undefined);
      send.mutate(letter, {
        onSuccess: async ({ msg }) => {
          // A draft that cannot be discarded now is offered again, which harms nobody.
          if (hasDraft) await draft.discard.mutateAsync().catch(() => undefined);
          end({ tone: 'ok', text: msg });
        },
        onError: (error) => {
          if (refuse(error)) check.reset();
        },
      });
    },
    isSaving: draft.save.isPending,
    save: () => {
      setSaid(undefined);
      draft.save.mutate(letter, {
        onSuccess: (text) => {
          setKept(letter);
          setSaid({ tone: 'ok', text });
        },
        onError: (error) => setSaid({ tone: 'err', text: sentenceOf(error, texts.draftNotSaved) }),
      });
    },
    isDiscarding: draft.discard.isPending,
    discard: () =>
      draft.discard.mutate(undefined, {
        onSuccess: () => end(),
        onError: (error) => setSaid({ tone: 'err', text: sentenceOf(error, texts.draftNotDiscarded) }),
      }),
  };
}

const KEY = ['mailing', 'draft'];

/** Asked for anew whenever the panel opens: it may have been saved on another machine. */
export const useStoredDraft = () =>
  useQuery({
    queryKey: KEY,
    queryFn: async () => (await call(getMailDraft)).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The caller's one draft on the server. */
function useDraft() {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (letter: Letter) => {
      const draft = draftOf(letter);
      const { msg, data } = await call(saveMailDraft, draft);
      client.setQueryData(KEY, { ...draft, ...data });
      return msg;
    },
    networkMode: 'always',
  });
  const discard = useMutation({
    mutationFn: async () => {
      await call(discardMailDraft);
      client.setQueryData(KEY, null);
    },
    networkMode: 'always',
  });
  return { save, discard };
}

/** The two steps of sending: what it would do, and doing it. */
function useSending() {
  const [progress, setProgress] = useState(0);
  const check = useMutation({
    mutationFn: async ({ subject, content, recipients, files }: Letter) => {
      const attachmentBytes = files.reduce((sum, { size }) => sum + size, 0);
      return (await call(checkEmail, { subject, content, recipients: [...recipients], attachmentBytes }))
        .data;
    },
    networkMode: 'always',
  });
  const send = useMutation({
    mutationFn: ({ subject, content, recipients, files, isLater, scheduleTime }: Letter) =>
      upload(
        sendEmail,
        {
          subject,
          content,
          recipients: JSON.stringify(recipients),
          scheduleTime: isLater ? withOffset(scheduleTime) : undefined,
          attachments: files,
        },
        setProgress,
      ),
    onMutate: () => setProgress(0),
    networkMode: 'always',
  });
  return { check, send, progress };
}
