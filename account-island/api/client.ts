import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { exchange } from './exchange.ts';
import { readReply } from './read-reply.ts';
import { withSecondFactor } from './second-factor.ts';
import { storedToken } from './token.ts';

type InputOf<Request extends z.ZodMiniType> = undefined extends z.input<Request> ? [] : [z.input<Request>];

/** Makes the call of one row of the contract, and resolves to its reply. Every failure is a `CallFailed`. */
export async function call<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Reply>,
  ...[input]: InputOf<Request>
): Promise<z.output<Reply>> {
  const { name, method, path, access } = endpoint;
  return withSecondFactor(async () => {
    const token = access === 'anyone' ? null : storedToken();
    const answer =
      method === 'GET'
        ? await exchange(name, method, path + query(input), { token })
        : await exchange(name, method, path, { token, body: input });
    return readReply(endpoint, answer);
  });
}

/** What is undefined is left out. */
function query(input: unknown): string {
  const fields = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  return fields.length > 0
    ? `?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))}`
    : '';
}
