import { useEffect, useRef } from 'react';
import { signInAgain } from '../session/sign-in.ts';
import { messages } from '../text/messages.ts';
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
  const { busy, locked, note, fault, form } = useSubmission<SignInField>(async (element) => {
    const password = new FormData(element).get('password');
    if (!password) return { faults: new Map([['password', messages.signInNeedsBoth]]) };
    try {
      await signInAgain(username, String(password));
      onEnd();
      return {};
    } catch (error) {
      return signInOutcome(error);
    }
  });
  useEffect(() => input.current?.focus(), []);
  return (
    <Modal title={messages.sessionEnded} text={messages.signInAgain} closedBy="closerequest" onCancel={onEnd}>
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
        <SaidNote said={note} />
        <DialogEnd busy={busy} onBack={onEnd}>
          <SubmitButton label="Login" busyLabel="Logging in..." busy={busy} locked={locked} />
        </DialogEnd>
      </form>
    </Modal>
  );
}
