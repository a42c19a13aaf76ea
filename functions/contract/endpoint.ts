import * as z from 'zod/mini';
import type { CampaignErrorReason } from '#shared/errors';
import { fieldSentences } from '#shared/field-sentences';

/** Who may call: `bearer` takes any token, live or not, and `archive` the archive's own kind. */
export type Access = 'anyone' | 'bearer' | 'member' | 'admin' | 'archive';

// In place of the library's own words, wherever a field has no sentence.
z.config({
  localeError: ({ code, input }) =>
    code === 'invalid_type' && input === undefined ? fieldSentences.required : fieldSentences.invalid,
});

/**
 * The reply of a call that only says what was done. It stands here because /login does not load the list schemas beside
 * `Envelope`.
 */
export const MessageReply = z.object({ message: z.string() });

/** For JSON bodies, unless the endpoint sets another limit. */
export const BODY_LIMIT_BYTES = 16 * 1024;

/** Of a call without input. */
const NoInput = z.undefined();

interface Row<Reply extends z.ZodMiniType, By extends Access> {
  /** Method and path below `/api`, case-sensitive. */
  readonly route: `${'GET' | 'POST' | 'PUT'} /${string}`;
  readonly access: By;
  /**
   * Absent for JSON. `multipart` gives text fields as text and files as lists of `UploadedFile`; `form` is either kind of
   * HTML form, whose fields are joined with those of the query.
   */
  readonly encoding?: 'multipart' | 'form';
  /** The header with the body's signature: the request is then `{ text, signature }`, the raw body and that header. */
  readonly signatureHeader?: string;
  /** Absent for `BODY_LIMIT_BYTES`. */
  readonly bodyLimitBytes?: number;
  /** Whether callers who have or must have a second factor need to have given it in the last 15 minutes. */
  readonly freshSecondFactor?: true;
  /** The sentence of a 400, if the call has one of its own. */
  readonly invalid?: string;
  /** For campaign calls, whose every 400 is `{ code: 0, msg, message, reason }`: the reason for each wrong field. */
  readonly reasons?: Readonly<Record<string, CampaignErrorReason>>;
  /** The status of a success; absent for 200. */
  readonly status?: 201;
  readonly reply: Reply;
}

export interface Endpoint<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  By extends Access = Access,
> extends Row<Reply, By> {
  readonly method: string;
  readonly path: string;
  /** Schema of the input: the query of a GET, whose values are text, otherwise the JSON body. */
  readonly request: Request;
}

export type RequestOf<E extends Endpoint> = z.input<E['request']>;

/** One row of the table of calls. A call without input has no `request`. */
export function endpoint<Reply extends z.ZodMiniType, const By extends Access>(
  row: Row<Reply, By>,
): Endpoint<typeof NoInput, Reply, By>;
export function endpoint<Request extends z.ZodMiniType, Reply extends z.ZodMiniType, const By extends Access>(
  row: Row<Reply, By> & { request: Request },
): Endpoint<Request, Reply, By>;
/* @__NO_SIDE_EFFECTS__ */
export function endpoint(row: Row<z.ZodMiniType, Access> & { request?: z.ZodMiniType }): Endpoint {
  const [method = '', path = ''] = row.route.split(' ');
  return { request: NoInput, ...row, method, path };
}

export const hasBody = (row: Endpoint): boolean => row.method !== 'GET' && row.request !== NoInput;
export const hasQuery = (row: Endpoint): boolean => row.method === 'GET' && row.request !== NoInput;
