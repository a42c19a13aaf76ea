import { afterSignIn } from '../session/addresses.ts';
import { signIn } from '../session/sign-in.ts';
import { messages } from '../text/messages.ts';
import { Field } from '../ui/field.tsx';
import { Note, SaidNote } from '../ui/note.tsx';
import { type SignInField, signInOutcome } from '../ui/sign-in-outcome.ts';
import { SubmitButton } from '../ui/submit-button.tsx';
import { type Outcome, useSubmission } from '../ui/use-submission.ts';
import { FormLink } from './form-link.tsx';

/** Long enough for "Login Successful" to be seen and said. */
const LEAVE_AFTER_MILLISECONDS = 800;

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
  const { busy, locked, note, fault, form } = useSubmission(send);
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

async function send(form: HTMLFormElement): Promise<Outcome<SignInField>> {
  const entries = new FormData(form);
  const username = String(entries.get('username'));
  const password = String(entries.get('password'));
  const rememberMe = entries.has('rememberMe');
  if (username.trim() === '') return { faults: new Map([['username', messages.signInNeedsBoth]]) };
  if (password === '') return { faults: new Map([['password', messages.signInNeedsBoth]]) };
  try {
    const token = await signIn({ username, password, rememberMe });
    const next = await afterSignIn(location, { token, rememberMe }, new Date());
    setTimeout(() => location.assign(next), LEAVE_AFTER_MILLISECONDS);
    return { note: { tone: 'ok', text: messages.loginSuccessful } };
  } catch (error) {
    return signInOutcome(error);
  }
}
