import { useEffect, useRef } from 'react';
import { resolvePrompt, SECOND_FACTOR } from '../api/prompts.ts';
import { reauthenticate } from '../api/sign-in.ts';
import { isRemembered } from '../api/token.ts';
import CodeField from '../components/code-field.tsx';
import { FormDialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { PasskeyButton } from '../components/passkey-button.tsx';
import { useSignInForm } from '../hooks/use-sign-in-form.ts';
import { signInMessages } from '../text/sign-in.ts';

/** Shown over the page when the session ends during work: nothing on the page is lost, and the call goes on after it. */
export function ReauthenticateDialog({ username }: { username: string }) {
  const input = useRef<HTMLInputElement>(null);
  const form = useSignInForm(async (credentials) => {
    await reauthenticate(credentials);
    resolvePrompt('login', true);
    return undefined;
  });
  const { field, hasCode } = form;
  useEffect(() => input.current?.focus(), []);
  return (
    <FormDialog
      title={signInMessages.sessionEnded}
      text={signInMessages.reauthenticate}
      form={form}
      label="Login"
      busyLabel="Logging in..."
      onCancel={() => resolvePrompt('login', false)}
    >
      <TextField {...field('username')} autoComplete="username" readOnly required value={username} />
      <TextField
        {...field('password')}
        type="password"
        autoComplete="current-password"
        ref={input}
        required
      />
      {hasCode && <CodeField {...field(SECOND_FACTOR)} takesFocus />}
      <PasskeyButton
        username={username}
        isRemembered={isRemembered}
        onSignIn={async () => {
          resolvePrompt('login', true);
          return undefined;
        }}
        onResult={form.show}
      />
    </FormDialog>
  );
}
