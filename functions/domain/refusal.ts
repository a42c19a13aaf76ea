export type RefusalCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'username-not-found'
  | 'login-failed'
  | 'account-disabled'
  | 'username-taken'
  | 'email-taken'
  | 'password-common'
  | 'password-wrong'
  | 'date-of-birth-in-future'
  | 'code-invalid'
  | 'second-factor-needed'
  | 'second-factor-wrong'
  | 'second-factor-missing'
  | 'second-factor-stale'
  | 'second-factor-off'
  | 'second-factor-required'
  | 'second-factor-setup-ended'
  | 'not-your-account'
  | 'recent-sign-in-required'
  | 'profile-conflict'
  | 'member-not-found'
  | 'member-conflict'
  | 'own-account-not-allowed'
  | 'term-not-found'
  | 'term-exists'
  | 'term-period-invalid'
  | 'transfer-exists'
  | 'date-in-future'
  | 'conference-record-exists'
  | 'conference-record-not-found'
  | 'import-not-found'
  | 'import-finished'
  | 'import-file-expired'
  | 'payment-not-in-review'
  | 'archive-locked'
  | 'payment-provider-unreachable'
  | 'receipt-not-found'
  | 'webhook-signature-invalid'
  | 'card-invalid'
  | 'too-many-attempts'
  | 'account-guarded'
  | 'address-change-limit'
  | 'username-change-limit'
  | MailFault
  | 'campaign-not-found'
  | 'campaign-finished'
  | 'campaign-not-paused'
  | 'campaign-not-sending'
  | 'campaign-not-finished'
  | 'campaign-nothing-to-resend'
  | 'campaign-message-deleted'
  | 'address-not-suppressed';

/** What is wrong with a mail that was handed in. */
export type MailFault =
  | 'campaign-file-type'
  | 'campaign-file-size'
  | 'campaign-file-upload'
  | 'campaign-file-count'
  | 'campaign-recipients'
  | 'campaign-subject'
  | 'campaign-content'
  | 'campaign-schedule';

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
