import { useQueryClient } from '@tanstack/react-query';
import { liftSuppression } from '#contract/mail-wishes';
import { call } from '../../../api/client.ts';
import { SubmitButton } from '../../../components/button.tsx';
import { Modal } from '../../../components/dialog.tsx';
import { DialogEnd } from '../../../components/dialog-end.tsx';
import { LongField } from '../../../components/field.tsx';
import { Note, SaidNote } from '../../../components/notice.tsx';
import { useSubmission } from '../../../hooks/use-form.ts';
import { complaint, complaints } from '../../../text/account.ts';
import { outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { ruleOr } from '../../../text/rule-or.ts';
import { type Held, OUTBOX } from './campaign-queries.ts';
import { whyOf } from './held-table.tsx';

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
