import { Hono } from 'hono';
import { mailImagePath, originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { imageCaching } from '../edge/caching.ts';
import { unsubscribeRedirect } from '../edge/clean-urls.ts';
import { apiHeaders, imageHeaders } from '../edge/headers.ts';
import type { S3Objects } from './emulators/s3.ts';
import { noOtherSites } from './emulators/server.ts';

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

/** Where the local routes have the files of signed links. */
export const FILES_PATH = '/files';

/** The product's one address, divided as the CDN divides it, with the pages that only the local server has. */
export function createFront({ site, api, localRoutes, images, originSecret, storageUrl }: FrontOptions) {
  return async (request: Request, viewerAddress: string): Promise<Response> => {
    const { pathname, search, origin } = new URL(request.url);
    if (/^\/_local(\/|$)/.test(pathname)) return localRoutes(request);
    if (pathname.startsWith(mailImagePath)) return images(request);
    const unsubscribePage = unsubscribeRedirect(request.method, pathname, search);
    if (unsubscribePage !== undefined)
      return new Response(null, { status: 302, headers: { ...apiHeaders, location: unsubscribePage } });
    if (!pathname.startsWith('/api/')) return site(request);

    // Whole, as API Gateway passes it on: a reply while it is still arriving would be a network error in the browser.
    const sent = request.body && (await request.arrayBuffer());
    const reply = await api(forwardedRequest(request, sent, viewerAddress, originSecret));
    const headers = new Headers(reply.headers);
    for (const [name, value] of Object.entries(apiHeaders)) headers.set(name, value);
    const { status } = reply;
    if (!headers.get('content-type')?.startsWith('application/json'))
      return new Response(reply.body, { status, headers });
    // Links to files have the site's own address.
    headers.delete('content-length');
    const body = (await reply.text()).replaceAll(`${storageUrl}/`, `${origin}/_local${FILES_PATH}/`);
    return new Response(body, { status, headers });
  };
}

/** The request as the CDN passes it to the API: the headers that only the CDN may set replace the caller's own. */
export function forwardedRequest(
  { url, method, headers: given, signal }: Request,
  body: string | ArrayBuffer | null,
  viewerAddress: string,
  originSecret: string,
): Request {
  const headers = new Headers(given);
  // An IPv4 caller on a dual-stack socket.
  headers.set(viewerAddressHeader, viewerAddress.replace(/^::ffff:(?=\d+\.)/, ''));
  headers.set(originSecretHeader, originSecret);
  return new Request(url, { method, headers, signal, body });
}

/**
 * Everything below `/_local`, which exists only on a local start and only for its own pages: otherwise a page of another
 * site could pay in somebody's name or, with a DNS name that leads here, read the mail.
 */
export function localRoutes(routes: Readonly<Record<string, Hono>>): Hono {
  const local = new Hono().basePath('/_local');
  local.use(noOtherSites, async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
  });
  for (const [path, each] of Object.entries(routes)) local.route(path, each);
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
