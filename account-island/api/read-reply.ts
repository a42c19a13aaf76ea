import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { RefusalBody } from '#contract/refusal';
import { CallFailed } from './http.ts';
import { SESSION_ENDED } from './token.ts';

interface Answer {
  ok: boolean;
  status: number;
  requestId: string | undefined;
  /** undefined for what is not JSON. */
  json: unknown;
}

/** The reply as its row of the contract describes it; throws a `CallFailed` for anything else. */
export function readReply<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  { name, method, access, reply }: Endpoint<Request, Reply>,
  { ok, status, requestId, json }: Answer,
): z.output<Reply> {
  const read = reply.safeParse(json);
  if (ok && read.success) return read.data;
  // Only what changes something: there is work in the page that must not be lost.
  if (status === 401 && method !== 'GET' && access !== 'anyone') dispatchEvent(new Event(SESSION_ENDED));
  const refusal = RefusalBody.safeParse(json);
  if (!ok && refusal.success)
    throw new CallFailed(name, { kind: 'refused', status, body: refusal.data, requestId });
  throw new CallFailed(name, { kind: 'unreadable', status, requestId });
}
