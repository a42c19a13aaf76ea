import { deleteAccount as deleteCall } from '#contract/account';
import { getSalt } from '#contract/auth';
import { call } from '../../api/client.ts';
import { CallFailed } from '../../api/http.ts';
import { passwordOnWire } from '../../api/password.ts';
import { dropToken } from '../../api/token.ts';
import { issueFaults, platformFaults } from '../../hooks/form-errors.ts';
import type { Outcome } from '../../hooks/use-form.ts';
import { complaint } from '../../text/account.ts';
import { sentenceOf } from '../../text/errors.ts';
import { passwordMessages } from '../../text/password.ts';

/** The names are those that the server puts its issues by. */
export const LABELS = { old_password: 'Password', username: 'Username' };
export type DeletionField = keyof typeof LABELS;

/** Deletes the account and ends the session; resolves to nothing, or else to what is wrong. */
export async function deleteAccount(
  form: HTMLFormElement,
  username: string,
): Promise<Outcome<DeletionField> | undefined> {
  const faults = platformFaults(form, LABELS);
  if (faults.size > 0) return { faults };
  const entries = new FormData(form);
  if (String(entries.get('username')).trim() !== username) {
    return { faults: new Map([['username', complaint(LABELS.username, passwordMessages.otherUsername)]]) };
  }
  try {
    const { salt } = await call(getSalt, { username });
    const password = await passwordOnWire(String(entries.get('old_password')), salt);
    await call(deleteCall, { username, password });
  } catch (error) {
    return deletionOutcome(error);
  }
  dropToken();
  return undefined;
}

export function deletionOutcome(error: unknown): Outcome<DeletionField> {
  const issues = error instanceof CallFailed ? error.refusal?.issues : undefined;
  const faults = issueFaults(issues ?? [], LABELS);
  return faults.size > 0
    ? { faults }
    : { note: { tone: 'err', text: sentenceOf(error, passwordMessages.notDeleted) } };
}
