import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { within } from './deadline.ts';
import type { Files } from './files.ts';
import { withRetryBudget } from './sdk-retries.ts';

/** For one object with its retries and its whole body: time for two tries. */
const OBJECT_MS = 8000;
const requestHandler = { connectionTimeout: 2000, requestTimeout: 4000, throwOnRequestTimeout: true };

export const openS3 = (elsewhere: Pick<S3ClientConfig, 'endpoint' | 'forcePathStyle'> = {}): S3Client =>
  withRetryBudget(new S3Client({ ...elsewhere, requestHandler }));

/** Objects in one private bucket; the SDK sends a checksum with each and checks it on the way back. */
export function s3Files(bucket: string, client: S3Client = openS3()): Files {
  return {
    async put(key, { body, contentType }) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentType: contentType,
      });
      await within(OBJECT_MS, (abortSignal) => client.send(command, { abortSignal }));
    },

    async get(key) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key });
      try {
        return await within(OBJECT_MS, async (abortSignal) => {
          const { Body, ContentType = 'application/octet-stream' } = await client.send(command, {
            abortSignal,
          });
          return Body && { body: await Body.transformToByteArray(), contentType: ContentType };
        });
      } catch (cause) {
        if (cause instanceof NoSuchKey) return undefined;
        throw cause;
      }
    },

    async remove(key) {
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: key });
      await within(OBJECT_MS, (abortSignal) => client.send(command, { abortSignal }));
    },

    link: (key, expiresIn, signingDate) =>
      getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn, signingDate }),
  };
}
