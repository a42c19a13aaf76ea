import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { S3Objects } from './s3-objects.ts';
import { AwsError, awsRoutes, isSigned, notSupported } from './server.ts';

const STORED_HEADERS = ['content-type', 'content-disposition', 'x-amz-checksum-crc32'];
/** Headers that change what a call means, such as `if-none-match` or `x-amz-acl`. */
const UNKNOWN_HEADERS =
  /^(if-.*|x-amz-(?!(content-sha256|date|user-agent|checksum-crc32|checksum-mode|sdk-checksum-algorithm)$).*)$/;
const KNOWN_PARAMETERS = /^(x-id|list-type|prefix|x-amz-.*)$/i;

export interface S3Options {
  folder: string;
  buckets: readonly string[];
  clock: () => Date;
}

/** The part of S3 that the product calls, with its objects as files. */
export function s3Routes({ folder, buckets, clock }: S3Options): Hono {
  const stores = new Map(buckets.map((name) => [name, new S3Objects(join(folder, name))]));
  const storeOf = ({ req }: Context): S3Objects => {
    const store = stores.get(req.param('bucket') ?? '');
    if (store) return store;
    throw new AwsError(404, 'NoSuchBucket', 'The bucket does not exist.');
  };
  const keyOf = ({ req }: Context) => req.param('key') ?? '';
  const routes = awsRoutes(
    ({ code, message }) => String(html`<Error><Code>${code}</Code><Message>${message}</Message></Error>`),
    (c) => isSigned(c) || isPresigned(c, clock()),
  );

  routes.use(async ({ req }, next) => {
    const unknown =
      Object.keys(req.header()).find((name) => UNKNOWN_HEADERS.test(name)) ??
      Object.keys(req.query()).find((name) => !KNOWN_PARAMETERS.test(name));
    if (unknown !== undefined) throw notSupported(unknown);
    await next();
  });

  routes.get('/:bucket', async (c) => {
    const prefix = c.req.query('prefix') ?? '';
    const found = (await storeOf(c).list()).filter(({ key }) => key.startsWith(prefix));
    const contents = found.map(
      ({ key, size, etag, lastModified }) =>
        html`<Contents><Key>${key}</Key><Size>${size}</Size><ETag>${etag}</ETag><LastModified>${lastModified}</LastModified></Contents>`,
    );
    return c.body(
      String(
        html`<ListBucketResult><KeyCount>${found.length}</KeyCount><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`,
      ),
    );
  });

  routes.get('/:bucket/:key{.+}', async (c) => {
    const stored = await storeOf(c).read(keyOf(c));
    if (stored === undefined) throw new AwsError(404, 'NoSuchKey', 'The key does not exist.');
    const { content, headers, etag, lastModified } = stored;
    if (content === undefined)
      throw new AwsError(500, 'InternalError', 'The content of the file is damaged.');
    const withChecksum = c.req.header('x-amz-checksum-mode') === 'ENABLED';
    const sent = Object.entries(headers).filter(
      ([name]) => withChecksum || !name.startsWith('x-amz-checksum-'),
    );
    return c.body(new Uint8Array(content), 200, {
      ...Object.fromEntries(sent),
      etag,
      'last-modified': new Date(lastModified).toUTCString(),
    });
  });

  routes.put('/:bucket/:key{.+}', async (c) => {
    if (c.req.header('x-amz-content-sha256')?.includes('STREAMING')) throw notSupported('a streamed body');
    const headers = STORED_HEADERS.flatMap((name) => {
      const value = c.req.header(name);
      return value ? [[name, value]] : [];
    });
    const content = Buffer.from(await c.req.arrayBuffer());
    const { etag } = await storeOf(c).put(keyOf(c), content, Object.fromEntries(headers));
    return c.body(null, 200, { etag });
  });

  routes.delete('/:bucket/:key{.+}', async (c) => {
    await storeOf(c).remove(keyOf(c));
    return c.body(null, 204);
  });

  routes.all('*', ({ req }) => {
    throw notSupported(`${req.method} ${req.path}`);
  });
  return routes;
}

/**
 * Whether the request is a link that has not expired. Its signature isn't checked: everybody on this machine knows the
 * key of the local clients.
 */
function isPresigned({ req }: Context, now: Date): boolean {
  const { 'X-Amz-Date': date = '', 'X-Amz-Expires': seconds, 'X-Amz-Signature': signature } = req.query();
  // 20260302T080000Z
  const signedAt = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const ends = signedAt + Number(seconds) * 1000;
  return req.method === 'GET' && signature !== undefined && now.getTime() < ends;
}
