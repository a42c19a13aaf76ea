import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { RefusalBody } from '#contract/refusal';
import type { Ambient } from '../domain/ambient.ts';
import { Refusal, type RefusalCode } from '../domain/refusal.ts';
import type { ApiEnv } from './env.ts';
import { InvalidRequest } from './invalid-request.ts';

interface Reply {
  status: ContentfulStatusCode;
  body: RefusalBody;
}

const NOT_SENT = 'Failed to send email. Please try again.';

/** The one map from the domain's refusals to what a caller sees. */
export const replies: Record<RefusalCode, Reply> = {
  unauthenticated: { status: 401, body: { message: 'Please sign in' } },
  forbidden: { status: 403, body: { message: 'This is for administrators' } },
  'username-not-found': { status: 404, body: { message: 'Username not found' } },
  'login-failed': { status: 401, body: { message: 'Login failed' } },
  'account-disabled': { status: 403, body: { message: 'Account disabled' } },
  'username-taken': { status: 409, body: { message: 'Username already exists', type: 'username' } },
  'email-taken': { status: 409, body: { message: 'Email already registered', type: 'email' } },
  'password-common': invalid('password', 'is one that many people use; choose another'),
  'password-wrong': invalid('old_password', 'is not the current password'),
  'date-of-birth-in-future': invalid('dob', 'is not a date up to today'),
  'code-invalid': invalid('code', 'is wrong or no longer counts'),
  'second-factor-needed': secondFactorFault(
    401,
    'second-factor-needed',
    'Enter the code from your authenticator app.',
  ),
  'second-factor-wrong': secondFactorFault(
    401,
    'second-factor-wrong',
    'This code is wrong, expired or already used.',
  ),
  'second-factor-missing': secondFactorFault(
    403,
    'second-factor-missing',
    'Set up two-step verification first.',
  ),
  'second-factor-stale': secondFactorFault(
    403,
    'second-factor-stale',
    'Enter a code from your authenticator app to continue.',
  ),
  'second-factor-off': { status: 409, body: { message: 'Two-step verification is not set up.' } },
  'second-factor-required': { status: 403, body: { message: 'Administrators need two-step verification.' } },
  'second-factor-setup-ended': { status: 409, body: { message: 'This setup has expired. Start again.' } },
  'not-your-account': { status: 403, body: { message: 'This is not your account' } },
  'recent-sign-in-required': {
    status: 403,
    body: { message: 'To change your username or e-mail address, please log out and log in again.' },
  },
  'profile-conflict': {
    status: 409,
    body: { message: 'Your data was changed meanwhile. Please reload and try again.' },
  },
  'member-not-found': { status: 404, body: { message: 'There is no such member' } },
  'member-conflict': {
    status: 409,
    body: { message: 'This member was changed meanwhile. Look again, then decide.' },
  },
  'own-account-not-allowed': { status: 403, body: { message: 'Nobody can disable their own account' } },
  'term-not-found': { status: 404, body: { message: 'The member does not have this term' } },
  'term-exists': { status: 409, body: { message: 'The member has this term already' } },
  'term-period-invalid': invalid('endDate', 'is not a 1 January after the start'),
  'transfer-exists': { status: 409, body: { message: 'This transfer is recorded already' } },
  'date-in-future': invalid('date', 'is not a date up to today'),
  'conference-record-exists': { status: 409, body: { message: 'The member has this conference already' } },
  'conference-record-not-found': { status: 404, body: { message: 'The member does not have this conference' } },
  'import-not-found': { status: 404, body: { message: 'There is no such import' } },
  'import-finished': { status: 409, body: { message: 'This import has ended' } },
  'import-file-expired': {
    status: 409,
    body: {
      message: 'The lines of this import are no longer kept. Set it aside, then choose the file again.',
    },
  },
  'payment-not-in-review': { status: 404, body: { message: 'This payment is not on the list' } },
  'archive-locked': { status: 401, body: { message: 'Please enter the password of the archive' } },
  'campaign-file-type': mailFault('file-type', 'Invalid file type. Please select a valid file.'),
  'campaign-file-size': mailFault('file-size', 'File too large. Please select a smaller file.'),
  'campaign-file-upload': mailFault('file-upload', 'File upload error. Please try again.'),
  'campaign-file-count': mailFault('file-count', 'Too many files. Please select fewer files.'),
  'campaign-recipients': mailFault('recipients', NOT_SENT),
  'campaign-subject': mailFault('subject', NOT_SENT),
  'campaign-content': mailFault('content', NOT_SENT),
  'campaign-schedule': mailFault('schedule', NOT_SENT),
  'campaign-not-found': { status: 404, body: { message: 'There is no such mail' } },
  'campaign-finished': { status: 409, body: { message: 'This mail has ended' } },
  'campaign-not-paused': { status: 409, body: { message: 'This mail is not paused' } },
  'campaign-not-sending': { status: 409, body: { message: 'This mail is not being sent' } },
  'campaign-not-finished': { status: 409, body: { message: 'This mail has not ended yet' } },
  'campaign-nothing-to-resend': { status: 409, body: { message: 'No copy of this mail failed' } },
  'campaign-message-deleted': {
    status: 409,
    body: { message: 'The text or the files of this mail are no longer kept' },
  },
  'address-not-suppressed': { status: 404, body: { message: 'Nothing holds this address' } },
  'payment-provider-unreachable': { status: 503, body: { message: 'The payment service cannot be reached' } },
  'receipt-not-found': { status: 404, body: { message: 'There is no such receipt' } },
  'webhook-signature-invalid': invalid('stripe-signature', 'does not sign this body at this time'),
  'card-invalid': {
    status: 404,
    body: {
      message:
        'This link is not a valid membership card. It may be incomplete, or the member may have replaced it. Ask the member for a new one.',
    },
  },
  'too-many-attempts': { status: 429, body: { message: 'Too many attempts' } },
  'account-guarded': {
    status: 429,
    body: {
      message:
        'Too many failed logins to this account. Use Forgot password to set a new password, or try again later.',
      reason: 'account-guarded',
    },
  },
  'address-change-limit': {
    status: 429,
    body: { message: 'You have changed your email address too often.' },
  },
  'username-change-limit': {
    status: 429,
    body: { message: 'You have changed your username too often.' },
  },
};

