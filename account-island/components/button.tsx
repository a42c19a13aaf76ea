import { useState } from 'react';
import { useCountdown } from '../hooks/use-timers.ts';

interface Props {
  label: string;
  busyLabel: string;
  busy: boolean;
  locked: boolean;
  /** Disabled while the form is incomplete. */
  disabled?: boolean;
  /** The id of its form, if the button is outside it. */
  form?: string;
}

/** Stays focusable while it is busy or locked, so that the keyboard focus is not lost. */
export const SubmitButton = ({ label, busyLabel, busy, locked, disabled = false, form }: Props) => (
  <button
    className="btn"
    type="submit"
    form={form}
    disabled={disabled}
    aria-busy={busy || undefined}
    aria-disabled={(locked && !busy) || undefined}
  >
    {busy ? busyLabel : label}
  </button>
);

interface ResendCodeButtonProps {
  label: string;
  /** Sends the code; resolves to the seconds before the next one can be requested. */
  onSend: () => Promise<number>;
}

/** Requests a code by email; keeps its width and its focus while it counts down to the next one. */
export function ResendCodeButton({ label, onSend }: ResendCodeButtonProps) {
  const [left, wait] = useCountdown();
  const [busy, setBusy] = useState(false);
  const onClick = async () => {
    if (busy || left > 0) return;
    setBusy(true);
    wait(await onSend());
    setBusy(false);
  };
  return (
    <button
      className="btn btn--outline"
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={left > 0 || undefined}
      onClick={onClick}
    >
      {left > 0 ? `Resend in ${left}s` : label}
    </button>
  );
}
