import { useState } from 'react';
import { SubmitButton } from '../../components/button.tsx';
import { CodeButton } from '../../components/code-button.tsx';
import { Field } from '../../components/field.tsx';
import { SaidNote } from '../../components/notice.tsx';
import { NewPassword } from '../../components/password-fields.tsx';
import { useSubmission } from '../../hooks/use-form.ts';
import { messages } from '../../text/account.ts';
import { FormLink } from './form-link.tsx';
import { LABELS, type ResetField, requestCode, sendReset } from './password-reset.ts';

export function ForgotForm({ onReset }: { onReset: () => void }) {
  const [sent, setSent] = useState('');
  const { busy, locked, note, fault, show, form } = useSubmission<ResetField>(async (element) => {
    const outcome = await sendReset(element);
    if (outcome) return outcome;
    onReset();
    return {};
  });
  const of = (name: ResetField) => ({ name, label: LABELS[name], fault: fault(name) });

  const onSend = async () => {
    const email = form.ref.current?.elements.namedItem('email');
    if (!(email instanceof HTMLInputElement)) return 0;
    setSent('');
    const { outcome, waitSeconds } = await requestCode(email);
    show(outcome);
    if (!outcome.faults) setSent(messages.codeSent);
    return waitSeconds;
  };

  return (
    <form className="form form--narrow" {...form}>
      <Field {...of('email')} type="email" autoComplete="email" required />
      <Field
        {...of('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        hint={sent}
        beside={<CodeButton label="Get Auth Code" onSend={onSend} />}
      />
      <NewPassword of={of} columns={1} />
      <SaidNote said={note} />
      <div className="form__end">
        <SubmitButton label="Submit" busyLabel="Processing..." busy={busy} locked={locked} />
        <FormLink form="login" className="linklike">
          Back to Login
        </FormLink>
      </div>
    </form>
  );
}
