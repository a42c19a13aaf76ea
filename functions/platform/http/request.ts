import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
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

interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

const FORM_TYPES = {
  multipart: ['multipart/form-data'],
  form: ['multipart/form-data', 'application/x-www-form-urlencoded'],
} as const satisfies Record<NonNullable<Endpoint['encoding']>, readonly string[]>;

/** The input of the call, unparsed. Throws for a 415, 413 or 400 if it cannot be read at all. */
export async function readInput(c: Context, row: Endpoint): Promise<unknown> {
  if (hasQuery(row)) return readQuery(c);
  if (!hasBody(row)) return undefined;
  requireType(c, row);
  await requireBodySize(c, row.bodyLimitBytes ?? BODY_LIMIT_BYTES);
  if (row.encoding === 'multipart') return readForm(c);
  if (row.encoding === 'form') return { ...readQuery(c), ...(await readForm(c)) };
  const text = await c.req.text();
  const { signatureHeader } = row;
  return signatureHeader ? { text, signature: c.req.header(signatureHeader) ?? '' } : parseJson(text);
}

/** @throws `unsupported-media-type` */
function requireType(c: Context, { encoding }: Endpoint): void {
  const types: readonly string[] = encoding ? FORM_TYPES[encoding] : ['application/json'];
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (types.includes(type)) return;
  const sentence = encoding && `Send a form as ${types.join(' or ')}.`;
  throw new DomainError('unsupported-media-type', { sentence });
}

/** Reads no further than the limit. @throws `body-too-large` */
async function requireBodySize(c: Context, maxSize: number): Promise<void> {
  const onError = () => {
    throw new DomainError('body-too-large');
  };
  await bodyLimit({ maxSize, onError })(c, async () => {});
}

function readQuery(c: Context): Record<string, string> {
  const pairs = Object.entries(c.req.queries()).flatMap(([name, all]) => all.map((value) => [name, value]));
  return requireSingleValues(pairs);
}

function requireSingleValues(fields: Iterable<readonly string[]>): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name = '', value = ''] of fields) {
    if (values.has(name))
      throw new DomainError('invalid-request', {
        issues: [{ path: name, message: `Send ${name} only once.` }],
      });
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

/** Parses I-JSON (RFC 7493), whose strings have no lone surrogates: the table could not store them. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value) => {
      if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('A lone surrogate');
      return value;
    });
  } catch (cause) {
    const issues = [{ path: '', message: "The request body isn't valid JSON." }];
    throw new DomainError('invalid-request', { issues, cause });
  }
}

const MAX_PARTS = 40;

/**
 * The fields of a form: text as text, files as lists. Throws `campaign-file-upload` for a broken body and
 * `campaign-file-count` for too many parts.
 */
async function readForm(c: Context): Promise<Record<string, string | UploadedFile[]>> {
  const form = await c.req.formData().catch((cause: unknown) => {
    throw new DomainError('campaign-file-upload', { cause });
  });
  const parts = [...form];
  if (parts.length > MAX_PARTS) throw new DomainError('campaign-file-count');
  const texts: [string, string][] = [];
  const files = new Map<string, UploadedFile[]>();
  for (const [field, value] of parts) {
    if (typeof value === 'string') {
      texts.push([field, value]);
      continue;
    }
    // A file name that is not UTF-8, in "filename" or "filename*".
    if (value.name.includes('\ufffd')) throw new DomainError('campaign-file-upload');
    files.set(field, [...(files.get(field) ?? []), { name: value.name, bytes: await value.bytes() }]);
  }
  return { ...requireSingleValues(texts), ...Object.fromEntries(files) };
}
