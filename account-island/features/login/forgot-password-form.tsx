import { useState } from 'react';
import { genSalt } from '#contract/auth';
import { forgetPassword, resetPassword } from '#contract/password';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { passwordOnWire } from '../../api/password.ts';
import { CodeButton, SubmitButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { SaidNote } from '../../components/notice.tsx';
import { NewPassword } from '../../components/password-fields.tsx';
import { complaintOf, issueErrors } from '../../hooks/form-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { complaint, messages, waitMessage } from '../../text/account.ts';
import { type Outcome, withReference } from '../../text/errors.ts';
import { FormLink } from './form-link.tsx';

export function ForgotForm({ onReset }: { onReset: () => void }) {
  const [sent, setSent] = useState('');
  const { ref, form, field, notice, button, show } = useForm({
    labels: LABELS,
    submit: async (element) => {
      const outcome = await sendReset(element);
      if (!outcome) onReset();
      return outcome;
    },
    failed: resetOutcome,
  });

  const onSend = async () => {
    const email = ref.current?.elements.namedItem('email');
    if (!(email instanceof HTMLInputElement)) return 0;
    setSent('');
    const { outcome, waitSeconds } = await requestCode(email);
    show(outcome);
    if (!outcome.faults) setSent(messages.codeSent);
    return waitSeconds;
  };

  return (
    <form className="form form--narrow" {...form}>
      <Field {...field('email')} type="email" autoComplete="email" required />
      <Field
        {...field('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        hint={sent}
        beside={<CodeButton label="Get Auth Code" onSend={onSend} />}
      />
      <NewPassword of={field} columns={1} />
      <SaidNote {...notice} />
      <div className="form__end">
        <SubmitButton label="Submit" busyLabel="Processing..." {...button} />
        <FormLink form="login" className="linklike">
          Back to Login
        </FormLink>
      </div>
    </form>
  );
}

const LABELS = {
  email: 'E-mail',
  code: 'Authentication code',
  password: 'New password',
  confirmation: 'Confirm password',
};
type ResetField = keyof typeof LABELS;

/** Account area, section 4. */
const RESEND_AFTER_SECONDS = 60;

interface CodeRequest {
  outcome: Outcome<ResetField>;
  /** Until the next code may be asked for. */
  waitSeconds: number;
}

/** Asks for a code to the address that was typed. */
export async function requestCode(email: HTMLInputElement): Promise<CodeRequest> {
  const saying = complaintOf(email);
  if (saying !== null) {
    const sentence = email.validity.valueMissing ? messages.emailFirst : complaint(LABELS.email, saying);
    return { outcome: { faults: new Map([['email', sentence]]) }, waitSeconds: 0 };
  }
  try {
    await call(forgetPassword, { email: email.value });
    return { outcome: {}, waitSeconds: RESEND_AFTER_SECONDS };
  } catch (error) {
    return codeRequestFailed(error);
  }
}

export function codeRequestFailed(error: unknown): CodeRequest {
  const { status, refusal } = error instanceof ApiError ? error : {};
  const failed = status === undefined ? messages.codeBroken : messages.codeNotSent;
  const text = status === 429 ? waitMessage(refusal?.retryAfterSeconds) : failed;
  const faults = new Map([
    ...issueErrors(refusal?.issues ?? [], LABELS),
    ['code', withReference(text, error)],
  ] as const);
  const waitSeconds = status === 429 ? (refusal?.retryAfterSeconds ?? 0) : 0;
  return { outcome: { faults }, waitSeconds };
}

/** Sets the new password of who filled in the form; resolves to nothing, or else to what is wrong. */
async function sendReset(form: HTMLFormElement): Promise<Outcome<ResetField> | undefined> {
  const entries = new FormData(form);
  const typed = (field: ResetField) => String(entries.get(field));
  if (typed('password') !== typed('confirmation')) {
    return { faults: new Map([['confirmation', messages.passwordsDiffer]]) };
  }
  const email = typed('email');
  const { salt } = await call(genSalt, { email });
  const encryptedPassword = await passwordOnWire(typed('password'), salt);
  await call(resetPassword, { email, code: typed('code'), encryptedPassword, salt });
  return undefined;
}

/** What a failed reset says, and where: account area, section 8. */
export function resetOutcome(error: unknown): Outcome<ResetField> {
  const { status, refusal } = error instanceof ApiError ? error : {};
  const text = status === 429 ? waitMessage(refusal?.retryAfterSeconds) : messages.resetFailed;
  return {
    note: { tone: 'err', text: withReference(text, error) },
    faults: issueErrors(refusal?.issues ?? [], LABELS),
  };
}
