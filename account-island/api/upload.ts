import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { parseReply } from './client.ts';
import { fetchJson } from './http.ts';
import { withPrompts } from './prompts.ts';
import { readToken } from './token.ts';

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
