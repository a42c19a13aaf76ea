import { type Xml, xml } from './aws-server.ts';
import { compareKeys, type S3Objects } from './s3-objects.ts';

const PAGE_LIMIT = 1000;

/** The reply to ListObjectsV2; a page goes on after the key that its token holds. */
export async function listObjects(objects: S3Objects, bucket: string, query: URLSearchParams): Promise<Xml> {
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? query.get('start-after') : Buffer.from(token, 'base64url').toString();
  const limit = Math.min(Number(query.get('max-keys') ?? PAGE_LIMIT), PAGE_LIMIT);

  const found = await objects.list(prefix);
  const rest = after === null ? found : found.filter(({ key }) => compareKeys(key, after) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const isTruncated = rest.length > page.length && last !== undefined;
  return xml('ListBucketResult', [
    xml('Name', bucket),
    xml('Prefix', prefix),
    xml('MaxKeys', limit),
    xml('KeyCount', page.length),
    xml('IsTruncated', isTruncated),
    ...(isTruncated ? [xml('NextContinuationToken', Buffer.from(last.key).toString('base64url'))] : []),
    ...page.map(({ key, size, etag, lastModified }) =>
      xml('Contents', [
        xml('Key', key),
        xml('LastModified', lastModified),
        xml('ETag', etag),
        xml('Size', size),
        xml('StorageClass', 'STANDARD'),
      ]),
    ),
  ]);
}
