import { type FormEvent, useEffect, useRef, useState } from 'react';
import { takeOver } from '../intercept-submit.ts';
import type { Outcome } from '../text/errors.ts';
import { useLock } from './use-timers.ts';

/**
 * Sends a form whose fields keep their own state: one submission at a time, locked for 3 s after each, focus on the
 * first field at fault. A fault goes when its field is edited; what a person typed is never touched.
 */
export function useSubmission<Field extends string>(
  send: (form: HTMLFormElement) => Promise<Outcome<Field>>,
) {
  const ref = useRef<HTMLFormElement>(null);
  const [locked, lock] = useLock();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<Field>>({});
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (ref.current && takeOver(ref.current)) ref.current.requestSubmit();
  }, []);

  useEffect(() => {
    const atFault = new Set<string>(outcome.faults?.keys());
    const controls = Array.from(ref.current?.elements ?? []);
    const first = controls.find((control) => atFault.has(nameOf(control)));
    if (first instanceof HTMLElement) first.focus();
  }, [outcome]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || locked) return;
    lock();
    setBusy(true);
    setOutcome({});
    const result = await send(event.currentTarget);
    setEdited(new Set());
    setOutcome(result);
    setBusy(false);
  }

  const onInput = ({ target }: FormEvent) => setEdited((fields) => new Set(fields).add(nameOf(target)));

  return {
    busy,
    locked,
    note: outcome.note,
    /** Says what came of something else than a submission, such as a request for a code. */
    show: (result: Outcome<Field>) => {
      setEdited(new Set());
      setOutcome(result);
    },
    fault: (field: Field) => (edited.has(field) ? undefined : outcome.faults?.get(field)),
    form: { ref, onSubmit, onInput, method: 'post', noValidate: true },
  };
}

const nameOf = (control: EventTarget): string =>
  control instanceof HTMLInputElement ||
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement
    ? control.name
    : '';
