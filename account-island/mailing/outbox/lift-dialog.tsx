import { useQueryClient } from '@tanstack/react-query';
import { liftSuppression } from '#contract/mail-wishes';
import { call } from '../../api/call.ts';
import { complaint, complaints } from '../../text/messages.ts';
import { outboxMessages as texts } from '../../text/outbox-messages.ts';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { LongField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note, SaidNote } from '../../ui/note.tsx';
import { ruleOr } from '../../ui/rule-or.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { whyOf } from './held-table.tsx';
import { type Held, OUTBOX } from './queries.ts';

interface Props {
  held: Held;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Asks why, and lifts the hold. */
export function LiftDialog({ held, onDone, onCancel }: Props) {
  const client = useQueryClient();
  const { busy, locked, note, fault, form } = useSubmission<'reason'>(async (element) => {
    const reason = String(new FormData(element).get('reason') ?? '').trim();
    if (reason === '') return { faults: new Map([['reason', complaint('Reason', complaints.missing)]]) };
    try {
      const { msg } = await call(liftSuppression, { address: held.address, reason });
      await client.invalidateQueries({ queryKey: OUTBOX });
      onDone(msg);
      return {};
    } catch (error) {
      return { note: { tone: 'err', text: ruleOr(error, texts.notDone) } };
    }
  });
  return (
    <Modal
      title={texts.liftTitle}
      text={`${held.address}: ${whyOf(held)}`}
      closedBy="closerequest"
      busy={busy}
      onCancel={onCancel}
    >
      <form className="form" {...form}>
        <Note tone={held.reason === 'complained' ? 'warn' : undefined}>
          {held.reason === 'complained' ? texts.liftComplaint : texts.liftBounce}
        </Note>
        <LongField
          name="reason"
          label="Reason"
          required
          optional={false}
          maxLength={500}
          rows={2}
          fault={fault('reason')}
          hint={texts.liftReason}
        />
        <SaidNote said={note} />
        <DialogEnd back="Back" busy={busy} onBack={onCancel}>
          <SubmitButton label="Lift the hold" busyLabel="Lifting..." busy={busy} locked={locked} />
        </DialogEnd>
      </form>
    </Modal>
  );
}
