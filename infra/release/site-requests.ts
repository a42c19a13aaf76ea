import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { Endpoint } from '#contract/endpoint';
import type { HeaderMap } from '../edge/headers.ts';

const REQUEST_LIMIT_MS = 20_000;

/** An address without a path. */
export interface Address {
  url: string;
  /** A host that is asked instead of the one that the DNS records of the address lead to. */
  host?: string | undefined;
}

export interface Reply {
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

export const get = (address: Address, path: string, headers: HeaderMap = {}): Promise<Reply> =>
  sendRequest(address, path, { headers });

export const post = (address: Address, { path, method }: Endpoint, body: unknown, headers: HeaderMap = {}) =>
  sendRequest(address, `/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** Resolves every name to the address of this host. */
const resolveTo =
  (host: string): LookupFunction =>
  (_name, options, done) =>
    lookup(host, options, done);

/** One request. Redirects are not followed. */
async function sendRequest(
  { url: base, host }: Address,
  path: string,
  { body, ...options }: { method?: string; headers: HeaderMap; body?: string },
): Promise<Reply> {
  const url = new URL(path, base);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    ...options,
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    ...(host !== undefined && { lookup: resolveTo(host) }),
  });
  try {
    const message = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject).end(body);
    });
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(message.headersDistinct))
      for (const value of values) headers.append(name, value);
    return { url: url.href, status: message.statusCode ?? 0, headers, text: await readText(message) };
  } catch (cause) {
    throw new Error(
      `${url}: no answer (${reasonOf(cause)}). Check the address, its DNS records (runbook, "Host names") and that the website stack is deployed.`,
      { cause },
    );
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
};
