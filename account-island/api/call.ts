import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { RefusalBody } from '#contract/refusal';
import { storedToken } from '../session/token.ts';
import { CallFailed } from './call-failed.ts';
import { exchange } from './exchange.ts';

type BodyOf<Request extends z.ZodMiniType> = undefined extends z.input<Request> ? [] : [z.input<Request>];

/** Makes the call of one row of the contract, and resolves to its reply. Every failure is a `CallFailed`. */
export async function call<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Reply>,
  ...[body]: BodyOf<Request>
): Promise<z.output<Reply>> {
  const { name, method, path, access } = endpoint;
  const token = access === 'anyone' ? null : storedToken();
  const { ok, status, json } = await exchange(name, method, path, { token, body });
  const reply = endpoint.reply.safeParse(json);
  if (ok && reply.success) return reply.data;
  const refusal = RefusalBody.safeParse(json);
  if (!ok && refusal.success) {
    throw new CallFailed(name, { kind: 'refused', status, body: refusal.data });
  }
  throw new CallFailed(name, { kind: 'unreadable', status });
}
