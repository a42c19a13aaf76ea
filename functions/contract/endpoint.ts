import * as z from 'zod/mini';
import type { CampaignErrorReason } from '#shared/errors';

/** Who may call: `bearer` takes any token, live or not, and `archive` the archive's own kind. */
export type Access = 'anyone' | 'bearer' | 'member' | 'admin' | 'archive';

/** The request of a call that sends nothing but itself. */
export const NoInput = z.undefined();

/** The reply of a call that only says what was done; here, because /login loads nothing of the lists beside `Envelope`. */
export const MessageReply = z.object({ message: z.string() });

/** Of a JSON body, where the row does not say otherwise. */
export const BODY_LIMIT_BYTES = 16 * 1024;

export interface Endpoint<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  By extends Access = Access,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below `/api`, case-sensitive. */
  readonly path: `/${string}`;
  readonly access: By;
  /** Schema of what the call sends, or `NoBody`: of a GET the query, whose values are text; else the JSON body. */
  readonly request: Request;
  /**
   * How the body travels, where not as JSON: `multipart` gives text fields as text and files as lists of
   * `UploadedFile`; `form` is either kind of HTML form, and its fields come together with those of the query.
   */
  readonly encoding?: 'multipart' | 'form';
  /** The header that signs the body: the request is then `{ text, signature }`, the body as it came and that header. */
  readonly signatureHeader?: string;
  /** The most that a body may hold, where it is more than `BODY_LIMIT_BYTES`. */
  readonly bodyLimitBytes?: number;
  /** Whether callers who have or must have a second factor need to have given it in the last 15 minutes. */
  readonly freshSecondFactor?: true;
  /** What a 400 says, where the specification has a sentence for it. */
  readonly invalid?: string;
  /** Of the mail calls, whose every 400 is `{ code: 0, msg, message, reason }`: the reason by the field that is wrong. */
  readonly reasons?: Readonly<Record<string, CampaignErrorReason>>;
  /** Status of a success. */
  readonly status: 200 | 201;
  readonly reply: Reply;
}

export type RequestOf<E extends Endpoint> = z.input<E['request']>;

/** Keeps the exact types of one row of the table. */
export const endpoint = <
  const Request extends z.ZodMiniType,
  const Reply extends z.ZodMiniType,
  const By extends Access,
>(
  row: Endpoint<Request, Reply, By>,
): Endpoint<Request, Reply, By> => row;

export const hasBody = (row: Endpoint): boolean => row.method !== 'GET' && row.request !== NoInput;
export const hasQuery = (row: Endpoint): boolean => row.method === 'GET' && row.request !== NoInput;
