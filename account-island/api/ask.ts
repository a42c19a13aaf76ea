import { exchange } from './exchange.ts';
import { CallFailed } from './http.ts';
import { storedToken } from './token.ts';

/**
 * A GET that the user centre itself waits for. Its reply is read by hand, where other calls read by the contract's
 * schemas: those are half as heavy as the rest of the user centre together, and come with the first panel that calls
 * something. `read` gives undefined for what is not the contract's shape.
 */
export async function ask<Reply>(
  name: string,
  path: string,
  read: (json: unknown) => Reply | undefined,
): Promise<Reply> {
  const { ok, status, requestId, json } = await exchange(name, 'GET', path, { token: storedToken() });
  const reply = ok ? read(json) : undefined;
  if (reply !== undefined) return reply;
  if (ok || !has(json, 'message')) throw new CallFailed(name, { kind: 'unreadable', status, requestId });
  const seconds = has(json, 'retryAfterSeconds') ? Number(json.retryAfterSeconds) : Number.NaN;
  const body = {
    message: String(json.message),
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  };
  throw new CallFailed(name, { kind: 'refused', status, body, requestId });
}

export const has = <Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> =>
  typeof value === 'object' && value !== null && key in value;
