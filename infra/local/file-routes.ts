import { Hono } from 'hono';

const PATH = '/_local/files/';
/** They are about the connection to the emulator. */
const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding'];

/** Routes under `/_local`: files by their signed links, which the S3 emulator at `storageUrl` checks. */
export function fileRoutes(storageUrl: string): Hono {
  const routes = new Hono();
  routes.get('/files/*', async ({ req }) => {
    const { pathname, search } = new URL(req.url);
    const reply = await fetch(`${storageUrl}/${pathname.slice(PATH.length)}${search}`);
    const headers = new Headers(reply.headers);
    for (const name of HOP_HEADERS) headers.delete(name);
    return new Response(reply.body, { status: reply.status, headers });
  });
  return routes;
}

/** The reply with links to files at the site's own address, where `fileRoutes` serves them. */
export async function withOwnFileLinks(
  reply: Response,
  storageUrl: string,
  origin: string,
): Promise<Response> {
  if (!reply.headers.get('content-type')?.startsWith('application/json')) return reply;
  const headers = new Headers(reply.headers);
  headers.delete('content-length');
  const text = (await reply.text()).replaceAll(`${storageUrl}/`, origin + PATH);
  return new Response(text, { status: reply.status, headers });
}
