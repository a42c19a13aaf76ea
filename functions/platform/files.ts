import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { inTime } from './deadline.ts';
import { loadOnce } from './load-once.ts';

export interface StoredFile {
  body: Uint8Array;
  contentType: string;
  /** With it, a link to the file downloads it under this name instead of showing it. ASCII without quotation marks. */
  downloadName?: string;
}

/** Private files by key: receipts, attachments, documents of the archive. */
export interface Files {
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | undefined>;
  remove(key: string): Promise<void>;
  /** A link with which anybody can read the file for `seconds` from `now` on. */
  link(key: string, seconds: number, now: Date): Promise<string>;
}

/** For one try; the deadline of the request or run ends them all. */
const requestHandler = { connectionTimeout: 2000, socketTimeout: 4000 };

/** The SDK is loaded with the first file: most calls need none. */
const loadS3 = () => import('@aws-sdk/client-s3');
const loadPresigner = () => import('@aws-sdk/s3-request-presigner');

/** Region, endpoint and credentials default to those of the environment. */
export async function openS3(
  given: Pick<S3ClientConfig, 'endpoint' | 'forcePathStyle'> = {},
): Promise<S3Client> {
  const { S3Client } = await loadS3();
  return new S3Client({ ...given, requestHandler });
}

/** Objects in one private bucket; the SDK sends a checksum with each and checks it on the way back. */
export function s3Files(bucket: string, open: () => Promise<S3Client> = openS3): Files {
  const client = loadOnce(open);
  return {
    async put(key, { body, contentType, downloadName }) {
      const { PutObjectCommand } = await loadS3();
      const s3 = await client();
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentType: contentType,
        ...(downloadName && { ContentDisposition: `attachment; filename="${downloadName}"` }),
      });
      await s3.send(command, inTime());
    },

    async get(key) {
      const { GetObjectCommand, NoSuchKey } = await loadS3();
      const s3 = await client();
      const command = new GetObjectCommand({ Bucket: bucket, Key: key });
      try {
        const { Body, ContentType = 'application/octet-stream' } = await s3.send(command, inTime());
        return Body && { body: await Body.transformToByteArray(), contentType: ContentType };
      } catch (cause) {
        if (cause instanceof NoSuchKey) return undefined;
        throw cause;
      }
    },

    async remove(key) {
      const { DeleteObjectCommand } = await loadS3();
      const s3 = await client();
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: key });
      await s3.send(command, inTime());
    },

    async link(key, expiresIn, signingDate) {
      const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([loadS3(), loadPresigner()]);
      const command = new GetObjectCommand({ Bucket: bucket, Key: key });
      return getSignedUrl(await client(), command, { expiresIn, signingDate });
    },
  };
}
