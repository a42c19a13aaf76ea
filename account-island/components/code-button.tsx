import { useState } from 'react';
import { useCountdown } from '../hooks/use-timers.ts';

interface Props {
  label: string;
  /** Sends the code, and resolves to the seconds before the next one may be asked for. */
  onSend: () => Promise<number>;
}

/** Asks for a code by mail; keeps its width and its focus while it counts down to the next one. */
export function CodeButton({ label, onSend }: Props) {
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
      className="btn btn--line"
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={left > 0 || undefined}
      onClick={onClick}
    >
      {left > 0 ? `Resend in ${left}s` : label}
    </button>
  );
}
