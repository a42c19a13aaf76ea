import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { mailImagePath, originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { imageCaching } from '../edge/caching.ts';
import { unsubscribeRedirect } from '../edge/clean-urls.ts';
import { apiHeaders, imageHeaders } from '../edge/headers.ts';
import { errorCode, StartupError } from './disk/errors.ts';
import { isLoopbackHost } from './emulators/aws-server.ts';
import type { S3Objects } from './emulators/s3-objects.ts';

type RequestHandler = (request: Request) => Response | Promise<Response>;

export interface FrontOptions {
  site: RequestHandler;
  api: RequestHandler;
  localRoutes: RequestHandler;
  images: RequestHandler;
  originSecret: string;
  /** The S3 emulator, to which signed links lead. */
  storageUrl: string;
}

/** The product's one address, divided as the CDN divides it, with the pages that only the local server has. */
export function createFront({ site, api, localRoutes, images, originSecret, storageUrl }: FrontOptions) {
  return async (request: Request, viewerAddress: string): Promise<Response> => {
    const { pathname, origin } = new URL(request.url);
    if (/^\/_local(\/|$)/.test(pathname)) return localRoutes(request);
    if (pathname.startsWith(mailImagePath)) return images(request);
    const unsubscribePage = unsubscribeRedirect(request.method, pathname, new URL(request.url).search);
    if (unsubscribePage !== undefined)
      return new Response(null, { status: 302, headers: { ...apiHeaders, location: unsubscribePage } });
    if (!pathname.startsWith('/api/')) return site(request);
    const whole = await wholeRequest(request);
    const reply =
      whole instanceof Request
        ? await withOwnFileLinks(
            await api(forwardedRequest(whole, viewerAddress, originSecret)),
            storageUrl,
            origin,
          )
        : whole;
    const headers = new Headers(reply.headers);
    for (const [name, value] of Object.entries(apiHeaders)) headers.set(name, value);
    return new Response(reply.body, { status: reply.status, headers });
  };
}

export interface ListeningPort {
  readonly port: number;
  /** Closes idle connections at once, and others when they are answered or after a second. May be called twice. */
  close(): Promise<void>;
}

const GRACE_MILLISECONDS = 1000;
const SWEEP_MILLISECONDS = 20;

/** Listens on both loopback addresses, or on the only one of this machine: `localhost` may mean either. */
export async function listenOnLoopback(port: number, listener: RequestListener): Promise<ListeningPort> {
  const servers: Server[] = [];
  let taken = port;
  let reason: unknown;
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer(listener);
    try {
      await once(server.listen(taken, host), 'listening');
    } catch (error) {
      reason = error;
      if (/EADDRNOTAVAIL|EAFNOSUPPORT/.test(String(error))) continue;
      await Promise.all(servers.map(close));
      throw cannotListen(port, error);
    }
    servers.push(server);
    const address = server.address();
    if (typeof address === 'object' && address !== null) taken = address.port;
  }
  if (servers.length === 0) throw cannotListen(port, reason);
  return {
    port: taken,
    close: async () => {
      await Promise.all(servers.map(close));
    },
  };
}

function cannotListen(port: number, cause: unknown): StartupError {
  const isUsed = errorCode(cause) === 'EADDRINUSE';
  const sentence = isUsed
    ? `Port ${port} is already in use. Stop the other program, or set PORT to another port.`
    : `Can't use port ${port} (${cause}). Set PORT to another port.`;
  return new StartupError(sentence, { cause });
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS);
  const limit = setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}

/** The request as the CDN passes it to the API: the headers that only the CDN may set replace the caller's own. */
export function forwardedRequest(request: Request, viewerAddress: string, originSecret: string): Request {
  const headers = new Headers(request.headers);
  // An IPv4 caller on a dual-stack socket.
  headers.set(viewerAddressHeader, viewerAddress.replace(/^::ffff:(?=\d+\.)/, ''));
  headers.set(originSecretHeader, originSecret);
  return new Request(request, { headers });
}

/**
 * Everything below `/_local`, which exists only on a local start and only for its own pages: otherwise a page of another
 * site could pay in somebody's name or, with a DNS name that leads here, read the mail.
 */
export function localRoutes(...routes: readonly Hono[]): Hono {
  const local = new Hono().basePath('/_local');
  local.use(async (c, next) => {
    const host = c.req.header('host');
    const origin = c.req.header('origin');
    if (!isLoopbackHost(host) || (origin !== undefined && origin !== `http://${host}`)) {
      throw new HTTPException(403, { message: 'This page is available on localhost only.' });
    }
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
  });
  for (const each of routes) local.route('/', each);
  local.notFound((c) => c.text("This local page doesn't exist.", 404));
  return local;
}

/** Images in emails at the site's own address, as the CDN serves them from their bucket. */
export const serveMailImages =
  (images: S3Objects) =>
  async ({ method, url }: Request): Promise<Response> => {
    const isRead = method === 'GET' || method === 'HEAD';
    const stored = isRead ? await images.read(new URL(url).pathname.slice(1)) : undefined;
    if (stored?.content === undefined)
      return new Response('Not found\n', { status: 404, headers: apiHeaders });
    const type = stored.headers['content-type'] ?? 'application/octet-stream';
    return new Response(method === 'GET' ? new Uint8Array(stored.content) : null, {
      headers: { ...imageHeaders, 'content-type': type, ...imageCaching },
    });
  };

const FILES_PATH = '/_local/files/';

/** Routes under `/_local`: files by their signed links, which the S3 emulator at `storageUrl` checks. */
export function fileRoutes(storageUrl: string): Hono {
  const routes = new Hono();
  routes.get('/files/*', async ({ req }) => {
    const { pathname, search } = new URL(req.url);
    const reply = await fetch(`${storageUrl}/${pathname.slice(FILES_PATH.length)}${search}`);
    const { status, headers } = reply;
    const type = headers.get('content-type') ?? 'application/octet-stream';
    const disposition = headers.get('content-disposition');
    return new Response(await reply.bytes(), {
      status,
      headers: { 'content-type': type, ...(disposition && { 'content-disposition': disposition }) },
    });
  });
  return routes;
}

/** The reply with links to files at the site's own address, where `fileRoutes` serves them. */
async function withOwnFileLinks(reply: Response, storageUrl: string, origin: string): Promise<Response> {
  if (!reply.headers.get('content-type')?.startsWith('application/json')) return reply;
  const headers = new Headers(reply.headers);
  headers.delete('content-length');
  const text = (await reply.text()).replaceAll(`${storageUrl}/`, origin + FILES_PATH);
  return new Response(text, { status: reply.status, headers });
}

/** The size limit of a request at API Gateway, and its reply above: quotas of HTTP APIs, "Payload size". */
const MOST_BYTES = 10 * 1024 * 1024;
const tooLarge = () => Response.json({ message: 'Request Entity Too Large' }, { status: 413 });

/**
 * The request with its whole body, as API Gateway passes it on, or the reply to one that is too large. A reply while the
 * body is still arriving would close the connection, and the browser would report a network error instead.
 */
async function wholeRequest(request: Request): Promise<Request | Response> {
  if (request.body === null) return request;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length <= MOST_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (length > MOST_BYTES) return tooLarge();
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body: Buffer.concat(chunks) });
}
