import { type FormEvent, useEffect, useRef, useState } from 'react';
import { releaseSubmit } from '../intercept-submit.ts';
import { checkFields } from '../text/account.ts';
import {
  describeError,
  type ErrorTable,
  type FieldErrors,
  type FormResult,
  type Labels,
} from '../text/errors.ts';
import { validityErrors } from './form-errors.ts';
import { useButtonLock } from './use-timers.ts';

interface Options<Field extends string> {
  labels: Labels<Field>;
  /** The errors before anything is sent; by default, those that the browser finds. */
  check?: (form: HTMLFormElement) => FieldErrors<Field>;
  /** Sends the form; resolves to undefined, or to its errors. */
  submit: (form: HTMLFormElement) => Promise<FormResult<Field> | undefined>;
  /** The sentences for errors, and where they stand. */
  errors: ErrorTable<Field>;
  /** For a long form: whether the notice names the fields that need attention. */
  namesFields?: boolean;
}

/**
 * A form whose fields keep their own state: one submission at a time, locked for 3 s after each, focus on the first field
 * with an error. An error disappears when its field is edited; what was typed is never changed.
 */
export function useForm<Field extends string>({
  labels,
  check,
  submit,
  errors,
  namesFields = false,
}: Options<Field>) {
  const ref = useRef<HTMLFormElement>(null);
  const [locked, lock] = useButtonLock();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<FormResult<Field>>({});
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (ref.current && releaseSubmit(ref.current)) ref.current.requestSubmit();
  }, []);

  useEffect(() => {
    const fieldsWithErrors = new Set<string>(result.fieldErrors?.keys());
    const controls = Array.from(ref.current?.elements ?? []);
    const first = controls.find((control) => fieldsWithErrors.has(nameOf(control)));
    if (first instanceof HTMLElement) first.focus();
  }, [result]);

  /** Shows the result of something other than a submission, such as a request for a code. */
  const show = (next: FormResult<Field>) => {
    setEdited(new Set());
    setResult(next);
  };

  async function send(form: HTMLFormElement): Promise<FormResult<Field>> {
    const fieldErrors = check ? check(form) : validityErrors(form, labels);
    if (fieldErrors.size > 0) return { fieldErrors, ...(namesFields && fieldsNotice(fieldErrors, labels)) };
    try {
      return (await submit(form)) ?? {};
    } catch (error) {
      return describeError(error, errors, labels);
    }
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || locked) return;
    lock();
    setBusy(true);
    setResult({});
    show(await send(event.currentTarget));
    setBusy(false);
  }

  const onInput = ({ target }: FormEvent) => setEdited((fields) => new Set(fields).add(nameOf(target)));

  return {
    ref,
    busy,
    show,
    /** The props of the form, its fields, its notice and its button. */
    form: { ref, onSubmit, onInput, method: 'post', noValidate: true },
    field: (name: Field) => ({
      name,
      label: labels[name],
      error: edited.has(name) ? undefined : result.fieldErrors?.get(name),
    }),
    notice: result.notice,
    button: { isBusy: busy, isLocked: locked },
  };
}

const nameOf = (control: EventTarget): string =>
  control instanceof HTMLInputElement ||
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement
    ? control.name
    : '';

const fieldsNotice = <Field extends string>(
  fieldErrors: FieldErrors<Field>,
  labels: Labels<Field>,
): FormResult<Field> => ({
  notice: { tone: 'danger', text: checkFields([...fieldErrors.keys()].map((name) => labels[name])) },
});
