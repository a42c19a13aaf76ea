import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AwsError, localAccessKey } from './aws-server.ts';

const signatureParameter = 'X-Amz-Signature';
/** What a link carries for itself; a checksum is asked for by no browser. */
const ofTheLink =
  /^x-amz-(algorithm|content-sha256|credential|date|expires|signedheaders|signature|checksum-mode)$/i;
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Takes a link's signature out of the request where it carries one, or refuses it as S3 does: altered, outdated or not a reading. */
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

/** The parts of a query as they are written, in the order of their names. */
const sortedWithout = (search: string, name: string): string =>
  search
    .split('&')
    .filter((part) => part.split('=')[0] !== name)
    .sort()
    .join('&');

/** `20260302T080000Z` in milliseconds since 1970. */
const instantOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
