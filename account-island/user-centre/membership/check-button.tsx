import { membershipMessages as texts } from '../../text/membership-messages.ts';

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
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M16 6v4h-4M4 14v-4h4" />
      <path d="M15.5 10A5.6 5.6 0 0 0 5.5 7M4.5 10a5.6 5.6 0 0 0 10 3" />
    </svg>
  </button>
);
