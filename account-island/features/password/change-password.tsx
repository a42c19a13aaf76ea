import { type FormEvent, useEffect, useState } from 'react';
import { getSalt } from '#contract/auth';
import { newSalt, updatePassword } from '#contract/password';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { hashPassword } from '../../api/password.ts';
import { LOGIN } from '../../api/redirects.ts';
import { signOut } from '../../api/session.ts';
import { SubmitButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { passwordStrength, StrengthMeter } from '../../components/password-fields.tsx';
import { issueErrors } from '../../hooks/form-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useMember } from '../../hooks/use-member.ts';
import { useCountdown } from '../../hooks/use-timers.ts';
import { waitMessage } from '../../text/account.ts';
import { type FormResult, withReference } from '../../text/errors.ts';
import { passwordMessages } from '../../text/password.ts';
import { PasswordField } from './revealing-field.tsx';

export function ChangePasswordForm() {
  const { username } = useMember();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [changed, setChanged] = useState(false);
  const { form, field, notice, button } = useForm({
    labels: LABELS,
    submit: async () => {
      await changePassword(username, typed);
      setChanged(true);
      return undefined;
    },
    failed: changeOutcome,
  });
  const of = (name: PasswordName) => ({
    ...field(name),
    required: true,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
      setTyped((before) => ({ ...before, [name]: currentTarget.value })),
  });
  const passwordsDiffer = differ(typed) ? passwordMessages.passwordsDifferNow : undefined;

  return (
    <>
      <form className="form form--narrow" {...form}>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField {...of('old_password')} autoComplete="current-password" />
        <PasswordField {...of('password')} autoComplete="new-password">
          <StrengthMeter strength={passwordStrength(typed.password)} />
        </PasswordField>
        <PasswordField {...of('confirmation')} autoComplete="new-password" error={passwordsDiffer} />
        <ResultNotice notice={notice} />
        <div className="form__actions">
          <SubmitButton
            label="Change Password"
            busyLabel="Processing..."
            {...button}
            disabled={!isReady(typed)}
          />
        </div>
      </form>
      {changed && <PasswordChangedDialog />}
    </>
  );
}

/** The names are those that the server puts its issues by. */
const LABELS = {
  old_password: 'Current password',
  password: 'New password',
  confirmation: 'Confirm new password',
};
type PasswordName = keyof typeof LABELS;
type Passwords = Readonly<Record<PasswordName, string>>;

const NOTHING_TYPED: Passwords = { old_password: '', password: '', confirmation: '' };

export const differ = ({ password, confirmation }: Passwords): boolean =>
  confirmation !== '' && password !== confirmation;

/** Account area, section 5: all three filled, and new equals confirm. */
export const isReady = (passwords: Passwords): boolean =>
  Object.values(passwords).every((password) => password !== '') && !differ(passwords);

export async function changePassword(username: string, passwords: Passwords): Promise<void> {
  const { salt } = await request(newSalt);
  const { salt: oldSalt } = await request(getSalt, { username });
  await request(updatePassword, {
    username,
    old_password: await hashPassword(passwords.old_password, oldSalt),
    new_password: await hashPassword(passwords.password, salt),
    salt,
  });
}

/** What a failed change says, and where: account area, section 8. */
export function changeOutcome(error: unknown): FormResult<PasswordName> {
  const { status, endpoint: name, body: refusal } = error instanceof ApiError ? error : {};
  const note = (text: string) => ({ tone: 'err', text: withReference(text, error) }) as const;
  if (status === undefined) return { notice: note(passwordMessages.tryAgain) };
  if (status === 429) return { notice: note(waitMessage(refusal?.retryAfterSeconds)) };
  if (name === newSalt.name) return { notice: note(passwordMessages.saltNotMade) };
  if (name === getSalt.name) return { notice: note(passwordMessages.saltNotFound) };
  const fieldErrors = issueErrors(refusal?.issues ?? [], LABELS);
  return { notice: note(refusal?.message ?? passwordMessages.passwordNotUpdated), fieldErrors };
}

/** Account area, section 9. */
const SECONDS = 5;

const leave = async () => {
  await signOut();
  location.assign(LOGIN);
};

/** After a change of password: leads to the login page by itself after 5 s, or at once. */
function PasswordChangedDialog() {
  const [left] = useCountdown(SECONDS);
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
      {passwordMessages.loginWithNew} The login page opens in{' '}
      <span className="tabular" role="timer">
        {left}
      </span>{' '}
      {left === 1 ? 'second' : 'seconds'}.
    </>
  );
  return (
    <Dialog title={passwordMessages.passwordChanged} text={text} closedBy="closerequest" onCancel={go}>
      <div className="form__actions">
        <button className="btn" type="button" aria-busy={leaving || undefined} onClick={go}>
          Confirm and Login Now
        </button>
      </div>
    </Dialog>
  );
}
