import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { BODY_LIMIT_BYTES, type Endpoint, hasBody, hasQuery } from '#contract/endpoint';

/** What the call sends, unparsed: 415, 413 or 400 where it cannot be read at all. */
export async function readInput(c: Context, row: Endpoint): Promise<unknown> {
  if (hasQuery(row)) return readQuery(c);
  if (!hasBody(row)) return undefined;
  const text = await readJsonText(c, row.bodyLimitBytes ?? BODY_LIMIT_BYTES);
  const { signatureHeader } = row;
  return signatureHeader ? { text, signature: c.req.header(signatureHeader) ?? '' } : parseJson(text);
}

function readQuery(c: Context): Record<string, string> {
  const fields = Object.entries(c.req.queries());
  return Object.fromEntries(
    fields.map(([name, values]) => {
      const [value = '', ...others] = values;
      if (others.length > 0) throw new HTTPException(400, { message: `Give ${name} once` });
      return [name, value];
    }),
  );
}

/** The JSON body as it came, read no further than the limit whatever the declared length says. */
async function readJsonText(c: Context, limitBytes: number): Promise<string> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new HTTPException(415, { message: 'Send JSON, as application/json' });
  return readText(c.req.raw.body, limitBytes);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HTTPException(400, { message: 'The body is not JSON', cause });
  }
}

async function readText(body: ReadableStream<Uint8Array> | null, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limitBytes) throw new HTTPException(413, { message: 'The request is too large' });
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
