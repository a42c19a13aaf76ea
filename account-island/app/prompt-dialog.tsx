import { useEffect, useRef } from 'react';
import { changeSecondFactor } from '#contract/second-factor';
import { request } from '../api/client.ts';
import { type Prompt, resolvePrompt, SECOND_FACTOR } from '../api/prompts.ts';
import { reauthenticate } from '../api/sign-in.ts';
import { isRemembered } from '../api/token.ts';
import { codeErrors, codeLabels, codeMessages } from '../text/second-factor.ts';
import { signInMessages } from '../text/sign-in.ts';
import CodeField from '../ui/code-field.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { PasskeyButton, useSignInForm } from '../ui/sign-in-form.tsx';
import { useForm } from '../ui/use-form.ts';

/** Asks the member for what a call is waiting for. */
export default function PromptDialog({ prompt, username }: { prompt: Prompt; username: string }) {
  return prompt === 'login' ? <ReauthenticateDialog username={username} /> : <SecondFactorDialog />;
}

/** Shown over the page when the session ends during work: nothing on the page is lost, and the call goes on after it. */
function ReauthenticateDialog({ username }: { username: string }) {
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

const errors = codeErrors(true);

/** Shown over the page when a call needs a recent second factor; after the code, the call is repeated. */
function SecondFactorDialog() {
  const form = useForm({
    labels: codeLabels,
    errors,
    submit: async (typed) => {
      await request(changeSecondFactor, { action: 'give', code: typed('code') });
      resolvePrompt('second-factor', true);
      return undefined;
    },
  });
  return (
    <FormDialog
      title={codeMessages.askedTitle}
      text={codeMessages.askedText}
      form={form}
      label="Continue"
      busyLabel="Checking..."
      onCancel={() => resolvePrompt('second-factor', false)}
    >
      <CodeField {...form.field('code')} takesFocus />
    </FormDialog>
  );
}
