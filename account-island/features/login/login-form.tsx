import { useState } from 'react';
import { afterSignIn } from '../../api/redirects.ts';
import { SECOND_FACTOR } from '../../api/second-factor.ts';
import { signIn } from '../../api/sign-in.ts';
import { SubmitButton } from '../../components/button.tsx';
import { CodeField, codeIn } from '../../components/code-field.tsx';
import { Field } from '../../components/field.tsx';
import { Note, SaidNote } from '../../components/notice.tsx';
import { useSubmission } from '../../hooks/use-form.ts';
import { messages } from '../../text/account.ts';
import { recoveryCodesLeft } from '../../text/second-factor.ts';
import { type SignInField, type SignInOutcome, signInOutcome } from '../../text/sign-in-errors.ts';
import { FormLink } from './form-link.tsx';

/** Long enough for "Login Successful" to be seen and said. */
const LEAVE_AFTER_MS = 800;
/** Long enough to read how many recovery codes are left. */
const LEAVE_WITH_RECOVERY_CODE_AFTER_MS = 4000;

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
  const { busy, locked, note, fault, form } = useSubmission<SignInField>(async (element) => {
    const outcome = await send(element);
    if (outcome.needsCode) setAsksCode(true);
    return outcome;
  });
  return (
    <form className="form form--narrow" data-hold="" {...form}>
      <noscript>
        <Note tone="warn">{messages.needsScript}</Note>
      </noscript>
      {arrival && !note && (
        <Note tone="ok" role="alert">
          {arrival.text}
        </Note>
      )}
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        // Another account may have no second factor.
        onInput={() => setAsksCode(false)}
        defaultValue={arrival?.username}
        required
        fault={fault('username')}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        fault={fault('password')}
      />
      {asksCode && <CodeField name={SECOND_FACTOR} fault={fault(SECOND_FACTOR)} takesFocus />}
      <label className="check">
        <input type="checkbox" name="rememberMe" /> Remember Me
      </label>
      <SaidNote said={note} />
      <div className="form__end">
        <SubmitButton label="Login" busyLabel="Logging in..." busy={busy} locked={locked} />
      </div>
      <div className="links">
        <FormLink form="register">Register</FormLink>
        <FormLink form="forgot">Forgot password</FormLink>
      </div>
      <Note>
        {messages.cannotLogIn}{' '}
        {contact ? <a href={`mailto:${contact}`}>{contact}</a> : messages.theAssociation}.
      </Note>
    </form>
  );
}

async function send(form: HTMLFormElement): Promise<SignInOutcome> {
  const entries = new FormData(form);
  const username = String(entries.get('username'));
  const password = String(entries.get('password'));
  const rememberMe = entries.has('rememberMe');
  if (username.trim() === '') return { faults: new Map([['username', messages.signInNeedsBoth]]) };
  if (password === '') return { faults: new Map([['password', messages.signInNeedsBoth]]) };
  const code = codeIn(form, SECOND_FACTOR);
  if (code?.fault) return { faults: new Map([[SECOND_FACTOR, code.fault]]) };
  try {
    const { token, recoveryCodesLeft: left } = await signIn({
      username,
      password,
      rememberMe,
      secondFactor: code?.text,
    });
    const next = await afterSignIn(location, { token, rememberMe }, new Date());
    const [text, delayMs] =
      left === undefined
        ? [messages.loginSuccessful, LEAVE_AFTER_MS]
        : [`${messages.loginSuccessful}. ${recoveryCodesLeft(left)}`, LEAVE_WITH_RECOVERY_CODE_AFTER_MS];
    setTimeout(() => location.assign(next), delayMs);
    return { note: { tone: 'ok', text } };
  } catch (error) {
    return signInOutcome(error);
  }
}
