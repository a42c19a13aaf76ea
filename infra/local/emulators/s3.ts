import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import { makeFolder, readFolder, readOrMoveAway, replaceFile, unlessMissing } from '../disk/files.ts';
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
    const contents = found.map(({ key }) => html`<Contents><Key>${key}</Key></Contents>`);
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
    return c.body(new Uint8Array(content), 200, {
      ...headers,
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

const StoredObject = z.object({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  lastModified: z.string(),
  /** Headers stored with the object: its type, its checksum. */
  headers: z.record(z.string(), z.string()),
  /** Name of the file with the content. */
  contentFile: z.string(),
});
export type StoredObject = Readonly<z.output<typeof StoredObject>>;

/**
 * Objects of one bucket in one folder: for each a small JSON file, named by the hash of the key (any key fits, none
 * escapes), that points to the file with the content. The JSON file is replaced whole, so that an object is always the old one or
 * the new one, also for another process that serves the same folder.
 */
export class S3Objects {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, content: Buffer, headers: Record<string, string>): Promise<StoredObject> {
    await makeFolder(this.#folder);
    const before = await this.#find(key);
    const stored: StoredObject = {
      key,
      size: content.length,
      etag: `"${createHash('md5').update(content).digest('hex')}"`,
      lastModified: new Date().toISOString(),
      headers,
      contentFile: `${randomUUID()}.content`,
    };
    await replaceFile(this.#content(stored), content);
    await replaceFile(this.#entry(key), JSON.stringify(stored, null, 2));
    if (before !== undefined) await rm(this.#content(before), { force: true });
    return stored;
  }

  /** `content` is undefined where its file is missing or damaged, which is printed. */
  async read(key: string): Promise<(StoredObject & { content: Buffer | undefined }) | undefined> {
    const stored = await this.#find(key);
    if (stored === undefined) return undefined;
    const path = this.#content(stored);
    const content = await readFile(path).catch(unlessMissing);
    if (content?.length === stored.size) return { ...stored, content };
    // Replaced or removed meanwhile.
    if ((await this.#find(key))?.contentFile !== stored.contentFile) return this.read(key);
    const harm = content ? 'damaged' : 'missing';
    console.error(`${path}, the file "${key}", is ${harm}. Everything else works.`);
    return { ...stored, content: undefined };
  }

  async remove(key: string): Promise<void> {
    const stored = await this.#find(key);
    if (stored === undefined) return;
    await rm(this.#entry(key), { force: true });
    await rm(this.#content(stored), { force: true });
  }

  async list(): Promise<StoredObject[]> {
    return readFolder(StoredObject, this.#folder);
  }

  /** Copies all objects into another folder, each as it is at one moment. */
  async copyTo(folder: string): Promise<void> {
    const copies = new S3Objects(folder);
    for (const { key } of await this.list()) {
      const { content, headers } = (await this.read(key)) ?? {};
      if (content && headers) await copies.put(key, content, headers);
    }
  }

  #find(key: string): Promise<StoredObject | undefined> {
    return readOrMoveAway(StoredObject, this.#entry(key));
  }

  #entry(key: string): string {
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  }

  #content(stored: StoredObject): string {
    return join(this.#folder, stored.contentFile);
  }
}
