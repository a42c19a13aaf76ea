import type { PaymentLink } from '#contract/membership';
import { Modal } from '../../components/dialog.tsx';
import { membershipMessages as texts } from '../../text/membership.ts';

interface Props {
  link: PaymentLink;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** For `showModal`, which asks for the attribute; React's own `autoFocus` comes too early for it. */
const focusFirst = (button: HTMLElement | null) => button?.setAttribute('autofocus', '');

/** Waits beside the card payment page: account area, section 4. */
export const ConfirmDialog = ({ link, busy, onConfirm, onCancel }: Props) => (
  <Modal title={texts.confirmTitle} text={texts.confirmText} onCancel={onCancel}>
    <p>
      {texts.pageNotOpen}{' '}
      <a href={link.url} target="_blank" rel="noopener">
        {texts.openAgain}
      </a>
    </p>
    <div className="form__end">
      <button ref={focusFirst} className="btn btn--line" type="button" onClick={onCancel}>
        Cancel
      </button>
      <button className="btn" type="button" aria-busy={busy || undefined} onClick={() => busy || onConfirm()}>
        {busy ? 'Confirming...' : 'Confirm'}
      </button>
    </div>
  </Modal>
);
