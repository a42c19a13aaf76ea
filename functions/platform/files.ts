import type { S3, S3ClientConfig } from '@aws-sdk/client-s3';
import { inTime } from './deadline.ts';
import { loadOnce } from './load-once.ts';

export interface StoredFile {
  body: Uint8Array;
  contentType: string;
  /** With it, a link to the file downloads it under this name instead of showing it. ASCII without quotation marks. */
  downloadName?: string;
}

/** For one try; the deadline of the request or run ends them all. */
const requestHandler = { connectionTimeout: 2000, socketTimeout: 4000 };

/** The SDK is loaded with the first file: most calls need none. */
const loadS3 = () => import('@aws-sdk/client-s3');
const loadPresigner = () => import('@aws-sdk/s3-request-presigner');

/** Region, endpoint and credentials default to those of the environment. */
export async function openS3(given: Pick<S3ClientConfig, 'endpoint' | 'forcePathStyle'> = {}): Promise<S3> {
  const { S3 } = await loadS3();
  return new S3({ ...given, requestHandler });
}

export type Files = ReturnType<typeof s3Files>;

/**
 * Private files by key, in one bucket: receipts, attachments, documents of the archive. The SDK sends a checksum with each
 * and checks it on the way back.
 */
export function s3Files(bucket: string, open: () => Promise<S3> = openS3) {
  const client = loadOnce(open);
  return {
    async put(key: string, { body, contentType, downloadName }: StoredFile): Promise<void> {
      const s3 = await client();
      const input = {
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentType: contentType,
        ...(downloadName && { ContentDisposition: `attachment; filename="${downloadName}"` }),
      };
      await s3.putObject(input, inTime());
    },

    async get(key: string): Promise<StoredFile | undefined> {
      const s3 = await client();
      try {
        const found = await s3.getObject({ Bucket: bucket, Key: key }, inTime());
        const { Body, ContentType = 'application/octet-stream' } = found;
        return Body && { body: await Body.transformToByteArray(), contentType: ContentType };
      } catch (cause) {
        if (cause instanceof Error && cause.name === 'NoSuchKey') return undefined;
        throw cause;
      }
    },

    async remove(key: string): Promise<void> {
      const s3 = await client();
      await s3.deleteObject({ Bucket: bucket, Key: key }, inTime());
    },

    /** A link with which anybody can read the file for so many seconds from the signing date on. */
    async link(key: string, expiresIn: number, signingDate: Date): Promise<string> {
      const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([loadS3(), loadPresigner()]);
      const command = new GetObjectCommand({ Bucket: bucket, Key: key });
      return getSignedUrl(await client(), command, { expiresIn, signingDate });
    },
  };
}
