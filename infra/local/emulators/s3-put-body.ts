import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { AwsError } from './aws-server.ts';

const digests: Record<string, (content: Buffer) => string> = {
  'x-amz-checksum-crc32': (content) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(content));
    return sum.toString('base64');
  },
  'x-amz-checksum-sha1': (content) => createHash('sha1').update(content).digest('base64'),
  'x-amz-checksum-sha256': (content) => createHash('sha256').update(content).digest('base64'),
  'content-md5': (content) => createHash('md5').update(content).digest('base64'),
};

export interface PutBody {
  readonly content: Buffer;
  /** Checksum headers as sent, each verified. */
  readonly checksums: Record<string, string>;
}

/** The content of a PutObject body: taken out of the SDK's chunk framing where there is one, and its checksums verified. */
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
    const digest = digests[name];
    if (digest === undefined) throw new AwsError(501, 'NotImplemented', `${name} is not supported here.`);
    if (digest(content) !== value)
      throw new AwsError(400, 'BadDigest', `${name} does not match the content.`);
    if (name !== 'content-md5') checksums[name] = value;
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
