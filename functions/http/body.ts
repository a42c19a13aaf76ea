import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';

const JSON_LIMIT_BYTES = 16 * 1024;

/** The JSON body, read no further than the limit whatever the declared length says: 415, 413 or 400 otherwise. */
export async function readJson(c: Context): Promise<unknown> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new HTTPException(415, { message: 'Send JSON, as application/json' });
  const text = await readText(c.req.raw.body);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HTTPException(400, { message: 'The body is not JSON', cause });
  }
}

async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > JSON_LIMIT_BYTES) throw new HTTPException(413, { message: 'The request is too large' });
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
