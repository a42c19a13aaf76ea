import { type ReactNode, useState } from 'react';
import { OneTimeCodeDigits } from '#shared/fields';
import { ApiError } from '../api/http.ts';
import { Button } from './button.tsx';
import { type FieldProps, TextField } from './field.tsx';
import { useCountdown } from './use-timers.ts';

interface Props extends FieldProps {
  /** The sentence that the code was sent; empty until then. */
  sent: string;
  /** A button on the same line. */
  beside?: ReactNode;
  children?: ReactNode;
}

/** The error of a malformed code; empty for a code, and for an empty field, which `required` reports. */
const codeError = (typed: string): string =>
  (typed !== '' && OneTimeCodeDigits.safeParse(typed).error?.issues[0]?.message) || '';

/** A code that comes by email; children are shown below it. */
export const EmailedCodeField = ({ sent, ...field }: Props) => (
  <TextField
    {...field}
    inputMode="numeric"
    autoComplete="one-time-code"
    onInput={({ currentTarget }) => currentTarget.setCustomValidity(codeError(currentTarget.value))}
    maxLength={60}
    required
    hint={sent}
  />
);

const RESEND_AFTER_SECONDS = 60;

interface SendProps {
  label: string;
  kind: 'main' | 'outline' | 'link';
  /** Sends the code; resolves to whether it did. */
  onSend: () => Promise<boolean>;
  onError: (error: unknown) => void;
}

/** Requests a code. Keeps its width and its focus while it counts down to the next one. */
export function SendCodeButton({ label, kind, onSend, onError }: SendProps) {
  const [left, wait] = useCountdown();
  const [busy, setBusy] = useState(false);
  const onClick = async () => {
    setBusy(true);
    try {
      wait((await onSend()) ? RESEND_AFTER_SECONDS : 0);
    } catch (error) {
      wait(error instanceof ApiError ? error.secondsToWait : 0);
      onError(error);
    }
    setBusy(false);
  };
  return (
    <Button kind={kind} isBusy={busy} isLocked={left > 0} onClick={onClick}>
      {left > 0 ? `Resend in ${left}s` : label}
    </Button>
  );
}
