import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { getMimeType } from 'hono/utils/mime';
import { cacheControl, redirectCaching, searchFolder } from './caching.ts';
import { notFoundKey, resolvePath } from './clean-urls.ts';
import { filePolicy } from './content-policy.ts';
import { contentTypeOf } from './content-types.ts';
import { apiHeaders, searchHeaders, siteHeaders } from './headers.ts';
import type { SiteBuild } from './site-build.ts';

/**
 * Serves the built site as the CDN does, but compressed with gzip alone, and HEAD with the length and ETag of the file as it
 * is. The list of files is read at the start, each file at every request.
 */
export function createSiteServer({ folder, paths, policies }: SiteBuild): Hono['fetch'] {
  const files = filesUnder(folder);
  const site = new Hono();
  // As the CDN's, a 304 has the headers of security too.
  site.use(
    etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...Object.keys(siteHeaders)] }),
    compress({ encoding: 'gzip' }),
  );
  site.get('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const resolution = resolvePath(pathname, search.slice(1), paths);
    if (resolution.kind === 'redirect')
      return c.body(null, 301, {
        ...apiHeaders,
        location: resolution.location,
        'cache-control': redirectCaching,
      });
    const key = decodeURIComponent(resolution.key);
    if (!files.has(key)) return c.body(null, 404, apiHeaders);
    const policy = filePolicy(key, policies);
    const bytes = new Uint8Array(await readFile(join(folder, key)));
    return c.body(bytes, key === notFoundKey ? 404 : 200, {
      ...(pathname.startsWith(searchFolder) ? searchHeaders : siteHeaders),
      ...(policy !== undefined && { 'content-security-policy': policy }),
      'content-type': contentTypeOf(key, getMimeType(key) ?? 'application/octet-stream'),
      'cache-control': cacheControl(key),
      'content-length': String(bytes.length),
    });
  });
  site.all('*', (c) => c.body(null, 405, { ...apiHeaders, allow: 'GET, HEAD' }));
  return site.fetch;
}

/** Keys as in addresses. Requested paths are only looked up among these, so none can lead out of the folder. */
const filesUnder = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/')),
  );
