import { useEffect, useRef, useState } from 'react';
import { SECOND_FACTOR } from '../api/second-factor.ts';
import { reauthenticate } from '../api/sign-in.ts';
import { SubmitButton } from '../components/button.tsx';
import { CodeField, codeIn } from '../components/code-field.tsx';
import { Dialog, DialogActions } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { ResultNotice } from '../components/notice.tsx';
import { useForm } from '../hooks/use-form.ts';
import { messages } from '../text/account.ts';
import type { FieldErrors } from '../text/errors.ts';
import { type SignInField, signInOutcome } from '../text/sign-in-errors.ts';

const LABELS = { username: 'Username', password: 'Password', [SECOND_FACTOR]: 'Code' };

function missing(form: HTMLFormElement): FieldErrors<SignInField> {
  if (!new FormData(form).get('password')) return new Map([['password', messages.signInNeedsBoth]]);
  const error = codeIn(form, SECOND_FACTOR)?.error;
  return new Map(error ? [[SECOND_FACTOR, error]] : []);
}

/** Over the page in which a member worked when the session ended: nothing in it is lost. */
export default function ReauthenticateDialog({ username, onEnd }: { username: string; onEnd: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [asksCode, setAsksCode] = useState(false);
  const { form, field, notice, button, busy } = useForm({
    labels: LABELS,
    check: missing,
    submit: async (element) => {
      const password = String(new FormData(element).get('password'));
      await reauthenticate({ username, password, secondFactor: codeIn(element, SECOND_FACTOR)?.text });
      onEnd();
      return undefined;
    },
    failed: (error) => {
      const outcome = signInOutcome(error);
      if (outcome.needsCode) setAsksCode(true);
      return outcome;
    },
  });
  useEffect(() => input.current?.focus(), []);
  return (
    <Dialog
      title={messages.sessionEnded}
      text={messages.reauthenticate}
      closedBy="closerequest"
      busy={busy}
      onCancel={onEnd}
    >
      <form className="form" {...form}>
        <TextField {...field('username')} autoComplete="username" readOnly required value={username} />
        <TextField
          {...field('password')}
          type="password"
          autoComplete="current-password"
          ref={input}
          required
        />
        {asksCode && <CodeField {...field(SECOND_FACTOR)} takesFocus />}
        <ResultNotice notice={notice} />
        <DialogActions busy={busy} onBack={onEnd}>
          <SubmitButton label="Login" busyLabel="Logging in..." {...button} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
