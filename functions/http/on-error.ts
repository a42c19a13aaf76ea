import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { RefusalBody } from '#contract/refusal';
import type { Ambient } from '../domain/ambient.ts';
import { Refusal, type RefusalCode } from '../domain/refusal.ts';
import type { ApiEnv } from './env.ts';
import { InvalidRequest } from './invalid-request.ts';

/** The one map from the domain's refusals to what a caller sees: contract, "Calls". */
const replies: Record<RefusalCode, { status: ContentfulStatusCode; body: RefusalBody }> = {
  unauthenticated: { status: 401, body: { message: 'Please sign in' } },
  forbidden: { status: 403, body: { message: 'This is for administrators' } },
  'username-unknown': { status: 404, body: { message: 'Username not found' } },
  'login-failed': { status: 401, body: { message: 'Login failed' } },
  'account-disabled': { status: 403, body: { message: 'Account disabled' } },
  'username-taken': { status: 409, body: { message: 'Username already exists', type: 'username' } },
  'email-taken': { status: 409, body: { message: 'Email already registered', type: 'email' } },
  'password-common': {
    status: 400,
    body: {
      message: 'Registration failed. Please check your information.',
      issues: [{ path: 'password', message: 'is one that many people use; choose another' }],
    },
  },
  'too-many-attempts': { status: 429, body: { message: 'Too many attempts' } },
};

export const onError =
  (report: Ambient['report']): ErrorHandler<ApiEnv> =>
  (error, c) => {
    if (error instanceof Refusal) return refuse(c, error);
    if (error instanceof InvalidRequest) return c.json({ message: error.message, issues: error.issues }, 400);
    if (error instanceof HTTPException) return c.json({ message: error.message }, error.status);
    const requestId = c.get('requestId');
    report({ level: 'error', event: 'fault', requestId, path: c.req.path, cause: error });
    return c.json({ message: 'Server error', requestId }, 500);
  };

function refuse(c: Context, { code, retryAfterSeconds }: Refusal): Response {
  const { status, body } = replies[code];
  if (retryAfterSeconds === undefined) return c.json(body, status);
  c.header('Retry-After', String(retryAfterSeconds));
  return c.json({ ...body, retryAfterSeconds }, status);
}
