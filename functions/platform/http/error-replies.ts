import type { Context, ErrorHandler } from 'hono';
import type { ErrorBody } from '#contract/error-body';
import { type ErrorCode, errorMessages, statusOf } from '#shared/errors';
import { DomainError, type ErrorDetails } from '../../shared/domain-error.ts';
import type { Runtime } from '../runtime.ts';
import type { ApiEnv } from './request.ts';

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

export const onError =
  (log: Runtime['log']): ErrorHandler<ApiEnv> =>
  (error, c) => {
    if (error instanceof DomainError) return replyWithError(c, error.code, error.details);
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
  details: ErrorDetails & { requestId?: string } = {},
): Response {
  const code = codeOfCall(c, thrownCode, details);
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

/**
 * The code as this call's contract has it: an invalid request of a campaign call is named by its first wrong field, and a
 * campaign's code in any other call is an invalid request.
 */
function codeOfCall(c: Context<ApiEnv>, code: ErrorCode, { issues }: ErrorDetails): ErrorCode {
  const reasons = c.get('row')?.reasons;
  // A form is parsed before its call is known: parsing throws campaign errors for other forms too.
  if (!reasons) return campaignReason(code) ? 'invalid-request' : code;
  const field = issues?.[0]?.path.split('.')[0] ?? '';
  return code === 'invalid-request' ? `campaign-${reasons[field] ?? 'content'}` : code;
}
