import { type MouseEvent, useState } from 'react';
import { ApiError } from '../api/http.ts';
import { describeError, type FormResult } from '../text/errors.ts';
import { passkeySignInErrors } from '../text/sign-in.ts';
import { Button } from './button.tsx';

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
