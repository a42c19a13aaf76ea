import { useEffect, useRef, useState } from 'react';
import { SECOND_FACTOR } from '../api/second-factor.ts';
import { signInAgain } from '../api/sign-in.ts';
import { SubmitButton } from '../components/button.tsx';
import { CodeField, codeIn } from '../components/code-field.tsx';
import { DialogEnd, Modal } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { SaidNote } from '../components/notice.tsx';
import { useSubmission } from '../hooks/use-form.ts';
import { messages } from '../text/account.ts';
import { type SignInField, signInOutcome } from '../text/sign-in-errors.ts';

/** Over the page in which a member worked when the session ended: nothing in it is lost. */
export default function SignInAgain({ username, onEnd }: { username: string; onEnd: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [asksCode, setAsksCode] = useState(false);
  const { busy, locked, note, fault, form } = useSubmission<SignInField>(async (element) => {
    const password = new FormData(element).get('password');
    if (!password) return { faults: new Map([['password', messages.signInNeedsBoth]]) };
    const code = codeIn(element, SECOND_FACTOR);
    if (code?.fault) return { faults: new Map([[SECOND_FACTOR, code.fault]]) };
    try {
      await signInAgain({ username, password: String(password), secondFactor: code?.text });
      onEnd();
      return {};
    } catch (error) {
      const outcome = signInOutcome(error);
      if (outcome.needsCode) setAsksCode(true);
      return outcome;
    }
  });
  useEffect(() => input.current?.focus(), []);
  return (
    <Modal
      title={messages.sessionEnded}
      text={messages.signInAgain}
      closedBy="closerequest"
      busy={busy}
      onCancel={onEnd}
    >
      <form className="form" {...form}>
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          readOnly
          required
          value={username}
          fault={fault('username')}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          ref={input}
          required
          fault={fault('password')}
        />
        {asksCode && <CodeField name={SECOND_FACTOR} fault={fault(SECOND_FACTOR)} takesFocus />}
        <SaidNote said={note} />
        <DialogEnd busy={busy} onBack={onEnd}>
          <SubmitButton label="Login" busyLabel="Logging in..." busy={busy} locked={locked} />
        </DialogEnd>
      </form>
    </Modal>
  );
}
