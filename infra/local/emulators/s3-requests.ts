import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { AwsError, localAccessKey } from './aws-server.ts';

export type S3Call =
  | { name: 'PutObject'; bucket: string; key: string; headers: Record<string, string> }
  | { name: 'GetObject' | 'DeleteObject'; bucket: string; key: string }
  | { name: 'ListObjectsV2'; bucket: string; prefix: string };

const objectCalls: Record<string, 'GetObject' | 'DeleteObject'> = {
  GET: 'GetObject',
  DELETE: 'DeleteObject',
};

const storedHeaders =
  /^(content-type|content-disposition|content-language|cache-control|expires|x-amz-meta-.+)$/;
const meantHeaders =
  /^x-amz-(meta-.+|content-sha256|date|user-agent|trailer|decoded-content-length|checksum-.+|sdk-checksum-algorithm)$/;

/** The call that a request makes. @throws for a header or parameter that would change its meaning and is not supported. */
export function parseRequest({ method = '', url = '', headers }: IncomingMessage): S3Call {
  const [path = '', search = ''] = url.split('?', 2);
  const [bucket = '', ...rest] = path.slice(1).split('/');
  const key = parseKey(rest.join('/'));

  for (const name of Object.keys(headers)) {
    const changesMeaning = name.startsWith('if-') || (name.startsWith('x-amz-') && !meantHeaders.test(name));
    if (changesMeaning) throw notSupported(`the header ${name}`);
  }
  const query = new URLSearchParams(search);
  if (key === '' && method === 'GET' && query.get('list-type') === '2') {
    for (const name of query.keys())
      if (!['x-id', 'list-type', 'prefix'].includes(name)) throw notSupported(`the parameter ${name}`);
    return { name: 'ListObjectsV2', bucket, prefix: query.get('prefix') ?? '' };
  }
  for (const name of query.keys()) if (name !== 'x-id') throw notSupported(`the parameter ${name}`);
  if (key !== '' && method === 'PUT') {
    const stored = Object.entries(headers).flatMap(([name, value]) =>
      storedHeaders.test(name) && typeof value === 'string' ? [[name, value]] : [],
    );
    return { name: 'PutObject', bucket, key, headers: Object.fromEntries(stored) };
  }
  const name = objectCalls[method];
  if (key === '' || name === undefined)
    throw notSupported(`${method} of ${key === '' ? 'a bucket' : 'an object'}`);
  return { name, bucket, key };
}

function parseKey(encoded: string): string {
  let key: string;
  try {
    key = decodeURIComponent(encoded);
  } catch {
    throw new AwsError(400, 'InvalidURI', 'The key is not valid UTF-8.');
  }
  if (Buffer.byteLength(key) > 1024)
    throw new AwsError(400, 'KeyTooLongError', 'The key is over 1024 bytes.');
  // S3 itself accepts these; behind CloudFront or in a file system's path they mean something else.
  if (/\p{Cc}|\\/u.test(key) || key.split('/').some((part) => part === '.' || part === '..')) {
    throw new AwsError(
      400,
      'InvalidArgument',
      'The key has a control character, a backslash or a dot segment.',
    );
  }
  return key;
}

const notSupported = (what: string) => new AwsError(501, 'NotImplemented', `Not supported here: ${what}.`);

const signatureParameter = 'X-Amz-Signature';
/** The parameters of the link itself; no browser requests a checksum. */
const ofTheLink =
  /^x-amz-(algorithm|content-sha256|credential|date|expires|signedheaders|signature|checksum-mode)$/i;
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Removes a link's signature from the request, if it has one.
 * @throws as S3 does for a link that was altered, has expired or is not a read.
 */
