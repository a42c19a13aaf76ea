import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { ErrorBody } from '#contract/error-body';
import { ApiError, fetchJson } from './http.ts';
import { withPrompts } from './prompts.ts';
import { readToken } from './token.ts';

type InputOf<Request extends z.ZodMiniType> = undefined extends z.input<Request> ? [] : [z.input<Request>];

/** Calls one endpoint of the contract and resolves to its reply. Every failure is an `ApiError`. */
export async function request<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Reply>,
  ...[input]: InputOf<Request>
): Promise<z.output<Reply>> {
  const { route, method, access } = endpoint;
  const isChange = method !== 'GET' && access !== 'anyone';
  return withPrompts(isChange, async () => {
    const token = access === 'anyone' ? null : readToken();
    const sent = method === 'GET' ? { query: query(input) } : { body: input };
    return parseReply(endpoint, await fetchJson(route, { token, ...sent }));
  });
}

/** Leaves undefined values out. */
function query(input: unknown): string {
  const fields = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  return fields.length > 0
    ? `?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))}`
    : '';
}

/** Enough for 4.4 MB on a slow connection. */
const TIMEOUT_MS = 180_000;

/** The text and files of a form; undefined ones are left out. */
type Fields = Readonly<Record<string, string | readonly File[] | undefined>>;

/** Calls a `multipart` endpoint and resolves to its reply; fails as `request` does. */
export const upload = <Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Reply>,
  fields: Fields,
): Promise<z.output<Reply>> =>
  withPrompts(true, async () => {
    const sending = { token: readToken(), body: toFormData(fields), timeoutMs: TIMEOUT_MS };
    return parseReply(endpoint, await fetchJson(endpoint.route, sending));
  });

function toFormData(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else for (const file of value ?? []) form.append(name, file);
  }
  return form;
}

interface Answer {
  ok: boolean;
  status: number;
  requestId: string | undefined;
  /** Undefined for anything but JSON. */
  json: unknown;
}

/** A reply with the status of a success and another code than 1: its `msg` says why. */
const Refusal = z.object({
  code: z.number().check(z.refine((code) => code !== 1)),
  msg: z.string().check(z.minLength(1)),
});

/** Parses the reply by the endpoint's schema. @throws `ApiError` for anything else */
function parseReply<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  { route, reply }: Endpoint<Request, Reply>,
  { ok, status, requestId, json }: Answer,
): z.output<Reply> {
  const read = reply.safeParse(json);
  if (ok && read.success) return read.data;
  const refusal = Refusal.safeParse(json);
  if (ok && refusal.success) {
    const { msg } = refusal.data;
    throw new ApiError(route, { kind: 'rejected', status, body: { message: msg, msg }, requestId });
  }
  const error = ErrorBody.safeParse(json);
  if (!ok && error.success)
    throw new ApiError(route, { kind: 'rejected', status, body: error.data, requestId });
  throw new ApiError(route, { kind: 'invalid-reply', status, requestId });
}
