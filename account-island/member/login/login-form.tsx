import { useState } from 'react';
import { ApiError } from '../../api/http.ts';
import { SECOND_FACTOR } from '../../api/prompts.ts';
import { destinationAfterSignIn } from '../../api/redirects.ts';
import type { FormResult } from '../../text/errors.ts';
import { signInMessages as texts } from '../../text/sign-in.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { ContactLink } from '../../ui/external-link.tsx';
import { SecretField, TextField } from '../../ui/field.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice, ResultNotice } from '../../ui/notice.tsx';
import { PasskeyButton, useSignInForm } from '../../ui/sign-in-form.tsx';
import { FormLink } from './form-link.tsx';

const CodeField = lazyPart(() => import('../../ui/code-field.tsx'), null);

/** Loaded with the first field that is entered, because the contract's schemas are not needed for the first paint. */
const loadSignIn = () => import('../../api/sign-in.ts');
const preload = () => void loadSignIn().catch(() => {});

/** Long enough to read or hear "Login Successful". */
const LEAVE_AFTER_MS = 800;
/** Long enough to read how many recovery codes are left. */
const LEAVE_WITH_RECOVERY_CODE_AFTER_MS = 4000;

/** The result of another form, which the login form shows. */
export interface Arrival {
  text: string;
  /** What comes next. */
  next?: string;
  username?: string;
}

interface Props {
  contact: string | undefined;
  arrival: Arrival | undefined;
}

/** Says that the login was successful, then opens the page that the visitor wanted to see. */
async function leave(
  session: { token: string; rememberMe: boolean },
  codesLeft?: number,
): Promise<FormResult<never>> {
  const next = await destinationAfterSignIn(location, session, new Date());
  const afterMs = codesLeft === undefined ? LEAVE_AFTER_MS : LEAVE_WITH_RECOVERY_CODE_AFTER_MS;
  setTimeout(() => location.assign(next), afterMs);
  const more = codesLeft === undefined ? '' : `. ${texts.recoveryCodesLeft(codesLeft)}`;
  return { notice: { tone: 'success', text: texts.loginSuccessful + more } };
}

export function LoginForm({ contact, arrival }: Props) {
  const [isArriving, setIsArriving] = useState(true);
  const { form, field, notice, button, hasCode, removeCode, show } = useSignInForm(async (credentials) => {
    setIsArriving(false);
    const { signIn } = await loadSignIn().catch((cause) => {
      throw new ApiError('POST /auth/login', { kind: 'unreachable', reason: String(cause) }, { cause });
    });
    const { token, recoveryCodesLeft: left } = await signIn(credentials);
    return leave({ token, rememberMe: credentials.rememberMe }, left);
  });
  return (
    <form className="form form--narrow" data-intercept="" {...form} onFocus={preload}>
      <noscript>
        <Notice tone="warning">{texts.needsScript}</Notice>
      </noscript>
      {arrival && isArriving && !notice && (
        <Notice tone="success" role="alert">
          {arrival.text}
          {arrival.next && (
            <>
              <br />
              {arrival.next}
            </>
          )}
        </Notice>
      )}
      <TextField
        {...field('username')}
        autoComplete="username"
        autoCapitalize="none"
        // Another account may have no second factor.
        onInput={removeCode}
        defaultValue={arrival?.username}
        required
      />
      <SecretField {...field('password')} autoComplete="current-password" required />
      {hasCode && <CodeField {...field(SECOND_FACTOR)} takesFocus />}
      <label className="checkbox">
        <input type="checkbox" name="rememberMe" /> Remember Me
      </label>
      <ResultNotice notice={notice} />
      <div className="form__actions">
        <SubmitButton label="Login" busyLabel="Logging in..." {...button} />
        <PasskeyButton
          isRemembered={(element) => element !== null && new FormData(element).has('rememberMe')}
          onSignIn={(token, rememberMe) => leave({ token, rememberMe })}
          onResult={show}
        />
      </div>
      <div className="cluster form__links">
        <FormLink form="register">Register</FormLink>
        <FormLink form="forgot">Forgot password</FormLink>
      </div>
      <Notice>
        {texts.cannotLogIn} {contact ? 'Write to ' : 'Email '}
        <ContactLink address={contact} />.
      </Notice>
    </form>
  );
}
