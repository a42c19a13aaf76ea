import { type ComponentProps, type FormEvent, useEffect, useState } from 'react';
import { getSalt, newSalt, updatePassword } from '#contract/auth';
import { hashPassword } from '#shared/password-hash';
import { request } from '../../api/client.ts';
import { LOGIN } from '../../api/redirects.ts';
import { signOut } from '../../api/session.ts';
import {
  type ChangePasswordField,
  changePasswordErrors,
  changePasswordLabels,
  passwordMessages,
} from '../../text/password.ts';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SecretField } from '../../ui/field.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { passwordStrength, StrengthMeter, useCommonPasswordError } from '../../ui/password-fields.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useMember } from '../../ui/use-member.ts';
import { useCountdown } from '../../ui/use-timers.ts';
import { usePasskeys } from './passkeys-section.tsx';

export function ChangePasswordForm() {
  const { username } = useMember();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [changed, setChanged] = useState<{ passkeysRemoved: boolean }>();
  const hasPasskeys = (usePasskeys().data?.length ?? 0) > 0;
  const { form, field, notice, button } = useForm({
    labels: changePasswordLabels,
    submit: async () => {
      setChanged(await changePassword(username, typed));
      return undefined;
    },
    errors: changePasswordErrors,
  });
  const of = (name: ChangePasswordField) => ({
    ...field(name),
    required: true,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
      setTyped((before) => ({ ...before, [name]: currentTarget.value })),
  });
  const commonError = useCommonPasswordError(typed.password);
  const mismatch = passwordsDiffer(typed) ? passwordMessages.passwordsDifferNow : undefined;

  return (
    <>
      <form className="form form--narrow" {...form}>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField {...of('old_password')} autoComplete="current-password" />
        <PasswordField
          {...of('password')}
          error={field('password').error ?? commonError}
          autoComplete="new-password"
          hint={hasPasskeys ? passwordMessages.removesPasskeys : undefined}
        >
          <StrengthMeter strength={passwordStrength(typed.password)} />
        </PasswordField>
        <PasswordField {...of('confirmation')} autoComplete="new-password" error={mismatch} />
        <ResultNotice notice={notice} />
        <div className="form__actions">
          <SubmitButton
            label="Change Password"
            busyLabel="Processing..."
            {...button}
            disabled={!isComplete(typed)}
          />
        </div>
      </form>
      {changed && <PasswordChangedDialog {...changed} />}
    </>
  );
}

type Passwords = Readonly<Record<ChangePasswordField, string>>;

const NOTHING_TYPED: Passwords = { old_password: '', password: '', confirmation: '' };

const passwordsDiffer = ({ password, confirmation }: Passwords): boolean =>
  confirmation !== '' && password !== confirmation;

/** Whether all three are filled in and the new password is confirmed. */
const isComplete = (passwords: Passwords): boolean =>
  Object.values(passwords).every((password) => password !== '') && !passwordsDiffer(passwords);

async function changePassword(username: string, passwords: Passwords): Promise<{ passkeysRemoved: boolean }> {
  const { salt } = await request(newSalt);
  const { salt: oldSalt } = await request(getSalt, { username });
  const { passkeysRemoved } = await request(updatePassword, {
    username,
    old_password: await hashPassword(passwords.old_password, oldSalt),
    new_password: await hashPassword(passwords.password, salt),
    salt,
  });
  return { passkeysRemoved };
}

const LEAVE_AFTER_SECONDS = 5;

const leave = async () => {
  await signOut();
  location.assign(LOGIN);
};

/** Shown after a change of password: leads to the login page after 5 s, or at once. */
function PasswordChangedDialog({ passkeysRemoved }: { passkeysRemoved: boolean }) {
  const [left] = useCountdown(LEAVE_AFTER_SECONDS);
  const [leaving, setLeaving] = useState(false);
  const go = () => setLeaving(true);

  useEffect(() => {
    if (left === 0) setLeaving(true);
  }, [left]);
  useEffect(() => {
    if (leaving) leave();
  }, [leaving]);

  const text = (
    <>
      {passwordMessages.loggedOut(passkeysRemoved)}{' '}
      <span className="tabular" role="timer">
        {passwordMessages.loginPageOpens(left)}
      </span>
    </>
  );
  return (
    <Dialog title={passwordMessages.passwordChanged} text={text} closedBy="closerequest" onCancel={go}>
      <div className="form__actions">
        <Button isBusy={leaving} onClick={go}>
          Confirm and Login Now
        </Button>
      </div>
    </Dialog>
  );
}

const SHOWN_FOR_MS = 500;

/**
 * A password field that shows what is typed for half a second while it has the focus, in a visual overlay: for screen
 * readers and password managers it is a password field until Show is pressed.
 */
function PasswordField({ onInput, onBlur, ...field }: ComponentProps<typeof SecretField>) {
  const [shown, setShown] = useState('');

  useEffect(() => {
    if (shown === '') return undefined;
    const timer = setTimeout(() => setShown(''), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  return (
    <SecretField
      {...field}
      data-shown={shown !== '' || undefined}
      onInput={(event) => {
        const input = event.currentTarget;
        setShown(input.type === 'password' && document.activeElement === input ? input.value : '');
        onInput?.(event);
      }}
      onBlur={(event) => {
        setShown('');
        onBlur?.(event);
      }}
      over={
        shown !== '' && (
          <span className="shown-password" aria-hidden="true">
            <span>{shown}</span>
          </span>
        )
      }
    />
  );
}
