import { type MouseEvent, useState } from 'react';
import { ApiError } from '../api/http.ts';
import { SECOND_FACTOR } from '../api/prompts.ts';
import type { Credentials } from '../api/sign-in.ts';
import { describeError, type FieldErrors, type FormResult } from '../text/errors.ts';
import {
  passkeySignInErrors,
  type SignInField,
  signInErrors,
  signInLabels,
  signInNeedsBoth,
} from '../text/sign-in.ts';
import { Button } from './button.tsx';
import { useForm, validityErrors } from './use-form.ts';

/** A form with username and password, and with a code once the server has asked for one. */
export function useSignInForm(
  send: (credentials: Credentials) => Promise<FormResult<SignInField> | undefined>,
) {
  const [hasCode, setHasCode] = useState(false);
  const form = useForm({
    labels: signInLabels,
    check: missingCredentials,
    errors: signInErrors,
    submit: async (typed) => {
      try {
        return await send({
          username: typed('username'),
          password: typed('password'),
          rememberMe: typed('rememberMe') !== '',
          // Empty while its field is still being loaded.
          ...(typed(SECOND_FACTOR) !== '' && { secondFactor: typed(SECOND_FACTOR) }),
        });
      } catch (error) {
        if (!(error instanceof ApiError && error.is('second-factor-needed'))) throw error;
        setHasCode(true);
        return undefined;
      }
    },
  });
  return { ...form, hasCode, removeCode: () => setHasCode(false) };
}

function missingCredentials(form: HTMLFormElement): FieldErrors<SignInField> {
  const entries = new FormData(form);
  if (String(entries.get('username')).trim() === '') return new Map([['username', signInNeedsBoth]]);
  if (entries.get('password') === '') return new Map([['password', signInNeedsBoth]]);
  return validityErrors(form, signInLabels);
}

interface Props {
  /** Only this member's passkeys are accepted; absent for anybody's. */
  username?: string;
  isRemembered: (form: HTMLFormElement | null) => boolean;
  /** Gets the token of the new session. */
  onSignIn: (token: string, rememberMe: boolean) => Promise<FormResult<never> | undefined>;
  /** Gets what the form shall show. */
  onResult: (result: FormResult<never>) => void;
}

/** Logs in with a passkey, in a form that shows the result. */
export function PasskeyButton({ username, isRemembered, onSignIn, onResult }: Props) {
  const [busy, setBusy] = useState(false);

  async function onClick({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (busy) return;
    const rememberMe = isRemembered(currentTarget.form);
    setBusy(true);
    onResult({});
    try {
      const { signInWithPasskey } = await loadSignIn();
      const token = await signInWithPasskey({ rememberMe, username });
      onResult((await onSignIn(token, rememberMe)) ?? {});
    } catch (error) {
      onResult(describeError(error, passkeySignInErrors));
    }
    setBusy(false);
  }

  return (
    <Button kind="outline" isBusy={busy} onClick={onClick}>
      {busy ? 'Waiting for your passkey...' : 'Log in with a passkey'}
    </Button>
  );
}

/** Loaded with the first use: most members log in with their passwords. */
const loadSignIn = () =>
  import('../api/passkey-sign-in.ts').catch((cause) => {
    throw new ApiError('POST /auth/passkey', { kind: 'unreachable', reason: String(cause) }, { cause });
  });
