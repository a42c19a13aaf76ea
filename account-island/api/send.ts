/** Longer than the server takes at most, so that its answer comes first. */
export const TIME_OUT_MS = 12_000;

export interface Sending {
  /** Sent as the bearer credential. */
  token?: string | null;
  /** Sent as JSON; undefined sends no body. */
  body?: unknown;
}

/** One request below `/api`. Rejects only when no reply comes: offline, connection refused, out of time. */
export function send(method: string, path: string, { token, body }: Sending = {}): Promise<Response> {
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
