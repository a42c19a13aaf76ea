import { ApiError } from '../api/http.ts';
import { SECOND_FACTOR } from '../api/second-factor.ts';
import { guardedMessage, messages, waitMessage } from './account.ts';
import { type FormResult, withReference } from './errors.ts';
import { codeMessages } from './second-factor.ts';

export type SignInField = 'username' | 'password' | typeof SECOND_FACTOR;

export interface SignInOutcome extends FormResult<SignInField> {
  /** The password was right, and the account has a second factor. */
  needsCode?: boolean;
}

/** What a failed sign-in says, and where: account area, section 8. */
export function signInOutcome(error: unknown): SignInOutcome {
  if (!(error instanceof ApiError)) return note(error instanceof Error ? error.message : '');
  const { status, body: refusal } = error;
  if (status === undefined) return note(messages.noReply);
  if (status === 429) {
    const sentence = error.is('account-guarded') ? guardedMessage : waitMessage;
    return note(sentence(refusal?.retryAfterSeconds));
  }
  if (status >= 500) return note(withReference(messages.serverError, error));
  if (error.endpoint === 'getSalt')
    return { fieldErrors: new Map([['username', messages.usernameNotFound]]) };
  if (status === 400) return note(messages.signInNeedsBoth);
  if (error.is('firewall-blocked')) return note(refusal?.message ?? '');
  if (status === 403) return note(messages.accountDisabled);
  if (error.is('second-factor-needed')) return { needsCode: true };
  if (error.is('second-factor-wrong')) return { fieldErrors: new Map([[SECOND_FACTOR, codeMessages.wrong]]) };
  if (status === 401) return { fieldErrors: new Map([['password', messages.loginFailed]]) };
  return note(messages.loginFailed);
}

const note = (text: string): SignInOutcome => ({
  notice: { tone: 'err', text: text || messages.anError },
});
