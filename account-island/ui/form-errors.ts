import { fieldSentences } from '#shared/field-sentences';
import type { FieldErrors, Labels } from '../text/errors.ts';

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
