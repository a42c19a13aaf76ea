import { useState } from 'react';
import { destinationAfterSignIn } from '../../api/redirects.ts';
import { SECOND_FACTOR } from '../../api/second-factor.ts';
import { signIn } from '../../api/sign-in.ts';
import { SubmitButton } from '../../components/button.tsx';
import { CodeField, codeIn } from '../../components/code-field.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice, ResultNotice } from '../../components/notice.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { messages } from '../../text/account.ts';
import type { FieldErrors, FormResult } from '../../text/errors.ts';
import { recoveryCodesLeft } from '../../text/second-factor.ts';
import { type SignInField, signInOutcome } from '../../text/sign-in-errors.ts';
import { FormLink } from './form-link.tsx';

/** Long enough for "Login Successful" to be seen and said. */
const LEAVE_AFTER_MS = 800;
/** Long enough to read how many recovery codes are left. */
const LEAVE_WITH_RECOVERY_CODE_AFTER_MS = 4000;

const LABELS = { username: 'Username', password: 'Password', [SECOND_FACTOR]: 'Code' };

/** What a person comes back from another form with. */
export interface Arrival {
  text: string;
  username?: string;
}

interface Props {
  contact: string | undefined;
  arrival: Arrival | undefined;
}

export function LoginForm({ contact, arrival }: Props) {
  const [asksCode, setAsksCode] = useState(false);
  const { form, field, notice, button } = useForm({
    labels: LABELS,
    check: missing,
    submit: send,
    failed: (error) => {
      const outcome = signInOutcome(error);
      if (outcome.needsCode) setAsksCode(true);
      return outcome;
    },
  });
  return (
    <form className="form form--narrow" data-intercept="" {...form}>
      <noscript>
        <Notice tone="warn">{messages.needsScript}</Notice>
      </noscript>
      {arrival && !notice && (
        <Notice tone="ok" role="alert">
          {arrival.text}
        </Notice>
      )}
      <TextField
        {...field('username')}
        autoComplete="username"
        autoCapitalize="none"
        // Another account may have no second factor.
        onInput={() => setAsksCode(false)}
        defaultValue={arrival?.username}
        required
      />
      <TextField {...field('password')} type="password" autoComplete="current-password" required />
      {asksCode && <CodeField {...field(SECOND_FACTOR)} takesFocus />}
      <label className="checkbox">
        <input type="checkbox" name="rememberMe" /> Remember Me
      </label>
      <ResultNotice notice={notice} />
      <div className="form__actions">
        <SubmitButton label="Login" busyLabel="Logging in..." {...button} />
      </div>
      <div className="form__links">
        <FormLink form="register">Register</FormLink>
        <FormLink form="forgot">Forgot password</FormLink>
      </div>
      <Notice>
        {messages.cannotLogIn}{' '}
        {contact ? <a href={`mailto:${contact}`}>{contact}</a> : messages.theAssociation}.
      </Notice>
    </form>
  );
}

function missing(form: HTMLFormElement): FieldErrors<SignInField> {
  const entries = new FormData(form);
  const fieldErrors = new Map<SignInField, string>();
  if (String(entries.get('username')).trim() === '') fieldErrors.set('username', messages.signInNeedsBoth);
  else if (entries.get('password') === '') fieldErrors.set('password', messages.signInNeedsBoth);
  else {
    const error = codeIn(form, SECOND_FACTOR)?.error;
    if (error) fieldErrors.set(SECOND_FACTOR, error);
  }
  return fieldErrors;
}

async function send(form: HTMLFormElement): Promise<FormResult<SignInField>> {
  const entries = new FormData(form);
  const rememberMe = entries.has('rememberMe');
  const { token, recoveryCodesLeft: left } = await signIn({
    username: String(entries.get('username')),
    password: String(entries.get('password')),
    rememberMe,
    secondFactor: codeIn(form, SECOND_FACTOR)?.text,
  });
  const next = await destinationAfterSignIn(location, { token, rememberMe }, new Date());
  const [text, delayMs] =
    left === undefined
      ? [messages.loginSuccessful, LEAVE_AFTER_MS]
      : [`${messages.loginSuccessful}. ${recoveryCodesLeft(left)}`, LEAVE_WITH_RECOVERY_CODE_AFTER_MS];
  setTimeout(() => location.assign(next), delayMs);
  return { notice: { tone: 'ok', text } };
}
