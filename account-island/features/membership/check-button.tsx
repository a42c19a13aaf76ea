import { Icon, icons } from '../../components/icon.tsx';
import { membershipMessages as texts } from '../../text/membership.ts';

/** Asks for a payment that the membership does not show yet. */
export const CheckButton = ({ busy, onCheck }: { busy: boolean; onCheck: () => void }) => (
  <button
    className="icon icon--line"
    type="button"
    aria-label={texts.check}
    title={texts.check}
    aria-busy={busy || undefined}
    onClick={() => busy || onCheck()}
  >
    <Icon path={icons.renew} />
  </button>
);
