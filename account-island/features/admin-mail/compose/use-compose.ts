import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Said } from '../../../components/notice.tsx';
import { useLock } from '../../../hooks/use-lock.ts';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { sentenceOf } from '../../../text/errors.ts';
import { useUnsaved } from '../use-unsaved.ts';
import { canonical } from './chosen.ts';
import type { Letter } from './letter.ts';
import { FIELDS, type LetterFaults, letterFaults } from './message.ts';
import { refused } from './refused.ts';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';

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
