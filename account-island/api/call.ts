import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { RefusalBody } from '#contract/refusal';
import { storedToken } from '../session/token.ts';
import { CallFailed } from './call-failed.ts';
import { send } from './send.ts';

type BodyOf<Request extends z.ZodMiniType> = undefined extends z.input<Request> ? [] : [z.input<Request>];

/** Makes the call of one row of the contract, and resolves to its reply. Every failure is a `CallFailed`. */
export async function call<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Reply>,
  ...[body]: BodyOf<Request>
): Promise<z.output<Reply>> {
  const { ok, status, json } = await exchange(endpoint, body);
  const reply = endpoint.reply.safeParse(json);
  if (ok && reply.success) return reply.data;
  const refusal = RefusalBody.safeParse(json);
  if (!ok && refusal.success) {
    throw new CallFailed(endpoint.name, { kind: 'refused', status, body: refusal.data });
  }
  throw new CallFailed(endpoint.name, { kind: 'unreadable', status });
}

async function exchange({ name, method, path, access }: Endpoint, body: unknown) {
  try {
    const token = access === 'anyone' ? null : storedToken();
    const response = await send(method, path, { token, body });
    return { ok: response.ok, status: response.status, json: parsed(await response.text()) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new CallFailed(name, { kind: 'unreachable', reason }, { cause });
  }
}

/** What is not JSON is undefined, which no reply's schema accepts. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
