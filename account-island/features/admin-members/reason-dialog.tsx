import type { ReactNode } from 'react';
import { SubmitButton } from '../../components/button.tsx';
import { DialogEnd, Modal } from '../../components/dialog.tsx';
import { LongField } from '../../components/field.tsx';
import { SaidNote } from '../../components/notice.tsx';
import { useSubmission } from '../../hooks/use-form.ts';
import { deskMessages as texts } from '../../text/admin-members.ts';
import { type ActField, type Attempt, LABELS } from './member-actions.ts';

/** Name, label and fault of a field, to be spread over it. */
export type FieldProps = (name: ActField) => { name: ActField; label: string; fault: string | undefined };

interface Props {
  title: string;
  text: string;
  hint?: string;
  /** The fields before the reason. */
  fields?: (of: FieldProps) => ReactNode;
  attempt: (form: HTMLFormElement) => Promise<Attempt>;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Nothing is done at the desk without a reason. */
export function ReasonDialog({
  title,
  text,
  hint = texts.innerReasonHint,
  fields,
  attempt,
  onDone,
  onCancel,
}: Props) {
  const { busy, locked, note, fault, form } = useSubmission<ActField>(async (element) => {
    const result = await attempt(element);
    if (!('done' in result)) return result;
    onDone(result.done);
    return {};
  });
  const of: FieldProps = (name) => ({ name, label: LABELS[name], fault: fault(name) });
  return (
    <Modal title={title} text={text} closedBy="closerequest" busy={busy} onCancel={onCancel}>
      <form className="form" {...form}>
        {fields?.(of)}
        <LongField {...of('reason')} required optional={false} maxLength={500} rows={2} hint={hint} />
        <SaidNote said={note} />
        <DialogEnd busy={busy} onBack={onCancel}>
          <SubmitButton label={title} busyLabel="Saving..." busy={busy} locked={locked} />
        </DialogEnd>
      </form>
    </Modal>
  );
}
