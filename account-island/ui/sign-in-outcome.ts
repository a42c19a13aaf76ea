import { CallFailed } from '../api/call-failed.ts';
import { messages, waitMessage } from '../text/messages.ts';
import type { Outcome } from './use-submission.ts';

export type SignInField = 'username' | 'password';

/** What a failed sign-in says, and where: account area, section 8. */
export function signInOutcome(error: unknown): Outcome<SignInField> {
  if (!(error instanceof CallFailed)) return note(error instanceof Error ? error.message : '');
  const { status } = error;
  if (status === undefined) return note(error.message);
  if (status === 429) return note(waitMessage(error.refusal?.retryAfterSeconds));
  if (status >= 500) return note(messages.serverError);
  if (error.call === 'getSalt') return { faults: new Map([['username', messages.usernameNotFound]]) };
  if (status === 400) return note(messages.signInNeedsBoth);
  if (status === 403) return note(messages.accountDisabled);
  if (status === 401) return { faults: new Map([['password', messages.loginFailed]]) };
  return note(messages.loginFailed);
}

const note = (text: string): Outcome<SignInField> => ({
  note: { tone: 'err', text: text || messages.anError },
});
