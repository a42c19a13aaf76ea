import type { Context } from 'hono';
import { BODY_LIMIT_BYTES, type Endpoint, hasBody, hasQuery } from '#contract/endpoint';
import { DomainError } from '../../shared/domain-error.ts';
import { InvalidRequestError } from './invalid-request.ts';

/** What the call sends, unparsed: 415, 413 or 400 where it cannot be read at all. */
export async function readInput(c: Context, row: Endpoint): Promise<unknown> {
  if (hasQuery(row)) return readQuery(c);
  if (!hasBody(row)) return undefined;
  const body = limited(c.req.raw.body, row.bodyLimitBytes ?? BODY_LIMIT_BYTES);
  if (row.encoding === 'multipart') return readForm(c, body, ['multipart/form-data']);
  if (row.encoding === 'form') {
    const form = await readForm(c, body, ['multipart/form-data', 'application/x-www-form-urlencoded']);
    return { ...readQuery(c), ...form };
  }
  const text = await readJsonText(c, body);
  const { signatureHeader } = row;
  return signatureHeader ? { text, signature: c.req.header(signatureHeader) ?? '' } : parseJson(text);
}

function readQuery(c: Context): Record<string, string> {
  return once(Object.entries(c.req.queries()).flatMap(([name, all]) => all.map((value) => [name, value])));
}

/** Each name once, or 400. */
function once(fields: Iterable<readonly string[]>): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name = '', value = ''] of fields) {
    if (values.has(name))
      throw new InvalidRequestError([{ path: [name], message: `Send ${name} only once.` }]);
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

const typeOf = (c: Context): string =>
  c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';

async function readForm(
  c: Context,
  body: AsyncIterable<Uint8Array>,
  types: readonly string[],
): Promise<Record<string, unknown>> {
  const type = typeOf(c);
  if (!types.includes(type))
    throw new DomainError('unsupported-media-type', { sentence: `Send a form as ${types.join(' or ')}.` });
  if (type === 'multipart/form-data') {
    const { readMultipart } = await import('./multipart.ts');
    return readMultipart(body, c.req.header('content-type') ?? '');
  }
  return once(new URLSearchParams(await readText(body)));
}

/** The JSON body as it came. */
async function readJsonText(c: Context, body: AsyncIterable<Uint8Array>): Promise<string> {
  if (typeOf(c) !== 'application/json') throw new DomainError('unsupported-media-type');
  return readText(body);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidRequestError([{ path: [], message: "The request body isn't valid JSON." }], { cause });
  }
}

/** The body, read no further than the limit whatever the declared length says. */
async function* limited(
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
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new TextDecoder().decode(Buffer.concat(chunks));
}
