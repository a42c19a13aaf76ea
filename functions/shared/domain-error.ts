import type { ErrorCode } from '#shared/errors';

interface Details {
  cause?: unknown;
  /** Replaces the code's own sentence by a more specific one. */
  sentence?: string | undefined;
  retryAfterSeconds?: number | undefined;
  issues?: { path: string; message: string }[];
}

/**
 * The only error class of the domain. `platform/http/error-replies.ts` gives each code a status, `#shared/errors` a
 * sentence.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly sentence: string | undefined;
  /** For a limit: the seconds until another attempt is allowed. */
  readonly retryAfterSeconds: number | undefined;
  /** The wrong fields, if the code alone does not name them. */
  readonly issues: { path: string; message: string }[] | undefined;

  constructor(code: ErrorCode, options: Details = {}) {
    super(code, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.sentence = options.sentence;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.issues = options.issues;
  }
}
