import type { Endpoint } from '#contract/endpoint';
import type { ErrorBody } from '#contract/error-body';
import { requestIdHeader } from '#shared/deployment';
import type { ErrorCode } from '#shared/errors';

/** The three ways in which a call can fail. */
export type ApiErrorKind =
  /** The server rejected the call, in the contract's format. */
  | { kind: 'rejected'; status: number; body: ErrorBody; requestId?: string | undefined }
  /** No reply: offline, connection refused, timeout. */
  | { kind: 'unreachable'; reason: string }
  /** A reply that is not in the contract, such as a gateway's error page. */
  | { kind: 'invalid-reply'; status: number; requestId?: string | undefined };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Its method and path, as in the contract's `route`. */
  readonly endpoint: string;
  readonly failure: ApiErrorKind;

  constructor(route: string, failure: ApiErrorKind, options?: ErrorOptions) {
    super(failure.kind === 'unreachable' ? failure.reason : `${route}: ${failure.status}`, options);
    this.endpoint = route;
    this.failure = failure;
  }

  /** The status of the reply; undefined without a reply. */
  get status(): number | undefined {
    return this.failure.kind === 'unreachable' ? undefined : this.failure.status;
  }

  /** After a failure of the server: the request id, with which its log has the failure. */
  get reference(): string | undefined {
    if (this.failure.kind === 'unreachable' || this.failure.status < 500) return undefined;
    return this.body?.requestId ?? this.failure.requestId;
  }

  /** Whether the server replied with this error code. */
  is(code: ErrorCode): boolean {
    return this.body?.error === code;
  }

  /** The seconds until the server takes such a call again; 0 if it named none. */
  get secondsToWait(): number {
    return this.body?.retryAfterSeconds ?? 0;
  }

  /** The reply's body, if it comes from our server. */
  get body(): ErrorBody | undefined {
    return this.failure.kind === 'rejected' ? this.failure.body : undefined;
  }
}

/** Longer than the server's own limit, so that its reply comes first. */
export const TIME_OUT_MS = 12_000;

interface Sending {
  /** Sent as the bearer credential. */
  token: string | null;
  /** Behind the path, with its question mark. */
  query?: string;
  /** Sent as JSON, but a form as it is; undefined sends no body. */
  body?: unknown;
  timeoutMs?: number;
}

/**
 * Calls a route of the contract, such as `GET /userinfo`. The JSON of the reply is undefined if it cannot be parsed.
 * @throws `ApiError` if no reply comes: offline, connection refused, out of time
 */
export async function fetchJson(
  route: Endpoint['route'],
  { token, query = '', body, timeoutMs = TIME_OUT_MS }: Sending,
) {
  const [method = '', path = ''] = route.split(' ');
  try {
    const headers = new Headers({ Accept: 'application/json' });
    if (token) headers.set('Authorization', `Bearer ${token}`);
    // The browser names the type of a form, with its boundary.
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
    const response = await fetch(`/api${path}${query}`, {
      method,
      headers,
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const requestId = response.headers.get(requestIdHeader) ?? undefined;
    return { ok: response.ok, status: response.status, requestId, json: parseJson(await response.text()) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new ApiError(route, { kind: 'unreachable', reason }, { cause });
  }
}

/** Undefined for anything but JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