export function verifyPresignedUrl(request: IncomingMessage, now: Date): boolean {
  const { url = '', method = '', headers } = request;
  const [path = '', search = ''] = url.split('?', 2);
  const query = new URLSearchParams(search);
  const signature = query.get(signatureParameter);
  if (signature === null) return false;

  const date = query.get('X-Amz-Date') ?? '';
  const [accessKey, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/');
  const signs = query.get('X-Amz-SignedHeaders') === 'host' && accessKey === localAccessKey;
  const canonical = [
    method,
    path,
    sortedWithout(search, signatureParameter),
    `host:${headers.host}`,
    '',
    'host',
  ];
  const text = [
    'AWS4-HMAC-SHA256',
    date,
    scope.join('/'),
    sha256([...canonical, 'UNSIGNED-PAYLOAD'].join('\n')),
  ].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${localAccessKey}`);
  if (!signs || hmac(key, text).toString('hex') !== signature) {
    throw new AwsError(403, 'SignatureDoesNotMatch', 'The link is not as it was signed.');
  }
  const ends = instantOf(date) + Number(query.get('X-Amz-Expires')) * 1000;
  if (!(now.getTime() < ends)) throw new AwsError(403, 'AccessDenied', 'Request has expired');
  const rest = [...query].filter(([name]) => !ofTheLink.test(name));
  request.url = rest.length === 0 ? path : `${path}?${new URLSearchParams(rest)}`;
  return true;
}

/** The parts of a query as they were written, sorted by name. */
const sortedWithout = (search: string, name: string): string =>
  search
    .split('&')
    .filter((part) => part.split('=')[0] !== name)
    .sort()
    .join('&');

/** `20260302T080000Z` in milliseconds since 1970. */
const instantOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** The checksum that the SDK sends with each object. */
const CHECKSUM = 'x-amz-checksum-crc32';

function checksumOf(content: Buffer): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return sum.toString('base64');
}

export interface PutBody {
  readonly content: Buffer;
  /** Checksum headers as sent, each verified. */
  readonly checksums: Record<string, string>;
}

/** The content of a PutObject body, without the SDK's chunk framing and with its checksums verified. */
export function parsePutBody(headers: IncomingHttpHeaders, body: Buffer): PutBody {
  const signed = headers['x-amz-content-sha256'];
  const isFramed = typeof signed === 'string' && signed.startsWith('STREAMING-');
  const { content, trailers } = isFramed ? decodeChunks(body) : { content: body, trailers: {} };

  const length = headers['x-amz-decoded-content-length'];
  if (length !== undefined && Number(length) !== content.length) {
    throw new AwsError(400, 'IncompleteBody', `${content.length} bytes came where ${length} were announced.`);
  }
  if (typeof signed === 'string' && /^[0-9a-f]{64}$/.test(signed)) {
    const actual = createHash('sha256').update(content).digest('hex');
    if (actual !== signed)
      throw new AwsError(400, 'XAmzContentSHA256Mismatch', 'The body is not what was signed.');
  }
  const announced = headers['x-amz-trailer'];
  if (typeof announced === 'string' && trailers[announced] === undefined) {
    throw new AwsError(400, 'MalformedTrailerError', `The announced trailer ${announced} did not come.`);
  }

  const checksums: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...headers, ...trailers })) {
    if (typeof value !== 'string' || !(name === 'content-md5' || name.startsWith('x-amz-checksum-')))
      continue;
    if (name !== CHECKSUM) throw new AwsError(501, 'NotImplemented', `${name} is not supported here.`);
    if (checksumOf(content) !== value)
      throw new AwsError(400, 'BadDigest', `${name} does not match the content.`);
    checksums[name] = value;
  }
  return { content, checksums };
}

/** Undoes `aws-chunked`: size in hex, line break, bytes, line break; a chunk of size 0; trailing headers; an empty line. */
function decodeChunks(body: Buffer): { content: Buffer; trailers: Record<string, string> } {
  let at = 0;
  const line = () => {
    const end = body.indexOf('\r\n', at);
    if (end < 0) throw new AwsError(400, 'IncompleteBody', 'The chunk framing breaks off.');
    const text = body.toString('latin1', at, end);
    at = end + 2;
    return text;
  };

  const chunks: Buffer[] = [];
  for (;;) {
    const size = /^([0-9a-f]{1,8})(;.*)?$/i.exec(line())?.[1];
    if (size === undefined) throw new AwsError(400, 'InvalidChunkSizeError', 'A chunk has no size.');
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    chunks.push(body.subarray(at, at + length));
    at += length;
    if (line() !== '') throw new AwsError(400, 'IncompleteBody', 'A chunk is longer than its size.');
  }

  const trailers: Record<string, string> = {};
  while (at < body.length) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line()) ?? [];
    if (name !== undefined && value !== undefined) trailers[name.toLowerCase()] = value;
  }
  return { content: Buffer.concat(chunks), trailers };
}
