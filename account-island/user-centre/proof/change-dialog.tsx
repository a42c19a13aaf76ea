import { proofMessages as texts } from '../../text/proof-messages.ts';
import { Modal } from '../../ui/modal.tsx';

export type Change = 'renew' | 'revoke';

const dialogs = {
  renew: { title: texts.renewTitle, text: texts.renewText, act: 'New address' },
  revoke: { title: texts.revokeTitle, text: texts.revokeText, act: 'Revoke' },
};

interface Props {
  change: Change;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once more before an address that others may hold stops counting. */
export function ChangeDialog({ change, busy, onConfirm, onCancel }: Props) {
  const { title, text, act } = dialogs[change];
  return (
    <Modal title={title} text={text} onCancel={onCancel}>
      <div className="form__end">
        <button className="btn btn--line" type="button" onClick={onCancel}>
          Cancel
        </button>
        <button
          className="btn"
          type="button"
          aria-busy={busy || undefined}
          onClick={() => busy || onConfirm()}
        >
          {act}
        </button>
      </div>
    </Modal>
  );
}
