import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Modal } from '../../../components/dialog.tsx';
import { DialogEnd } from '../../../components/dialog-end.tsx';
import { Note } from '../../../components/notice.tsx';
import { outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { ruleOr } from '../../../text/rule-or.ts';
import type { Act } from './acts.ts';
import { OUTBOX } from './campaign-queries.ts';

interface Props {
  act: Act;
  onDone: (done: Awaited<ReturnType<Act['run']>>) => void;
  onCancel: () => void;
}

/** Says what an act means, and does it. */
export function ActDialog({ act, onDone, onCancel }: Props) {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: act.run,
    onSuccess: onDone,
    // A refusal means that the mail has moved on meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: OUTBOX }),
    networkMode: 'always',
  });
  return (
    <Modal title={act.title} text={act.text} closedBy="closerequest" busy={run.isPending} onCancel={onCancel}>
      {run.isError && (
        <Note tone="err" role="alert">
          {ruleOr(run.error, texts.notDone)}
        </Note>
      )}
      <DialogEnd back="Back" busy={run.isPending} onBack={onCancel}>
        <button
          className="btn"
          type="button"
          aria-busy={run.isPending || undefined}
          onClick={() => run.isPending || run.mutate()}
        >
          {act.label}
        </button>
      </DialogEnd>
    </Modal>
  );
}
