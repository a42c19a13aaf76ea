import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { requestIdHeader } from '#shared/deployment';
import { parseReply } from './client.ts';
import { ApiError, parseJson } from './http.ts';
import { withPrompts } from './prompts.ts';
import { readToken } from './token.ts';

/** Enough for 4.4 MB on a slow connection. */
const TIMEOUT_MS = 180_000;

/**
 * Calls a `multipart` endpoint and resolves to its reply; fails as `request` does. It uses XMLHttpRequest, which alone
 * reports the progress of an upload: `onProgress` gets 0 to 1.
 */
export const upload = <Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  ...args: Parameters<typeof uploadOnce<Request, Reply>>
): Promise<z.output<Reply>> => withPrompts(true, () => uploadOnce(...args));

async function uploadOnce<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Reply>,
  fields: Readonly<Record<string, string | readonly File[] | undefined>>,
  onProgress: (part: number) => void = () => {},
): Promise<z.output<Reply>> {
  const request = new XMLHttpRequest();
  request.open(endpoint.method, `/api${endpoint.path}`);
  request.timeout = TIMEOUT_MS;
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Authorization', `Bearer ${readToken() ?? ''}`);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  const ended = new Promise<void>((resolve, reject) => {
    const fail = ({ type }: Event) =>
      reject(new ApiError(endpoint.route, { kind: 'unreachable', reason: type }));
    request.onload = () => resolve();
    request.onerror = fail;
    request.ontimeout = fail;
    request.onabort = fail;
  });
  request.send(toFormData(fields));
  await ended;
  const { status, responseText } = request;
  return parseReply(endpoint, {
    ok: status >= 200 && status < 300,
    status,
    requestId: request.getResponseHeader(requestIdHeader) ?? undefined,
    json: parseJson(responseText),
  });
}

function toFormData(fields: Parameters<typeof upload>[1]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else for (const file of value ?? []) form.append(name, file);
  }
  return form;
}
