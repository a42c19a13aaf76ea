import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Files } from '../domain/files.ts';

/** Objects in one private bucket; the SDK sends a checksum with each and checks it on the way back. */
export function s3Files(bucket: string, client: S3Client = new S3Client({})): Files {
  return {
    async put(key, { body, contentType }) {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }),
      );
    },

    async get(key) {
      try {
        const { Body, ContentType = 'application/octet-stream' } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key }),
        );
        return Body && { body: await Body.transformToByteArray(), contentType: ContentType };
      } catch (cause) {
        if (cause instanceof NoSuchKey) return undefined;
        throw cause;
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    link: (key, expiresIn, signingDate) =>
      getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn, signingDate }),
  };
}
