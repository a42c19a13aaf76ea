import { complaint, complaints } from '../text/account.ts';
import type { FieldErrors } from '../text/errors.ts';

export type Labels<Field extends string> = Readonly<Record<Field, string>>;

/** What the platform's own rules (required, type, min, max) say about a control, in our words. */
export function validityError({
  type,
  validity,
}: Pick<HTMLInputElement, 'type' | 'validity'>): string | null {
  if (validity.valid) return null;
  const isEmpty = validity.valueMissing && !validity.badInput;
  if (isEmpty) return complaints.missing;
  if (type === 'date') return complaints.date;
  if (type === 'url') return complaints.address;
  return type === 'number' ? complaints.number : complaints.email;
}

/** The faults that the platform sees in a form's labelled fields. */
export function validityErrors<Field extends string>(
  form: HTMLFormElement,
  labels: Labels<Field>,
): FieldErrors<Field> {
  const fieldErrors = new Map<Field, string>();
  for (const field in labels) {
    const named = form.elements.namedItem(field);
    // A group of radio buttons is required as a whole: its first one speaks for all.
    const control = named instanceof RadioNodeList ? named[0] : named;
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    const saying = validityError(control);
    if (saying !== null) fieldErrors.set(field, complaint(labels[field], saying));
  }
  return fieldErrors;
}

/** That of an error code, or of a code's schema; what other schemas say goes on behind the label. */
const isSentence = (message: string): boolean => /^\p{Lu}/u.test(message);

/** Puts a schema's issues, our own or the server's, by the fields that they name; the first of a field counts. */
export function issueErrors<Field extends string>(
  issues: readonly { path: string; message: string }[],
  labels: Labels<Field>,
): FieldErrors<Field> {
  const fieldErrors = new Map<Field, string>();
  for (const field in labels) {
    const issue = issues.find(({ path }) => path === field);
    if (issue)
      fieldErrors.set(
        field,
        isSentence(issue.message) ? issue.message : complaint(labels[field], issue.message),
      );
  }
  return fieldErrors;
}
