import type { Context, ErrorHandler } from 'hono';
import type { ErrorBody } from '#contract/error-body';
import { type ErrorCode, errorMessages, statusOf } from '#shared/errors';
import { DomainError } from '../../shared/domain-error.ts';
import type { Runtime } from '../runtime.ts';
import { type ApiEnv, InvalidRequestError } from './request.ts';

/** The one field that a code is about, by the wire's name. */
const fields: Readonly<Partial<Record<ErrorCode, string>>> = {
  'password-common': 'password',
  'password-wrong': 'old_password',
  'date-of-birth-in-future': 'dob',
  'year-of-degree-too-late': 'yearOfDegree',
  'code-invalid': 'code',
  'term-period-invalid': 'endDate',
  'date-in-future': 'date',
  'webhook-signature-invalid': 'stripe-signature',
};

interface ErrorDetails {
  /** Replaces the code's own sentence by a more specific one. */
  sentence?: string | undefined;
  issues?: ErrorBody['issues'];
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

export const onError =
  (log: Runtime['log']): ErrorHandler<ApiEnv> =>
  (error, c) => {
    if (error instanceof DomainError) return replyWithError(c, error.code, error);
    if (error instanceof InvalidRequestError) return replyWithError(c, codeOfInvalidRequest(c, error), error);
    const requestId = c.get('requestId');
    const { method } = c.req;
    const path = c.get('route') ?? 'unknown';
    log({ level: 'error', event: 'unexpected-error', requestId, method, path, cause: error });
    return replyWithError(c, 'internal-error', { requestId });
  };

/** The reply for an error code, in the shape that the call's contract has. */
export function replyWithError(
  c: Context<ApiEnv>,
  thrownCode: ErrorCode,
  details: ErrorDetails = {},
): Response {
  // A form is parsed before its call is known: parsing throws campaign errors for other forms too.
  const isMailCall = c.get('row')?.reasons !== undefined;
  const code = campaignReason(thrownCode) && !isMailCall ? 'invalid-request' : thrownCode;
  c.set('error', code);
  const { retryAfterSeconds, requestId } = details;
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  const body = {
    error: code,
    ...errorContent(c, code, details),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(requestId !== undefined && { requestId }),
  } satisfies ErrorBody;
  return c.json(body, statusOf(code));
}

/**
 * A 400 has the sentence of its call and the wrong fields. A 400 of a campaign call has the sentence of its code, which
 * names the wrong part, and the reason.
 */
function errorContent(
  c: Context<ApiEnv>,
  code: ErrorCode,
  { sentence = errorMessages[code], issues }: ErrorDetails,
): Omit<ErrorBody, 'error'> {
  if (code === 'username-taken') return { message: sentence, type: 'username' };
  if (code === 'email-taken') return { message: sentence, type: 'email' };
  if (statusOf(code) !== 400) return { message: sentence };
  const reason = campaignReason(code);
  if (reason) return { code: 0, msg: sentence, message: sentence, reason, ...(issues && { issues }) };
  const field = fields[code];
  return {
    message: c.get('row')?.invalid ?? errorMessages['invalid-request'],
    issues: issues ?? (field === undefined ? [] : [{ path: field, message: sentence }]),
  };
}

/** The part of the campaign that a 400 is about. */
const campaignReason = (code: ErrorCode): string | undefined =>
  statusOf(code) === 400 ? /^campaign-(.+)$/.exec(code)?.[1] : undefined;

/** For a campaign call: the code of the first wrong field. */
function codeOfInvalidRequest(c: Context<ApiEnv>, { issues }: InvalidRequestError): ErrorCode {
  const reasons = c.get('row')?.reasons;
  const field = issues[0]?.path.split('.')[0] ?? '';
  return reasons ? `campaign-${reasons[field] ?? 'content'}` : 'invalid-request';
}
