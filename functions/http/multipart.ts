import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { HTTPException } from 'hono/http-exception';
import { Refusal } from '../domain/refusal.ts';

const MOST_PARTS = 40;

export interface FilePart {
  name: string;
  bytes: Uint8Array;
}

/**
 * The fields of a multipart body: text as text, files as lists. A body that is broken refuses with
 * `mail-file-upload`, one of too many parts with `mail-file-count`; it is read no further than that.
 */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<Record<string, string | FilePart[]>> {
  const texts = new Map<string, string>();
  const files = new Map<string, FilePart[]>();
  const headers: BusboyHeaders = { 'content-type': contentType };
  let fault: unknown;
  const parser = refusing(() => new Busboy({ headers, limits: { parts: MOST_PARTS, fieldSize: Infinity } }));

  parser.on('field', (name, value) => {
    if (texts.has(name)) fault ??= new HTTPException(400, { message: `Give ${name} once` });
    texts.set(name, value);
  });
  parser.on('file', (field, stream, name) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', (cause) => {
      fault ??= new Refusal('mail-file-upload', { cause });
    });
    stream.on('end', () => {
      files.set(field, [...(files.get(field) ?? []), { name: name ?? '', bytes: Buffer.concat(chunks) }]);
    });
  });
  parser.on('partsLimit', () => {
    fault ??= new Refusal('mail-file-count');
  });
  const ended = new Promise<void>((resolve) => {
    parser.on('finish', resolve);
    parser.on('error', (cause) => {
      fault ??= new Refusal('mail-file-upload', { cause });
      resolve();
    });
  });

  for await (const chunk of body) {
    if (fault) break;
    parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  if (!fault) {
    parser.end();
    await ended;
  }
  if (fault) throw fault;
  return Object.fromEntries<string | FilePart[]>([...texts, ...files]);
}

function refusing<T>(make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new Refusal('mail-file-upload', { cause });
  }
}
