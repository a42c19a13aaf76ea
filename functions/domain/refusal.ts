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
  | 'second-factor-needed'
  | 'second-factor-wrong'
  | 'second-factor-missing'
  | 'second-factor-stale'
  | 'second-factor-off'
  | 'second-factor-required'
  | 'second-factor-setup-ended'
  | 'not-your-account'
  | 'sign-in-again'
  | 'changed-meanwhile'
  | 'member-unknown'
  | 'member-changed'
  | 'own-account'
  | 'term-unknown'
  | 'term-known'
  | 'term-period'
  | 'transfer-known'
  | 'date-ahead'
  | 'conference-known'
  | 'conference-unknown'
  | 'import-unknown'
  | 'import-ended'
  | 'import-lines-gone'
  | 'payment-settled'
  | 'archive-locked'
  | 'provider-unreachable'
  | 'receipt-unknown'
  | 'event-unsigned'
  | 'proof-unknown'
  | 'too-many-attempts'
  | 'account-guarded'
  | 'address-change-limit'
  | 'username-change-limit'
  | MailFault
  | 'mail-not-there'
  | 'mail-ended'
  | 'mail-not-paused'
  | 'mail-not-sending'
  | 'mail-still-running'
  | 'mail-all-sent'
  | 'mail-files-gone'
  | 'not-suppressed';

/** What is wrong with a mail that was handed in. */
export type MailFault =
  | 'mail-file-type'
  | 'mail-file-size'
  | 'mail-file-upload'
  | 'mail-file-count'
  | 'mail-recipients'
  | 'mail-subject'
  | 'mail-content'
  | 'mail-schedule';

interface Details {
  cause?: unknown;
  retryAfterSeconds?: number | undefined;
  issues?: readonly { path: string; message: string }[];
}

/** The one error of the domain: a rule says no. `http/on-error.ts` gives it a status and a sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  /** Of a limit: seconds until another try counts. */
  readonly retryAfterSeconds: number | undefined;

  /** The places that are wrong, where the code alone does not say. */
  readonly issues: readonly { path: string; message: string }[] | undefined;

  constructor(code: RefusalCode, options: Details = {}) {
    super(code, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.issues = options.issues;
  }
}
