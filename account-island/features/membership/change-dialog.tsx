import { Modal } from '../../components/dialog.tsx';
import { DialogEnd } from '../../components/dialog-end.tsx';
import { proofMessages as texts } from '../../text/membership-card.ts';

export type Change = 'renew' | 'revoke';

const dialogs = {
  renew: { title: texts.renewTitle, text: texts.renewText, act: 'Replace link' },
  revoke: { title: texts.revokeTitle, text: texts.revokeText, act: 'Delete card' },
};

interface Props {
  change: Change;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once more before a link that others may have stops working. */
export function ChangeDialog({ change, busy, onConfirm, onCancel }: Props) {
  const { title, text, act } = dialogs[change];
  return (
    <Modal title={title} text={text} onCancel={onCancel}>
      <DialogEnd onBack={onCancel}>
        <button
          className="btn"
          type="button"
          aria-busy={busy || undefined}
          onClick={() => busy || onConfirm()}
        >
          {act}
        </button>
      </DialogEnd>
    </Modal>
  );
}
