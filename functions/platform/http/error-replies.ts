import type { Context, ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '#contract/error-body';
import {
  CAMPAIGN_ERROR_REASONS,
  type CampaignErrorCode,
  type CampaignErrorReason,
  type ErrorCode,
  errorMessages,
} from '#shared/errors';
import { DomainError } from '../../shared/domain-error.ts';
import type { Runtime } from '../runtime.ts';
import { type ApiEnv, InvalidRequestError } from './request.ts';

/** The status of every error code: the compiler asks for those that are missing. */
export const errorStatuses: Readonly<Record<ErrorCode, ContentfulStatusCode>> = {
  'invalid-request': 400,
  'cross-site-request': 403,
  'endpoint-not-found': 404,
  'method-not-allowed': 405,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'firewall-blocked': 403,
  'too-many-attempts': 429,
  'internal-error': 500,
  unauthenticated: 401,
  forbidden: 403,
  'username-not-found': 404,
  'login-failed': 401,
  'account-disabled': 403,
  'account-guarded': 429,
  'username-taken': 409,
  'email-taken': 409,
  'password-common': 400,
  'password-wrong': 400,
  'date-of-birth-in-future': 400,
  'year-of-degree-too-late': 400,
  'code-invalid': 400,
  'not-your-account': 403,
  'recent-sign-in-required': 403,
  'login-not-found': 404,
  'profile-conflict': 409,
  'address-change-limit': 429,
  'username-change-limit': 429,
  'second-factor-needed': 401,
  'second-factor-wrong': 401,
  'second-factor-missing': 403,
  'second-factor-stale': 403,
  'second-factor-off': 409,
  'second-factor-required': 403,
  'second-factor-setup-ended': 409,
  'passkey-rejected': 401,
  'passkey-not-added': 409,
  'passkey-limit': 409,
  'member-not-found': 404,
  'member-conflict': 409,
  'invitation-not-needed': 409,
  'own-account-not-allowed': 403,
  'administrator-protected': 403,
  'term-not-found': 404,
  'term-exists': 409,
  'term-end-taken': 409,
  'term-period-invalid': 400,
  'transfer-exists': 409,
  'transfer-not-found': 404,
  'date-in-future': 400,
  'conference-record-exists': 409,
  'conference-record-not-found': 404,
  'export-not-found': 404,
  'import-not-found': 404,
  'import-finished': 409,
  'import-file-expired': 409,
  'invitations-expired': 409,
  'payment-not-in-review': 404,
  'payment-provider-unreachable': 503,
  'receipt-not-found': 404,
  'webhook-signature-invalid': 400,
  'card-invalid': 404,
  'campaign-file-type': 400,
  'campaign-file-size': 400,
  'campaign-file-upload': 400,
  'campaign-file-count': 400,
  'campaign-recipients': 400,
  'campaign-subject': 400,
  'campaign-content': 400,
  'campaign-schedule': 400,
  'campaign-not-found': 404,
  'campaign-finished': 409,
  'campaign-not-paused': 409,
  'campaign-not-sending': 409,
  'campaign-message-deleted': 409,
  'draft-conflict': 409,
  'address-not-suppressed': 404,
  'archive-locked': 401,
};

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
  return c.json(body, errorStatuses[code]);
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
  if (errorStatuses[code] !== 400) return { message: sentence };
  const reason = campaignReason(code);
  if (reason) return { code: 0, msg: sentence, message: sentence, reason, ...(issues && { issues }) };
  const field = fields[code];
  return {
    message: c.get('row')?.invalid ?? errorMessages['invalid-request'],
    issues: issues ?? (field === undefined ? [] : [{ path: field, message: sentence }]),
  };
}

const campaignReason = (code: ErrorCode): CampaignErrorReason | undefined =>
  CAMPAIGN_ERROR_REASONS.find((reason) => code === campaignCode(reason));

const campaignCode = (reason: CampaignErrorReason): CampaignErrorCode => `campaign-${reason}`;

/** For a campaign call: the code of the first wrong field. */
function codeOfInvalidRequest(c: Context<ApiEnv>, { issues }: InvalidRequestError): ErrorCode {
  const reasons = c.get('row')?.reasons;
  const field = issues[0]?.path.split('.')[0] ?? '';
  return reasons ? campaignCode(reasons[field] ?? 'content') : 'invalid-request';
}
