import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType } from 'hono/utils/mime';
import { cacheControl, redirectCaching, searchFolder } from './caching.ts';
import { notFoundKey, resolvePath } from './clean-urls.ts';
import { filePolicy } from './content-policy.ts';
import { contentTypeOf } from './content-types.ts';
import { apiHeaders, searchHeaders, siteHeaders } from './headers.ts';
import type { SiteBuild } from './site-build.ts';

type Coding = 'br' | 'gzip' | 'identity';

interface Content {
  bytes: Buffer<ArrayBufferLike>;
  etag: string;
}

/** Of 0 to 11. With 9, the site is 1 % smaller and takes thirteen times as long. */
const BROTLI_QUALITY = 5;

const encode: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
};

/** Serves the built site as the CDN does. The list of files is read at the start, each file at its first request. */
export function createSiteServer(build: SiteBuild): (request: Request) => Promise<Response> {
  const files = filesUnder(build.folder);
  const contents = new Map<string, Promise<Content>>();

  const load = (key: string, coding: Coding) => {
    const loaded = contents.get(coding + key) ?? read(join(build.folder, key), coding);
    contents.set(coding + key, loaded);
    return loaded;
  };

  async function answer(request: Request, key: string, path: string): Promise<Response> {
    const found = key !== notFoundKey;
    const contentType = contentTypeOf(key, getMimeType(key) ?? 'application/octet-stream');
    const compressible = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(contentType);
    const coding = compressible ? preferredCoding(request.headers.get('accept-encoding')) : 'identity';
    const { bytes, etag } = await load(key, coding);
    const policy = filePolicy(key, build.policies);
    const headers = new Headers({
      ...(path.startsWith(searchFolder) ? searchHeaders : siteHeaders),
      ...(policy !== undefined && { 'content-security-policy': policy }),
      'content-type': contentType,
      'cache-control': cacheControl(key),
      ...(found && { etag }),
      ...(compressible && { vary: 'accept-encoding' }),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    });
    if (found && request.headers.get('if-none-match') === etag)
      return new Response(null, { status: 304, headers });
    headers.set('content-length', String(bytes.length));
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), {
      status: found ? 200 : 404,
      headers,
    });
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return errorReply(405, { allow: 'GET, HEAD' });
    const { pathname, search } = new URL(request.url);
    const resolution = resolvePath(pathname, search.slice(1), build.paths);
    if (resolution.kind === 'redirect') return redirect(resolution.location);
    const key = decodeURIComponent(resolution.key);
    return files.has(key) ? answer(request, key, pathname) : errorReply(404, {});
  };
}

const redirect = (location: string) =>
  new Response(null, {
    status: 301,
    headers: { ...apiHeaders, location, 'cache-control': redirectCaching },
  });

const errorReply = (status: 404 | 405, headers: Record<string, string>) =>
  new Response(null, { status, headers: { ...apiHeaders, ...headers } });

/** Keys as in addresses. Requested paths are only looked up among these, so none can lead out of the folder. */
const filesUnder = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/')),
  );

async function read(file: string, coding: Coding): Promise<Content> {
  const bytes = await encode[coding](await readFile(file));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

function preferredCoding(accepted: string | null): Coding {
  const codings = (accepted ?? '').split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part));
  const names = codings.map((part) => part.split(';')[0]?.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}
