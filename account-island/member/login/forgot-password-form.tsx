import { useEffect, useState } from 'react';
import { forgetPassword, genSalt, resetPassword } from '#contract/auth';
import { hashPassword } from '#shared/password-hash';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { readResetEmail, removeResetEmail } from '../../api/redirects.ts';
import { describeError, type FormResult } from '../../text/errors.ts';
import {
  codeRequestErrors,
  type ForgotPasswordField,
  forgotPasswordLabels,
  forgotPasswordMessages,
  resetPasswordErrors,
} from '../../text/forgot-password.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { EmailedCodeField, SendCodeButton } from '../../ui/emailed-code-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { validityError } from '../../ui/form-errors.ts';
import { ResultNotice } from '../../ui/notice.tsx';
import { NewPasswordFields } from '../../ui/password-fields.tsx';
import { useForm } from '../../ui/use-form.ts';
import { BackToLogin } from './form-link.tsx';
import type { Arrival } from './login-form.tsx';

export default function ForgotPasswordForm({ onReset }: { onReset: (arrival: Arrival) => void }) {
  const [initialEmail] = useState(readResetEmail);
  const [sent, setSent] = useState(initialEmail && forgotPasswordMessages.codeSent);
  const [hasCode, setHasCode] = useState(initialEmail !== '');
  useEffect(removeResetEmail, []);
  // One salt for the life of the form, so that a repeat after a lost reply is recognised.
  const [attempt] = useState<Attempt>({});
  const { ref, form, field, notice, button, show } = useForm({
    labels: forgotPasswordLabels,
    submit: async (element) => {
      const result = await sendReset(element, attempt);
      if (typeof result !== 'string') return result;
      onReset({ text: forgotPasswordMessages.resetSuccessful, username: result });
      return undefined;
    },
    errors: resetPasswordErrors,
  });

  const onSend = async () => {
    const input = ref.current?.elements.namedItem('email');
    if (!(input instanceof HTMLInputElement)) return 0;
    setSent('');
    const { result, waitSeconds } = await requestCode(input);
    show(result);
    if (!result.fieldErrors) {
      setSent(forgotPasswordMessages.codeSent);
      setHasCode(true);
    }
    return waitSeconds;
  };

  return (
    <form className="form form--narrow" {...form}>
      <h2 className="form__heading">{forgotPasswordMessages.getCode}</h2>
      <p>{forgotPasswordMessages.codeByEmail}</p>
      <TextField {...field('email')} type="email" autoComplete="email" defaultValue={initialEmail} required />
      <SendCodeButton label="Get Auth Code" kind={hasCode ? 'outline' : 'main'} onSend={onSend} />
      <EmailedCodeField {...field('code')} sent={sent} />
      <h2 className="form__heading">{forgotPasswordMessages.choosePassword}</h2>
      <NewPasswordFields of={field} columns={1} />
      <ResultNotice notice={notice} />
      <div className="form__actions">
        <SubmitButton
          kind={hasCode ? 'main' : 'outline'}
          label="Submit"
          busyLabel="Processing..."
          {...button}
        />
        <BackToLogin />
      </div>
    </form>
  );
}

const RESEND_AFTER_SECONDS = 60;

interface CodeRequest {
  result: FormResult<ForgotPasswordField>;
  /** Seconds until the next code can be requested. */
  waitSeconds: number;
}

/** Requests a code for the entered address. */
export async function requestCode(email: HTMLInputElement): Promise<CodeRequest> {
  const invalid = validityError(email);
  if (invalid !== null) {
    const sentence = email.validity.valueMissing ? forgotPasswordMessages.emailFirst : invalid;
    return { result: { fieldErrors: new Map([['email', sentence]]) }, waitSeconds: 0 };
  }
  try {
    await request(forgetPassword, { email: email.value });
    return { result: {}, waitSeconds: RESEND_AFTER_SECONDS };
  } catch (error) {
    return codeRequestFailed(error);
  }
}

export function codeRequestFailed(error: unknown): CodeRequest {
  const waitSeconds = error instanceof ApiError && error.status === 429 ? error.body?.retryAfterSeconds : 0;
  return {
    result: describeError(error, codeRequestErrors, forgotPasswordLabels),
    waitSeconds: waitSeconds ?? 0,
  };
}

interface Attempt {
  salt?: string;
}

/** Sets the new password; resolves to the username, or to the errors of the form. */
async function sendReset(
  form: HTMLFormElement,
  attempt: Attempt,
): Promise<string | FormResult<ForgotPasswordField>> {
  const entries = new FormData(form);
  const typed = (field: ForgotPasswordField) => String(entries.get(field));
  if (typed('password') !== typed('confirmation')) {
    return { fieldErrors: new Map([['confirmation', forgotPasswordMessages.passwordsDiffer]]) };
  }
  const email = typed('email');
  attempt.salt ??= (await request(genSalt, { email })).salt;
  const { salt } = attempt;
  const encryptedPassword = await hashPassword(typed('password'), salt);
  return (await request(resetPassword, { email, code: typed('code'), encryptedPassword, salt })).username;
}