/** A 400 in the envelope of the mail calls, with the sentence that the specification gives for it. */
function mailFault(reason: string, msg: string): Reply {
  return { status: 400, body: { code: 0, msg, message: msg, reason } };
}

/** The reply to a login or an administrator's call that still needs a second factor; its `reason` says which. */
function secondFactorFault(status: 401 | 403, reason: string, message: string): Reply {
  return { status, body: { message, reason } };
}

/** A 400 with the call's own sentence, and the place. */
function invalid(path: string, message: string): Reply {
  return { status: 400, body: { message: '', issues: [{ path, message }] } };
}

export const onError =
  (report: Ambient['report']): ErrorHandler<ApiEnv> =>
  (error, c) => {
    if (error instanceof Refusal) {
      c.set('refusal', error.code);
      return refuse(c, error);
    }
    if (error instanceof InvalidRequest) {
      c.set('refusal', 'invalid');
      return refuseShape(c, error);
    }
    if (error instanceof HTTPException) return c.json({ message: error.message }, error.status);
    const requestId = c.get('requestId');
    const { method } = c.req;
    const path = c.get('route') ?? 'unknown';
    report({ level: 'error', event: 'fault', requestId, method, path, cause: error });
    return c.json({ message: 'Server error', requestId }, 500);
  };

function refuse(c: Context<ApiEnv>, { code, retryAfterSeconds, issues }: Refusal): Response {
  const { status, body } = replies[code];
  if (body.reason !== undefined && c.get('row')?.reasons)
    return c.json({ ...body, ...(issues && { issues }) }, status);
  if (status === 400)
    return c.json({ message: sentenceOf400(c), issues: issues ?? body.issues ?? [] }, status);
  if (retryAfterSeconds === undefined) return c.json(body, status);
  c.header('Retry-After', String(retryAfterSeconds));
  return c.json({ ...body, retryAfterSeconds }, status);
}

/** A mail call gives the reason too: that of the first field that is wrong. */
function refuseShape(c: Context<ApiEnv>, { issues }: InvalidRequest): Response {
  const reasons = c.get('row')?.reasons;
  if (!reasons) return c.json({ message: sentenceOf400(c), issues }, 400);
  const field = issues[0]?.path.split('.')[0] ?? '';
  const { status, body } = replies[`campaign-${reasons[field] ?? 'content'}`];
  return c.json({ ...body, issues }, status);
}

const sentenceOf400 = (c: Context<ApiEnv>): string => c.get('row')?.invalid ?? 'Check what you sent';
