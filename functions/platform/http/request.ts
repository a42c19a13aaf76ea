import type { BusboyHeaders } from '@fastify/busboy';
import type { Context } from 'hono';
import { BODY_LIMIT_BYTES, type Endpoint, hasBody, hasQuery } from '#contract/endpoint';
import { DomainError } from '../../shared/domain-error.ts';

/** The state of a request in the API. */
export interface ApiEnv {
  /** API Gateway's context of the request, in Lambda. */
  Bindings: { requestContext?: { requestId: string; http?: { sourceIp: string } } };
  Variables: {
    requestId: string;
    /** For the log: the path of the call, its action, the caller, the caller's session, and the error code. */
    route?: string;
    action?: string;
    uid?: string;
    session?: string;
    error?: string;
    /** How the call's origin secret is wrong: it did not come through the CDN, or the CDN has another secret. */
    originSecret?: 'missing' | 'wrong';
    /** The endpoint, once it is known. */
    row?: Endpoint;
  };
}

export interface InputIssue {
  /** Where in the request, such as `a.b.0`; empty for the whole. */
  path: string;
  message: string;
}

/** The request does not match the schema of its call. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
  readonly issues: InputIssue[];

  constructor(issues: readonly { path: PropertyKey[]; message: string }[], options?: ErrorOptions) {
    super('The request does not have its shape', options);
    this.issues = issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  }
}

interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** The input of the call, unparsed. Throws for a 415, 413 or 400 if it cannot be read at all. */
export async function readInput(c: Context, row: Endpoint): Promise<unknown> {
  if (hasQuery(row)) return readQuery(c);
  if (!hasBody(row)) return undefined;
  const body = limitBody(c.req.raw.body, row.bodyLimitBytes ?? BODY_LIMIT_BYTES);
  if (row.encoding === 'multipart') return readForm(c, body, ['multipart/form-data']);
  if (row.encoding === 'form') {
    const form = await readForm(c, body, ['multipart/form-data', 'application/x-www-form-urlencoded']);
    return { ...readQuery(c), ...form };
  }
  if (contentType(c) !== 'application/json') throw new DomainError('unsupported-media-type');
  const text = await readText(body);
  const { signatureHeader } = row;
  return signatureHeader ? { text, signature: c.req.header(signatureHeader) ?? '' } : parseJson(text);
}

function readQuery(c: Context): Record<string, string> {
  const pairs = Object.entries(c.req.queries()).flatMap(([name, all]) => all.map((value) => [name, value]));
  return requireSingleValues(pairs);
}

function requireSingleValues(fields: Iterable<readonly string[]>): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name = '', value = ''] of fields) {
    if (values.has(name)) throw repeatedField(name);
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

const repeatedField = (name: string): InvalidRequestError =>
  new InvalidRequestError([{ path: [name], message: `Send ${name} only once.` }]);

const contentType = (c: Context): string =>
  c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';

async function readForm(
  c: Context,
  body: AsyncIterable<Uint8Array>,
  types: readonly string[],
): Promise<Record<string, unknown>> {
  const type = contentType(c);
  if (!types.includes(type))
    throw new DomainError('unsupported-media-type', { sentence: `Send a form as ${types.join(' or ')}.` });
  if (type === 'multipart/form-data') return readMultipart(body, c.req.header('content-type') ?? '');
  return requireSingleValues(new URLSearchParams(await readText(body)));
}

/** Parses I-JSON (RFC 7493), whose strings have no lone surrogates: the table could not store them. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value) => {
      if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('A lone surrogate');
      return value;
    });
  } catch (cause) {
    throw new InvalidRequestError([{ path: [], message: "The request body isn't valid JSON." }], { cause });
  }
}

/** The body, read no further than the limit whatever the declared length says. */
async function* limitBody(
  body: ReadableStream<Uint8Array> | null,
  limitBytes: number,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limitBytes) throw new DomainError('body-too-large');
    yield chunk;
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks = await Array.fromAsync(body);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

const MAX_PARTS = 40;

/**
 * The fields of a multipart body: text as text, files as lists. Throws `campaign-file-upload` for a broken body and
 * `campaign-file-count` for too many parts, and reads no further.
 */
async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  header: string,
): Promise<Record<string, string | UploadedFile[]>> {
  // Only the default export: a bundled CommonJS package has no other name when it is loaded lazily.
  const { default: Busboy } = await import('@fastify/busboy');
  const texts = new Map<string, string>();
  const files = new Map<string, UploadedFile[]>();
  const headers: BusboyHeaders = { 'content-type': header };
  let error: unknown;
  const parser = parsing(() => new Busboy({ headers, limits: { parts: MAX_PARTS, fieldSize: Infinity } }));

  parser.on('field', (name, value) => {
    if (texts.has(name)) error ??= repeatedField(name);
    texts.set(name, value);
  });
  parser.on('file', (field, stream, name) => {
    const chunks: Buffer[] = [];
    // A file name that is not UTF-8, in "filename" or "filename*".
    if (name?.includes('\ufffd')) error ??= new DomainError('campaign-file-upload');
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', (cause) => {
      error ??= new DomainError('campaign-file-upload', { cause });
    });
    stream.on('end', () => {
      files.set(field, [...(files.get(field) ?? []), { name: name ?? '', bytes: Buffer.concat(chunks) }]);
    });
  });
  parser.on('partsLimit', () => {
    error ??= new DomainError('campaign-file-count');
  });
  const finished = new Promise<void>((resolve) => {
    parser.on('finish', resolve);
    parser.on('error', (cause) => {
      error ??= new DomainError('campaign-file-upload', { cause });
      resolve();
    });
  });

  for await (const chunk of body) {
    if (error) break;
    parsing(() => parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
  }
  if (!error) {
    parsing(() => parser.end());
    await finished;
  }
  if (error) throw error;
  return Object.fromEntries<string | UploadedFile[]>([...texts, ...files]);
}

/** The parser throws various errors for headers that it cannot read. */
function parsing<T>(step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw new DomainError('campaign-file-upload', { cause });
  }
}
