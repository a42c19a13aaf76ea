import type { ErrorCode } from '#shared/errors';

interface Details {
  cause?: unknown;
  /** In place of the code's own sentence, where there is more to say. */
  sentence?: string;
  retryAfterSeconds?: number | undefined;
  issues?: { path: string; message: string }[];
}

/** The one error of the domain: a rule says no. `platform/http/error-replies.ts` gives it a status, `#shared/errors` its sentence. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly sentence: string | undefined;
  /** Of a limit: seconds until another try counts. */
  readonly retryAfterSeconds: number | undefined;
  /** The places that are wrong, where the code alone does not say. */
  readonly issues: { path: string; message: string }[] | undefined;

  constructor(code: ErrorCode, options: Details = {}) {
    super(code, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.sentence = options.sentence;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.issues = options.issues;
  }
}
