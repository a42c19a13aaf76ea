import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { RefusalBody } from '#contract/refusal';
import { storedToken } from '../session/token.ts';
import { CallFailed } from './call-failed.ts';
import { exchange } from './exchange.ts';

type InputOf<Request extends z.ZodMiniType> = undefined extends z.input<Request> ? [] : [z.input<Request>];

/** Makes the call of one row of the contract, and resolves to its reply. Every failure is a `CallFailed`. */
export async function call<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Reply>,
  ...[input]: InputOf<Request>
): Promise<z.output<Reply>> {
  const { name, method, path, access } = endpoint;
  const token = access === 'anyone' ? null : storedToken();
  const { ok, status, json } =
    method === 'GET'
      ? await exchange(name, method, path + query(input), { token })
      : await exchange(name, method, path, { token, body: input });
  const reply = endpoint.reply.safeParse(json);
  if (ok && reply.success) return reply.data;
  const refusal = RefusalBody.safeParse(json);
  if (!ok && refusal.success) {
    throw new CallFailed(name, { kind: 'refused', status, body: refusal.data });
  }
  throw new CallFailed(name, { kind: 'unreadable', status });
}

/** What is undefined is left out. */
function query(input: unknown): string {
  const fields = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  return fields.length > 0
    ? `?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))}`
    : '';
}
