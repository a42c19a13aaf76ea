import type { ReactNode } from 'react';
import { SubmitButton } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { validityErrors } from '../../hooks/form-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { complaint, complaints } from '../../text/account.ts';
import { deskMessages as texts } from '../../text/admin-members.ts';
import type { FieldErrors } from '../../text/errors.ts';
import { type ActField, LABELS, type TextOf } from './member-actions.ts';

/** Name, label and fault of a field, to be spread over it. */
export type FieldProps = (name: ActField) => { name: ActField; label: string; error: string | undefined };

interface Props {
  title: string;
  text: string;
  hint?: string;
  /** The fields before the reason. */
  fields?: (of: FieldProps) => ReactNode;
  /** What is wrong beside what the platform sees. */
  check?: (text: TextOf) => FieldErrors<ActField>;
  /** Does it, and resolves to the sentence about it. */
  act: (text: TextOf) => Promise<string>;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Nothing is done at the desk without a reason. */
export function ReasonDialog({
  title,
  text,
  hint = texts.innerReasonHint,
  fields,
  check = () => new Map(),
  act,
  onDone,
  onCancel,
}: Props) {
  const { form, field, notice, button, busy } = useForm({
    labels: LABELS,
    check: (element) => {
      const text = textOf(element);
      const fieldErrors = new Map([...validityErrors(element, LABELS), ...check(text)]);
      if (text('reason') === '') fieldErrors.set('reason', complaint(LABELS.reason, complaints.missing));
      return fieldErrors;
    },
    submit: async (element) => {
      onDone(await act(textOf(element)));
      return undefined;
    },
    errors: { fallback: texts.notDone },
  });
  return (
    <Dialog title={title} text={text} closedBy="closerequest" busy={busy} onCancel={onCancel}>
      <form className="form" {...form}>
        {fields?.(field)}
        <TextArea {...field('reason')} required optional={false} maxLength={500} rows={2} hint={hint} />
        <ResultNotice notice={notice} />
        <DialogActions busy={busy} onBack={onCancel}>
          <SubmitButton label={title} busyLabel="Saving..." {...button} />
        </DialogActions>
      </form>
    </Dialog>
  );
}

function textOf(form: HTMLFormElement): TextOf {
  const entries = new FormData(form);
  return (name) => String(entries.get(name) ?? '').trim();
}
