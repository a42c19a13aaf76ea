import { readFile } from 'node:fs/promises';
import { imageCaching } from '../edge/caching.ts';
import { apiHeaders, imageHeaders } from '../edge/security-headers.ts';
import type { Objects } from './emulators/s3-objects.ts';

/** The pictures of mails at the site's own address, as the CDN takes them from their bucket. */
export const serveMailImages =
  (images: Objects) =>
  async (request: Request): Promise<Response> => {
    const stored = await images.find(new URL(request.url).pathname.slice(1));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const content = stored && (await readFile(images.path(stored)).catch(() => undefined));
    if (stored === undefined || content === undefined || !isRead)
      return new Response('Not found\n', { status: 404, headers: apiHeaders });
    return new Response(request.method === 'GET' ? new Uint8Array(content) : null, {
      headers: {
        ...imageHeaders,
        'content-type': stored.headers['content-type'] ?? 'application/octet-stream',
        ...imageCaching,
      },
    });
  };
