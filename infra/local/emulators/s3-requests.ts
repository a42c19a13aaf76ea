import type { IncomingMessage } from 'node:http';
import { AwsError } from './aws-server.ts';

export type S3Call =
  | { name: 'ListObjectsV2'; bucket: string; query: URLSearchParams }
  | { name: 'PutObject'; bucket: string; key: string; kept: Record<string, string> }
  | { name: 'GetObject' | 'HeadObject' | 'DeleteObject'; bucket: string; key: string };

const objectCalls: Record<string, 'GetObject' | 'HeadObject' | 'DeleteObject'> = {
  GET: 'GetObject',
  HEAD: 'HeadObject',
  DELETE: 'DeleteObject',
};

const listQuery = new Set(['list-type', 'prefix', 'max-keys', 'continuation-token', 'start-after']);
const keptHeaders =
  /^(content-type|content-disposition|content-language|cache-control|expires|x-amz-meta-.+)$/;
const meantHeaders =
  /^x-amz-(meta-.+|content-sha256|date|user-agent|trailer|decoded-content-length|checksum-.+|sdk-checksum-algorithm)$/;

/** What a request asks for. A header or parameter that would change the meaning is refused, not passed over. */
export function parseRequest({ method = '', url = '', headers }: IncomingMessage): S3Call {
  const [path = '', search = ''] = url.split('?', 2);
  const [bucket = '', ...rest] = path.slice(1).split('/');
  const key = parseKey(rest.join('/'));
  const query = new URLSearchParams(search);

  for (const name of Object.keys(headers)) {
    const changesMeaning = name.startsWith('if-') || (name.startsWith('x-amz-') && !meantHeaders.test(name));
    if (changesMeaning) throw notSupported(`the header ${name}`);
  }
  if (key === '' && method === 'GET' && query.get('list-type') === '2') {
    refuseOtherThan(query, listQuery);
    return { name: 'ListObjectsV2', bucket, query };
  }
  refuseOtherThan(query, new Set(['x-id']));
  if (key !== '' && method === 'PUT') {
    const kept = Object.entries(headers).flatMap(([name, value]) =>
      keptHeaders.test(name) && typeof value === 'string' ? [[name, value]] : [],
    );
    return { name: 'PutObject', bucket, key, kept: Object.fromEntries(kept) };
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
  // S3 itself takes these; behind CloudFront or in a path of a file system they mean something else.
  if (/\p{Cc}|\\/u.test(key) || key.split('/').some((part) => part === '.' || part === '..')) {
    throw new AwsError(
      400,
      'InvalidArgument',
      'The key holds a control character, a backslash or a dot segment.',
    );
  }
  return key;
}

function refuseOtherThan(query: URLSearchParams, known: ReadonlySet<string>): void {
  for (const name of query.keys()) if (!known.has(name)) throw notSupported(`the parameter ${name}`);
}

const notSupported = (what: string) => new AwsError(501, 'NotImplemented', `Not supported here: ${what}.`);
