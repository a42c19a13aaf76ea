import type { ErrorBody } from '#contract/error-body';
import { requestIdHeader } from '#shared/deployment';
import type { ErrorCode } from '#shared/errors';

/** The three ways a call can fail; there is no fourth. */
export type ApiErrorKind =
  /** The server says no, in the contract's words. */
  | { kind: 'rejected'; status: number; body: ErrorBody; requestId?: string | undefined }
  /** No reply: offline, connection refused, out of time. */
  | { kind: 'unreachable'; reason: string }
  /** A reply that the contract does not know, such as a gateway's error page. */
  | { kind: 'invalid-reply'; status: number; requestId?: string | undefined };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The name of the endpoint. */
  readonly endpoint: string;
  readonly failure: ApiErrorKind;

  constructor(call: string, failure: ApiErrorKind, options?: ErrorOptions) {
    super(failure.kind === 'unreachable' ? failure.reason : `${call}: ${failure.status}`, options);
    this.endpoint = call;
    this.failure = failure;
  }

  /** The status of the reply, or none where there was no reply. */
  get status(): number | undefined {
    return this.failure.kind === 'unreachable' ? undefined : this.failure.status;
  }

  /** Of a failure of the server: the request id, by which its log has the failure. */
  get reference(): string | undefined {
    if (this.failure.kind === 'unreachable' || this.failure.status < 500) return undefined;
    return this.body?.requestId ?? this.failure.requestId;
  }

  /** Whether the server's reply has this error code. */
  is(code: ErrorCode): boolean {
    return this.body?.error === code;
  }

  /** The reply's body, where it is the server's own. */
  get body(): ErrorBody | undefined {
    return this.failure.kind === 'rejected' ? this.failure.body : undefined;
  }
}

/** One request and its reply; what is not JSON is undefined, which no shape accepts. Rejects where no reply comes. */
export async function fetchJson(call: string, method: string, path: string, sending: Sending) {
  try {
    const response = await fetchApi(method, path, sending);
    const { ok, status, headers } = response;
    const requestId = headers.get(requestIdHeader) ?? undefined;
    return { ok, status, requestId, json: parseJson(await response.text()) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new ApiError(call, { kind: 'unreachable', reason }, { cause });
  }
}

/** Longer than the server takes at most, so that its answer comes first. */
export const TIME_OUT_MS = 12_000;

interface Sending {
  /** Sent as the bearer credential. */
  token?: string | null;
  /** Sent as JSON; undefined sends no body. */
  body?: unknown;
}

/** One request below `/api`. Rejects only when no reply comes: offline, connection refused, out of time. */
export function fetchApi(method: string, path: string, { token, body }: Sending = {}): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  return fetch(`/api${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(TIME_OUT_MS),
  });
}

/** undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
