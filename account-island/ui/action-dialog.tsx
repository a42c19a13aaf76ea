import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { fieldSentences } from '#shared/field-sentences';
import { adminMessages as texts } from '../text/admin-members.ts';
import { type ErrorTable, type FieldErrors, issueErrors, type Labels } from '../text/errors.ts';
import { FormDialog, type FormDialogProps } from './dialog.tsx';
import { RadioGroup, TextArea, TextField } from './field.tsx';
import { useForm, validityErrors } from './use-form.ts';

/** The text of a field of the form, by its name; `on` for a ticked box. */
export type FieldText = (name: string) => string;
/** Name, label and error of a field, as its props. */
export type FieldOf = (name: string) => { name: string; label: string; error: string | undefined };

/** A field of a form: one line of text unless it has options or another type. */
export interface FormField {
  name: string;
  label: string;
  /** Shown as radio buttons: labels by their values. */
  options?: Readonly<Record<string, string>>;
  type?: 'date' | 'url' | 'checkbox';
  inputMode?: 'decimal';
  /** What it begins with; `on` for a ticked box. */
  value?: string | undefined;
  isOptional?: boolean;
  /** Spans both columns. */
  isWide?: boolean;
  hint?: string;
}

/** Draws fields from their descriptions. One with another first value begins anew. */
export const FormFields = ({ fields, of }: { fields: readonly FormField[]; of: FieldOf }) =>
  fields.map(({ name, label, options, type, value, isOptional = false, isWide = false, ...rest }) => {
    const key = `${name} ${value ?? ''}`;
    const given = { ...of(name), required: !isOptional, defaultValue: value ?? '' };
    if (options) return <RadioGroup key={key} {...given} options={options} />;
    if (type === 'checkbox')
      return (
        <label key={key} className="checkbox form__wide">
          <input type="checkbox" name={name} defaultChecked={value === 'on'} /> {label}
        </label>
      );
    return (
      <TextField
        key={key}
        {...given}
        {...rest}
        type={type ?? 'text'}
        wide={isWide}
        autoComplete="off"
        autoCapitalize={type ? undefined : 'none'}
      />
    );
  });

interface Props<Input> extends Pick<FormDialogProps, 'title' | 'text' | 'back' | 'wide'> {
  /** The label of the button that does it; by default the title. */
  label?: string;
  busyLabel?: string;
  fields?: readonly FormField[];
  /** What the dialog has besides, above the reason; its fields are named in `labels`. */
  children?: (field: FieldOf) => ReactNode;
  labels?: Labels<string>;
  /** The sentence below the reason; false if none is asked for. */
  reasonHint?: string | false;
  /** What is sent, from the texts of the fields. Its issues stand at the fields of the same names. */
  request: { schema: z.ZodMiniType<Input>; read: (text: FieldText) => object };
  /** Errors that only the screen can know. */
  check?: (text: FieldText) => FieldErrors<string>;
  /** Where the sentences of these error codes stand; all others are a notice. */
  errors?: ErrorTable<string>['codes'];
  onInput?: (text: FieldText) => void;
  /** Resolves to the sentence that the screen shows afterwards; undefined while the dialog stays. */
  run: (input: Input, text: FieldText) => Promise<string | undefined>;
  /** Called with that sentence; without one if nothing was done. */
  onEnd: (sentence?: string) => void;
}

/** Asks for the input of an administrator's action, and for its reason, which goes into the audit log. */
export function ActionDialog<Input>({
  label,
  busyLabel = 'Saving...',
  fields = [],
  children,
  labels,
  reasonHint = texts.reasonHint,
  request: { schema, read },
  check,
  errors,
  onInput,
  run,
  onEnd,
  ...dialog
}: Props<Input>) {
  const all: Labels<string> = {
    ...labels,
    ...Object.fromEntries(fields.map((field) => [field.name, field.label])),
    reason: texts.reason,
  };
  const parse = (given: FieldText) => schema.safeParse({ reason: given('reason'), ...read(given) });
  const form = useForm<string>({
    labels: all,
    check: (element) => {
      const given = textOf(element);
      const issues = parse(given).error?.issues ?? [];
      const found = issueErrors(
        issues.map(({ path, message }) => ({ path: path.join('.'), message })),
        all,
      );
      const missing = reasonHint !== false && given('reason') === '';
      return new Map([
        ...found,
        ...(check?.(given) ?? []),
        ...validityErrors(element, all),
        ...(missing ? [['reason', fieldSentences.required] as const] : []),
      ]);
    },
    submit: async (_, element) => {
      const given = textOf(element);
      const sentence = await run(schema.parse({ reason: given('reason'), ...read(given) }), given);
      if (sentence !== undefined) onEnd(sentence);
      return undefined;
    },
    errors: { fallback: texts.actionFailed, ...(errors && { codes: errors }) },
  });
  const of: FieldOf = (name) => ({ ...form.field(name), label: all[name] ?? name });
  return (
    <FormDialog
      {...dialog}
      form={form}
      label={label ?? dialog.title}
      busyLabel={busyLabel}
      onInput={(element) => onInput?.(textOf(element))}
      onCancel={() => onEnd()}
    >
      <FormFields fields={fields} of={of} />
      {children?.(of)}
      {reasonHint !== false && (
        <TextArea {...of('reason')} required optional={false} maxLength={500} rows={2} hint={reasonHint} />
      )}
    </FormDialog>
  );
}

function textOf(form: HTMLFormElement): FieldText {
  const entries = new FormData(form);
  // Forms send line breaks as CR LF.
  return (name) =>
    String(entries.get(name) ?? '')
      .trim()
      .replaceAll('\r\n', '\n');
}
