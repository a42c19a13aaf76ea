import { useEffect, useRef, useState } from 'react';
import { signInAgain } from '../session/sign-in.ts';
import { messages } from '../text/messages.ts';
import { CodeField, codeIn, SECOND_FACTOR } from '../ui/code-field.tsx';
import { DialogEnd } from '../ui/dialog-end.tsx';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { SaidNote } from '../ui/note.tsx';
import { type SignInField, signInOutcome } from '../ui/sign-in-outcome.ts';
import { SubmitButton } from '../ui/submit-button.tsx';
import { useSubmission } from '../ui/use-submission.ts';

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
