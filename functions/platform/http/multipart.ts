import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { DomainError } from '../../shared/domain-error.ts';
import { InvalidRequestError } from './invalid-request.ts';

const MOST_PARTS = 40;

export interface FilePart {
  name: string;
  bytes: Uint8Array;
}

/**
 * The fields of a multipart body: text as text, files as lists. A body that is broken refuses with
 * `campaign-file-upload`, one of too many parts with `campaign-file-count`; it is read no further than that.
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
    if (texts.has(name))
      fault ??= new InvalidRequestError([{ path: [name], message: `Send ${name} only once.` }]);
    texts.set(name, value);
  });
  parser.on('file', (field, stream, name) => {
    const chunks: Buffer[] = [];
    // A name whose bytes are no UTF-8, in "filename" or "filename*".
    if (name?.includes('\ufffd')) fault ??= new DomainError('campaign-file-upload');
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', (cause) => {
      fault ??= new DomainError('campaign-file-upload', { cause });
    });
    stream.on('end', () => {
      files.set(field, [...(files.get(field) ?? []), { name: name ?? '', bytes: Buffer.concat(chunks) }]);
    });
  });
  parser.on('partsLimit', () => {
    fault ??= new DomainError('campaign-file-count');
  });
  const ended = new Promise<void>((resolve) => {
    parser.on('finish', resolve);
    parser.on('error', (cause) => {
      fault ??= new DomainError('campaign-file-upload', { cause });
      resolve();
    });
  });

  for await (const chunk of body) {
    if (fault) break;
    refusing(() => parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
  }
  if (!fault) {
    refusing(() => parser.end());
    await ended;
  }
  if (fault) throw fault;
  return Object.fromEntries<string | FilePart[]>([...texts, ...files]);
}

/** The parser throws errors of many kinds at headers that it cannot read. */
function refusing<T>(make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new DomainError('campaign-file-upload', { cause });
  }
}
