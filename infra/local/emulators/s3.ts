import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  AwsError,
  type Emulator,
  isSigned,
  readBody,
  startEmulatorServer,
  toAwsError,
  xml,
} from './aws-server.ts';
import { S3Objects, type StoredObject } from './s3-objects.ts';
import { parsePutBody, parseRequest, verifyPresignedUrl } from './s3-requests.ts';

const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

/** The part of S3 that the product calls, with its objects as files; anything else gets the error 501. */
export function startS3(options: {
  folder: string;
  buckets: readonly string[];
  clock: () => Date;
}): Promise<Emulator> {
  const buckets = new Map(options.buckets.map((name) => [name, new S3Objects(join(options.folder, name))]));
  return startEmulatorServer(async (request, response) => {
    try {
      if (!verifyPresignedUrl(request, options.clock()) && !isSigned(request))
        throw new AwsError(403, 'AccessDenied', 'The request is not signed.');
      await answer(buckets, request, response);
    } catch (error) {
      request.resume();
      replyWithError(response, toAwsError(error));
    }
  });
}

async function answer(
  buckets: ReadonlyMap<string, S3Objects>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = parseRequest(request);
  const objects = buckets.get(call.bucket);
  if (objects === undefined) throw new AwsError(404, 'NoSuchBucket', 'The bucket does not exist.');
  if (call.name === 'PutObject') {
    const { content, checksums } = parsePutBody(request.headers, await readBody(request, BODY_LIMIT_BYTES));
    const stored = await objects.put(call.key, content, { ...call.headers, ...checksums });
    response.writeHead(200, { etag: stored.etag, ...checksums }).end();
    return;
  }
  if (call.name === 'DeleteObject') {
    await objects.remove(call.key);
    response.writeHead(204).end();
    return;
  }
  if (call.name === 'ListObjectsV2') {
    const found = (await objects.list()).filter(({ key }) => key.startsWith(call.prefix));
    const contents = found.map(({ key, size, etag, lastModified }) =>
      xml('Contents', [
        xml('Key', key),
        xml('Size', size),
        xml('ETag', etag),
        xml('LastModified', lastModified),
      ]),
    );
    const { text } = xml('ListBucketResult', [
      xml('Name', call.bucket),
      xml('KeyCount', found.length),
      xml('IsTruncated', false),
      ...contents,
    ]);
    response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
    return;
  }
  const stored = await objects.find(call.key);
  if (stored === undefined) throw new AwsError(404, 'NoSuchKey', 'The key does not exist.');
  await send(objects, stored, request, response);
}

async function send(
  objects: S3Objects,
  stored: StoredObject,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = objects.path(stored);
  const found = await stat(path).catch(() => undefined);
  if (found?.size !== stored.size) {
    console.error(
      `${path}, the file "${stored.key}", is ${found ? 'damaged' : 'missing'}. Everything else works.`,
    );
    throw new AwsError(500, 'InternalError', 'The content of the file is damaged.');
  }
  const wantsChecksum = request.headers['x-amz-checksum-mode'] === 'ENABLED';
  const headersSent = Object.entries(stored.headers).filter(
    ([name]) => wantsChecksum || !name.startsWith('x-amz-checksum-'),
  );
  response.writeHead(200, {
    ...Object.fromEntries(headersSent),
    etag: stored.etag,
    'last-modified': new Date(stored.lastModified).toUTCString(),
    'content-length': stored.size,
  });
  await pipeline(createReadStream(path), response);
}

function replyWithError(response: ServerResponse, { status, code, message }: AwsError): void {
  response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': randomUUID() });
  const { text } = xml('Error', [xml('Code', code), xml('Message', message)]);
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
}
