import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldSentences } from '#shared/field-sentences';
import { releaseSubmit } from '../intercept-submit.ts';
import { messages } from '../text/account.ts';
import {
  describeError,
  type ErrorTable,
  type FieldErrors,
  type FormResult,
  type Labels,
} from '../text/errors.ts';
import { LOCK_MS } from './use-timers.ts';

interface Options<Field extends string> {
  labels: Labels<Field>;
  /** The errors before anything is sent; by default, those that the browser finds. */
  check?: (form: HTMLFormElement) => FieldErrors<Field>;
  /** Sends what was typed, by the names of the fields; resolves to undefined, or to errors. */
  submit: (typed: (field: string) => string, form: HTMLFormElement) => Promise<FormResult<Field> | undefined>;
  /** The sentences for errors, and where they stand. */
  errors: ErrorTable<Field>;
  /** For a long form: whether the notice names the fields that need attention. */
  namesFields?: boolean;
}

/**
 * A form whose fields keep their own state: one submission at a time, and none within 3 s of the last press: a press in
 * between is sent when they are over, and its button is busy until then. Focus is on the first field with an error, which
 * disappears when the field is edited; what was typed is never changed.
 */
export function useForm<Field extends string>({
  labels,
  check,
  submit,
  errors,
  namesFields = false,
}: Options<Field>) {
  const ref = useRef<HTMLFormElement>(null);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
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
    if (first instanceof HTMLElement) unfoldAndFocus(first);
  }, [result]);

  /** Shows the result of something other than a submission, such as a request for a code. */
  const show = (next: FormResult<Field>) => {
    setEdited(new Set());
    setResult(next);
  };

  const checkForm = (form: HTMLFormElement): FormResult<Field> | undefined => {
    const fieldErrors = check ? check(form) : validityErrors(form, labels);
    if (fieldErrors.size === 0) return undefined;
    return { fieldErrors, ...(namesFields && fieldsNotice(fieldErrors, labels)) };
  };

  async function send(form: HTMLFormElement): Promise<FormResult<Field>> {
    const entries = new FormData(form);
    try {
      return (await submit((field) => String(entries.get(field) ?? ''), form)) ?? {};
    } catch (error) {
      return describeError(error, errors, labels);
    }
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const sincePress = Date.now() - pressedAt.current;
    if (busy) return;
    pressedAt.current = Date.now();
    const refused = checkForm(form);
    if (refused) return show(refused);
    setBusy(true);
    setResult({});
    let lateErrors: FormResult<Field> | undefined;
    if (sincePress < LOCK_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOCK_MS - sincePress));
      if (!form.isConnected) return;
      pressedAt.current = Date.now();
      // The fields can be edited during the wait.
      lateErrors = checkForm(form);
    }
    show(lateErrors ?? (await send(form)));
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
    button: { isBusy: busy },
  };
}

/** Within a folded part of the form, neither a control nor its error can be seen or have the focus. */
function unfoldAndFocus(control: HTMLElement) {
  const folded = control.closest('details');
  if (folded) folded.open = true;
  control.focus();
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
  notice: { tone: 'danger', text: messages.checkFields([...fieldErrors.keys()].map((name) => labels[name])) },
});

/**
 * Whether an address is ASCII but for the full-width and invisible characters that keyboards and clipboards add. These are
 * left to the schemas, which turn them into ASCII or name them in the error.
 */
const isAlmostAscii = (typed: string): boolean => {
  const ascii = typed.normalize('NFKC').replace(/[\p{Cf}\s]/gu, '');
  return ascii !== typed && /^[!-~]+$/.test(ascii);
};

/** The error of a control by the browser's rules (required, type, pattern, min, max) or by its own. */
export function validityError({
  type,
  value,
  validity,
  validationMessage,
}: Pick<HTMLInputElement, 'type' | 'value' | 'validity' | 'validationMessage'>): string | null {
  if (validity.valid) return null;
  if (validity.customError) return validationMessage;
  if (validity.valueMissing && !validity.badInput) return fieldSentences.required;
  if (type === 'email' && isAlmostAscii(value)) return null;
  if (type === 'date') return validity.rangeUnderflow ? fieldSentences.birthday : fieldSentences.pastDate;
  if (type === 'url') return fieldSentences.webAddress;
  return validity.patternMismatch ? fieldSentences.wholeNumber : fieldSentences.email;
}

/** The errors that the browser finds in a form's labelled fields. */
export function validityErrors<Field extends string>(
  form: HTMLFormElement,
  labels: Labels<Field>,
): FieldErrors<Field> {
  const fieldErrors = new Map<Field, string>();
  for (const field in labels) {
    const named = form.elements.namedItem(field);
    // A group of radio buttons is required as a whole: its first one has the validity of all.
    const control = named instanceof RadioNodeList ? named[0] : named;
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    const sentence = validityError(control);
    if (sentence !== null) fieldErrors.set(field, sentence);
  }
  return fieldErrors;
}
