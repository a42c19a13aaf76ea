import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { html } from 'hono/html';
import {
  type AwsCall,
  AwsError,
  type AwsReply,
  type Emulator,
  isSigned,
  notSupported,
  startAwsService,
} from './aws-server.ts';
import { S3Objects } from './s3-objects.ts';

const STORED_HEADERS = ['content-type', 'content-disposition', 'x-amz-checksum-crc32'];
/** Headers that change what a call means, such as `if-none-match` or `x-amz-acl`. */
const UNKNOWN_HEADERS =
  /^(if-.*|x-amz-(?!(content-sha256|date|user-agent|checksum-crc32|checksum-mode|sdk-checksum-algorithm)$).*)$/;
const KNOWN_PARAMETERS = /^(x-id|list-type|prefix|x-amz-.*)$/i;

/** The part of S3 that the product calls, with its objects as files. */
export function startS3(options: {
  folder: string;
  buckets: readonly string[];
  clock: () => Date;
}): Promise<Emulator> {
  const buckets = new Map(options.buckets.map((name) => [name, new S3Objects(join(options.folder, name))]));
  return startAwsService({
    isAllowed: (request) => isSigned(request) || isPresigned(request, options.clock()),
    answer: (call) => answer(buckets, call),
    errorReply: ({ code, message }) =>
      xmlReply(html`<Error><Code>${code}</Code><Message>${message}</Message></Error>`),
  });
}

async function answer(
  buckets: ReadonlyMap<string, S3Objects>,
  { request: { method = '', url = '', headers }, body }: AwsCall,
): Promise<AwsReply> {
  const [path = '', search = ''] = url.split('?', 2);
  const query = new URLSearchParams(search);
  const unknown =
    Object.keys(headers).find((name) => UNKNOWN_HEADERS.test(name)) ??
    [...query.keys()].find((name) => !KNOWN_PARAMETERS.test(name));
  if (unknown !== undefined) throw notSupported(unknown);

  const [bucket = '', ...rest] = path.slice(1).split('/');
  const key = parseKey(rest.join('/'));
  const objects = buckets.get(bucket);
  if (objects === undefined) throw new AwsError(404, 'NoSuchBucket', 'The bucket does not exist.');
  const call = `${method} ${key === '' ? 'bucket' : 'object'}`;
  switch (call) {
    case 'GET bucket':
      return listReply(objects, query.get('prefix') ?? '');
    case 'GET object':
      return objectReply(objects, key, headers['x-amz-checksum-mode'] === 'ENABLED');
    case 'PUT object': {
      if (headers['x-amz-content-sha256']?.includes('STREAMING')) throw notSupported('a streamed body');
      const stored = await objects.put(
        key,
        body,
        Object.fromEntries(
          STORED_HEADERS.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
        ),
      );
      return { headers: { etag: stored.etag } };
    }
    case 'DELETE object':
      await objects.remove(key);
      return { status: 204 };
    default:
      throw notSupported(call);
  }
}

async function listReply(objects: S3Objects, prefix: string): Promise<AwsReply> {
  const found = (await objects.list()).filter(({ key }) => key.startsWith(prefix));
  const contents = found.map(
    ({ key, size, etag, lastModified }) =>
      html`<Contents><Key>${key}</Key><Size>${size}</Size><ETag>${etag}</ETag><LastModified>${lastModified}</LastModified></Contents>`,
  );
  return xmlReply(
    html`<ListBucketResult><KeyCount>${found.length}</KeyCount><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`,
  );
}

async function objectReply(objects: S3Objects, key: string, withChecksum: boolean): Promise<AwsReply> {
  const stored = await objects.read(key);
  if (stored === undefined) throw new AwsError(404, 'NoSuchKey', 'The key does not exist.');
  const { content, headers, etag, lastModified } = stored;
  if (content === undefined) throw new AwsError(500, 'InternalError', 'The content of the file is damaged.');
  const sent = Object.entries(headers).filter(
    ([name]) => withChecksum || !name.startsWith('x-amz-checksum-'),
  );
  return {
    headers: { ...Object.fromEntries(sent), etag, 'last-modified': new Date(lastModified).toUTCString() },
    body: content,
  };
}

const xmlReply = (xml: ReturnType<typeof html>) => ({
  headers: { 'content-type': 'application/xml' },
  body: String(xml),
});

/** @throws where a key would mean something else in a path; S3 itself takes it. */
function parseKey(encoded: string): string {
  const key = decodeURIComponent(encoded);
  if (/\p{Cc}|\\/u.test(key) || key.split('/').some((part) => part === '.' || part === '..'))
    throw new AwsError(
      400,
      'InvalidArgument',
      'The key has a control character, a backslash or a dot segment.',
    );
  return key;
}

/**
 * Whether the request is a link that has not expired. Its signature isn't checked: everybody on this machine knows the
 * key of the local clients.
 */
function isPresigned({ method, url = '' }: IncomingMessage, now: Date): boolean {
  const query = new URLSearchParams(url.split('?', 2)[1]);
  const date = query.get('X-Amz-Date') ?? '';
  // 20260302T080000Z
  const signedAt = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const ends = signedAt + Number(query.get('X-Amz-Expires')) * 1000;
  return method === 'GET' && query.has('X-Amz-Signature') && now.getTime() < ends;
}
