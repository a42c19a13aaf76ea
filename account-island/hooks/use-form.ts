import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/http.ts';
import { releaseSubmit } from '../intercept-submit.ts';
import { type FieldErrors, type FormResult, sentenceOf } from '../text/errors.ts';
import { issueErrors, type Labels, validityErrors } from './form-errors.ts';
import { useButtonLock } from './use-timers.ts';

interface Options<Field extends string> {
  labels: Labels<Field>;
  /** What is wrong before anything is sent; without it, what the platform's own rules say. */
  check?: (form: HTMLFormElement) => FieldErrors<Field>;
  /** Sends it; resolves to nothing, or to what is wrong. */
  submit: (form: HTMLFormElement) => Promise<FormResult<Field> | undefined>;
  /** What a failure says, and where; without it, by the fields that it names, or else as one sentence. */
  failed?: (error: unknown) => FormResult<Field>;
}

/**
 * A form whose fields keep their own state: one submission at a time, locked for 3 s after each, focus on the first field
 * at fault. A fault goes when its field is edited; what a person typed is never touched.
 */
export function useForm<Field extends string>({ labels, check, submit, failed }: Options<Field>) {
  const ref = useRef<HTMLFormElement>(null);
  const [locked, lock] = useButtonLock();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<FormResult<Field>>({});
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (ref.current && releaseSubmit(ref.current)) ref.current.requestSubmit();
  }, []);

  useEffect(() => {
    const withErrors = new Set<string>(outcome.fieldErrors?.keys());
    const controls = Array.from(ref.current?.elements ?? []);
    const first = controls.find((control) => withErrors.has(nameOf(control)));
    if (first instanceof HTMLElement) first.focus();
  }, [outcome]);

  /** Says what came of something else than a submission, such as a request for a code. */
  const show = (result: FormResult<Field>) => {
    setEdited(new Set());
    setOutcome(result);
  };

  async function send(form: HTMLFormElement): Promise<FormResult<Field>> {
    const fieldErrors = check ? check(form) : validityErrors(form, labels);
    if (fieldErrors.size > 0) return { fieldErrors };
    try {
      return (await submit(form)) ?? {};
    } catch (error) {
      return failed ? failed(error) : failureOf(error, labels);
    }
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || locked) return;
    lock();
    setBusy(true);
    setOutcome({});
    show(await send(event.currentTarget));
    setBusy(false);
  }

  const onInput = ({ target }: FormEvent) => setEdited((fields) => new Set(fields).add(nameOf(target)));

  return {
    ref,
    busy,
    show,
    /** To be spread over the form, its fields, its notice and its button. */
    form: { ref, onSubmit, onInput, method: 'post', noValidate: true },
    field: (name: Field) => ({
      name,
      label: labels[name],
      error: edited.has(name) ? undefined : outcome.fieldErrors?.get(name),
    }),
    notice: outcome.notice,
    button: { busy, locked },
  };
}

function failureOf<Field extends string>(error: unknown, labels: Labels<Field>): FormResult<Field> {
  const issues = error instanceof ApiError ? error.body?.issues : undefined;
  const fieldErrors = issueErrors(issues ?? [], labels);
  return fieldErrors.size > 0 ? { fieldErrors } : { notice: { tone: 'err', text: sentenceOf(error) } };
}

const nameOf = (control: EventTarget): string =>
  control instanceof HTMLInputElement ||
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement
    ? control.name
    : '';
