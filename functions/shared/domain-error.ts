import type { ErrorCode } from '#shared/errors';

/** What a reply says beside its code. */
export interface ErrorDetails {
  /** Replaces the code's own sentence by a more specific one. */
  sentence?: string | undefined;
  /** For a limit: the seconds until another attempt is allowed. */
  retryAfterSeconds?: number | undefined;
  /** The wrong fields, if the code alone does not name them. */
  issues?: { path: string; message: string }[] | undefined;
}

/**
 * The only error class of the domain. `platform/http/error-replies.ts` gives each code a status, `#shared/errors` a
 * sentence.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, { cause, ...details }: ErrorDetails & ErrorOptions = {}) {
    super(code, { cause });
    this.code = code;
    this.details = details;
  }
}
