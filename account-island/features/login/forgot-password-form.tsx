import { useState } from 'react';
import { genSalt } from '#contract/auth';
import { forgetPassword, resetPassword } from '#contract/password';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { hashPassword } from '../../api/password.ts';
import { ResendCodeButton, SubmitButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { NewPasswordFields } from '../../components/password-fields.tsx';
import { issueErrors, validityError } from '../../hooks/form-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { complaint, messages, waitMessage } from '../../text/account.ts';
import { type FormResult, withReference } from '../../text/errors.ts';
import { FormLink } from './form-link.tsx';

export function ForgotPasswordForm({ onReset }: { onReset: () => void }) {
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
    if (!outcome.fieldErrors) setSent(messages.codeSent);
    return waitSeconds;
  };

  return (
    <form className="form form--narrow" {...form}>
      <TextField {...field('email')} type="email" autoComplete="email" required />
      <TextField
        {...field('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        hint={sent}
        beside={<ResendCodeButton label="Get Auth Code" onSend={onSend} />}
      />
      <NewPasswordFields of={field} columns={1} />
      <ResultNotice notice={notice} />
      <div className="form__actions">
        <SubmitButton label="Submit" busyLabel="Processing..." {...button} />
        <FormLink form="login" className="form__link">
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
  outcome: FormResult<ResetField>;
  /** Until the next code may be asked for. */
  waitSeconds: number;
}

/** Asks for a code to the address that was typed. */
export async function requestCode(email: HTMLInputElement): Promise<CodeRequest> {
  const saying = validityError(email);
  if (saying !== null) {
    const sentence = email.validity.valueMissing ? messages.emailFirst : complaint(LABELS.email, saying);
    return { outcome: { fieldErrors: new Map([['email', sentence]]) }, waitSeconds: 0 };
  }
  try {
    await request(forgetPassword, { email: email.value });
    return { outcome: {}, waitSeconds: RESEND_AFTER_SECONDS };
  } catch (error) {
    return codeRequestFailed(error);
  }
}

export function codeRequestFailed(error: unknown): CodeRequest {
  const { status, body: refusal } = error instanceof ApiError ? error : {};
  const failed = status === undefined ? messages.codeBroken : messages.codeNotSent;
  const text = status === 429 ? waitMessage(refusal?.retryAfterSeconds) : failed;
  const fieldErrors = new Map([
    ...issueErrors(refusal?.issues ?? [], LABELS),
    ['code', withReference(text, error)],
  ] as const);
  const waitSeconds = status === 429 ? (refusal?.retryAfterSeconds ?? 0) : 0;
  return { outcome: { fieldErrors }, waitSeconds };
}

/** Sets the new password of who filled in the form; resolves to nothing, or else to what is wrong. */
async function sendReset(form: HTMLFormElement): Promise<FormResult<ResetField> | undefined> {
  const entries = new FormData(form);
  const typed = (field: ResetField) => String(entries.get(field));
  if (typed('password') !== typed('confirmation')) {
    return { fieldErrors: new Map([['confirmation', messages.passwordsDiffer]]) };
  }
  const email = typed('email');
  const { salt } = await request(genSalt, { email });
  const encryptedPassword = await hashPassword(typed('password'), salt);
  await request(resetPassword, { email, code: typed('code'), encryptedPassword, salt });
  return undefined;
}

/** What a failed reset says, and where: account area, section 8. */
export function resetOutcome(error: unknown): FormResult<ResetField> {
  const { status, body: refusal } = error instanceof ApiError ? error : {};
  const text = status === 429 ? waitMessage(refusal?.retryAfterSeconds) : messages.resetFailed;
  return {
    notice: { tone: 'err', text: withReference(text, error) },
    fieldErrors: issueErrors(refusal?.issues ?? [], LABELS),
  };
}
