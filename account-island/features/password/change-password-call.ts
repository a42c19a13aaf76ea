import { getSalt } from '#contract/auth';
import { newSalt, updatePassword } from '#contract/password';
import { call } from '../../api/client.ts';
import { CallFailed } from '../../api/http.ts';
import { passwordOnWire } from '../../api/password.ts';
import { issueFaults } from '../../hooks/form-errors.ts';
import type { Outcome } from '../../hooks/use-form.ts';
import { waitMessage } from '../../text/account.ts';
import { passwordMessages } from '../../text/password.ts';
import { withReference } from '../../text/with-reference.ts';

/** The names are those that the server puts its issues by. */
export const LABELS = {
  old_password: 'Current password',
  password: 'New password',
  confirmation: 'Confirm new password',
};
export type PasswordField = keyof typeof LABELS;
export type Passwords = Readonly<Record<PasswordField, string>>;

export const NOTHING_TYPED: Passwords = { old_password: '', password: '', confirmation: '' };

export const differ = ({ password, confirmation }: Passwords): boolean =>
  confirmation !== '' && password !== confirmation;

/** Account area, section 5: all three filled, and new equals confirm. */
export const isReady = (passwords: Passwords): boolean =>
  Object.values(passwords).every((password) => password !== '') && !differ(passwords);

/** Resolves to nothing when the password is changed, or else to what is wrong. */
export async function changePassword(
  username: string,
  passwords: Passwords,
): Promise<Outcome<PasswordField> | undefined> {
  try {
    const { salt } = await call(newSalt);
    const { salt: oldSalt } = await call(getSalt, { username });
    await call(updatePassword, {
      username,
      old_password: await passwordOnWire(passwords.old_password, oldSalt),
      new_password: await passwordOnWire(passwords.password, salt),
      salt,
    });
    return undefined;
  } catch (error) {
    return changeOutcome(error);
  }
}

/** What a failed change says, and where: account area, section 8. */
export function changeOutcome(error: unknown): Outcome<PasswordField> {
  const { status, call: name, refusal } = error instanceof CallFailed ? error : {};
  const note = (text: string) => ({ tone: 'err', text: withReference(text, error) }) as const;
  if (status === undefined) return { note: note(passwordMessages.tryAgain) };
  if (status === 429) return { note: note(waitMessage(refusal?.retryAfterSeconds)) };
  if (name === newSalt.name) return { note: note(passwordMessages.saltNotMade) };
  if (name === getSalt.name) return { note: note(passwordMessages.saltNotFound) };
  const faults = issueFaults(refusal?.issues ?? [], LABELS);
  return { note: note(refusal?.message ?? passwordMessages.passwordNotUpdated), faults };
}
