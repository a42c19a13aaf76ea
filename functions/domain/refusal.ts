export type RefusalCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'username-unknown'
  | 'login-failed'
  | 'account-disabled'
  | 'username-taken'
  | 'email-taken'
  | 'password-common'
  | 'password-wrong'
  | 'birth-ahead'
  | 'code-wrong'
  | 'not-your-account'
  | 'sign-in-again'
  | 'changed-meanwhile'
  | 'archive-locked'
  | 'provider-unreachable'
  | 'receipt-unknown'
  | 'event-unsigned'
  | 'proof-unknown'
  | 'too-many-attempts';

/** The one error of the domain: a rule says no. `http/on-error.ts` gives it a status and a sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  /** With `too-many-attempts`: seconds until another try counts. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(code, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
