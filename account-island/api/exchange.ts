import { CallFailed } from './http.ts';
import { parsed } from './parsed.ts';
import { type Sending, send } from './send.ts';

export const REQUEST_ID = 'x-request-id';

/** One request and its reply; what is not JSON is undefined, which no shape accepts. Rejects where no reply comes. */
export async function exchange(call: string, method: string, path: string, sending: Sending) {
  try {
    const response = await send(method, path, sending);
    const { ok, status, headers } = response;
    const requestId = headers.get(REQUEST_ID) ?? undefined;
    return { ok, status, requestId, json: parsed(await response.text()) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new CallFailed(call, { kind: 'unreachable', reason }, { cause });
  }
}
