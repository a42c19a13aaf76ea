import { useEffect, useRef, useState } from 'react';
import { forgetPassword, genSalt, resetPassword } from '#contract/auth';
import { hashPassword } from '#shared/password-hash';
import { request } from '../../api/client.ts';
import { readResetEmail, removeResetEmail } from '../../api/redirects.ts';
import { messages } from '../../text/account.ts';
import { describeError } from '../../text/errors.ts';
import {
  codeRequestErrors,
  forgotPasswordLabels,
  forgotPasswordMessages,
  resetPasswordErrors,
} from '../../text/forgot-password.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { EmailedCodeField, SendCodeButton } from '../../ui/emailed-code-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { NewPasswordFields } from '../../ui/password-fields.tsx';
import { useForm, validityError } from '../../ui/use-form.ts';
import { BackToLogin } from './form-link.tsx';
import type { Arrival } from './login-form.tsx';

export default function ForgotPasswordForm({ onReset }: { onReset: (arrival: Arrival) => void }) {
  const [initialEmail] = useState(readResetEmail);
  const [sent, setSent] = useState(initialEmail && forgotPasswordMessages.codeSent);
  const [hasCode, setHasCode] = useState(initialEmail !== '');
  useEffect(removeResetEmail, []);
  // One for the life of the form, so that a repeat after a lost reply is recognised.
  const salt = useRef<string>(undefined);
  const { ref, form, field, notice, button, show } = useForm({
    labels: forgotPasswordLabels,
    submit: async (typed) => {
      if (typed('password') !== typed('confirmation'))
        return { fieldErrors: new Map([['confirmation', messages.passwordsDiffer]]) };
      const email = typed('email');
      salt.current ??= (await request(genSalt, { email })).salt;
      const { username } = await request(resetPassword, {
        email,
        code: typed('code'),
        encryptedPassword: await hashPassword(typed('password'), salt.current),
        salt: salt.current,
      });
      onReset({ text: forgotPasswordMessages.resetSuccessful, username });
      return undefined;
    },
    errors: resetPasswordErrors,
  });

  const onSend = async () => {
    const input = ref.current?.elements.namedItem('email');
    if (!(input instanceof HTMLInputElement)) return false;
    setSent('');
    const invalid = input.validity.valueMissing ? forgotPasswordMessages.emailFirst : validityError(input);
    show(invalid === null ? {} : { fieldErrors: new Map([['email', invalid]]) });
    if (invalid !== null) return false;
    await request(forgetPassword, { email: input.value });
    setSent(forgotPasswordMessages.codeSent);
    setHasCode(true);
    return true;
  };

  return (
    <form className="form form--narrow" {...form}>
      <h2 className="form__heading">{forgotPasswordMessages.getCode}</h2>
      <p>{forgotPasswordMessages.codeByEmail}</p>
      <TextField {...field('email')} type="email" autoComplete="email" defaultValue={initialEmail} required />
      <SendCodeButton
        label="Get Auth Code"
        kind={hasCode ? 'outline' : 'main'}
        onSend={onSend}
        onError={(error) => show(describeError(error, codeRequestErrors, forgotPasswordLabels))}
      />
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
