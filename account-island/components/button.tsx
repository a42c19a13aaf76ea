import { useState } from 'react';
import { useCountdown } from '../hooks/use-timers.ts';

interface Props {
  label: string;
  busyLabel: string;
  busy: boolean;
  locked: boolean;
  /** Not to be pressed at all, as long as the form is not complete. */
  disabled?: boolean;
  /** The id of a form that the button does not stand in. */
  form?: string;
}

/** Stays focusable while it is busy or locked, so that the keyboard keeps its place. */
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
  /** Sends the code, and resolves to the seconds before the next one can be requested. */
  onSend: () => Promise<number>;
}

/** Asks for a code by mail; keeps its width and its focus while it counts down to the next one. */
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
