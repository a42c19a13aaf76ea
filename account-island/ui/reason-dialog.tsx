import type { ReactNode } from 'react';
import { fieldSentences } from '#shared/field-sentences';
import { adminMessages as texts } from '../text/admin-members.ts';
import type { ErrorTable, FieldErrors, Labels } from '../text/errors.ts';
import { FormDialog } from './dialog.tsx';
import { TextArea } from './field.tsx';
import { validityErrors } from './form-errors.ts';
import { useForm } from './use-form.ts';

/** The text of a field of the form, by its name. */
export type FieldText = (name: string) => string;
/** Name, label and error of a field, as its props. */
export type FieldOf = (name: string) => { name: string; label: string; error: string | undefined };

interface Props {
  title: string;
  text: ReactNode;
  /** The label of the submit button; by default the title. */
  action?: string;
  busyLabel?: string;
  /** The label of the second button. */
  back?: string;
  hint?: string;
  /** For many fields, in two columns. */
  wide?: boolean;
  labels?: Labels<string>;
  /** The fields above the reason. */
  fields?: (field: FieldOf) => ReactNode;
  /** Errors beyond those that the browser finds. */
  validate?: (text: FieldText) => FieldErrors<string>;
  /** Where the sentences of these error codes stand; all others are a notice. */
  errors?: ErrorTable<string>['codes'];
  /** Resolves to the sentence that the screen shows afterwards. */
  run: (text: FieldText) => Promise<string>;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Asks for the input of an administrator's action and for its reason, which goes into the audit log. */
export function ReasonDialog({
  title,
  text,
  action = title,
  busyLabel = 'Saving...',
  back = 'Cancel',
  hint = texts.reasonHint,
  wide = false,
  labels = {},
  fields,
  validate,
  errors,
  run,
  onDone,
  onCancel,
}: Props) {
  const all: Labels<string> = { ...labels, reason: texts.reason };
  const form = useForm<string>({
    labels: all,
    check: (element) => {
      const given = textOf(element);
      const found = new Map([...(validate?.(given) ?? []), ...validityErrors(element, all)]);
      if (given('reason') === '') found.set('reason', fieldSentences.required);
      return found;
    },
    submit: async (element) => {
      onDone(await run(textOf(element)));
      return undefined;
    },
    errors: { fallback: texts.actionFailed, ...(errors && { codes: errors }) },
  });
  const field: FieldOf = (name) => ({ ...form.field(name), label: all[name] ?? name });
  return (
    <FormDialog
      title={title}
      text={text}
      form={form}
      label={action}
      busyLabel={busyLabel}
      back={back}
      wide={wide}
      onCancel={onCancel}
    >
      {fields?.(field)}
      <TextArea {...field('reason')} required optional={false} maxLength={500} rows={2} hint={hint} />
    </FormDialog>
  );
}

function textOf(form: HTMLFormElement): FieldText {
  const entries = new FormData(form);
  return (name) => String(entries.get(name) ?? '').trim();
}
