import type * as z from 'zod/mini';

/** Who may call: `bearer` takes any token, live or not, and `archive` the archive's own kind. */
export type Access = 'anyone' | 'bearer' | 'member' | 'admin' | 'archive';

export interface Endpoint<
  Request extends z.ZodMiniType | null = z.ZodMiniType | null,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below `/api`, case-sensitive. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** Schema of the JSON body, or null where the call has none. */
  readonly request: Request;
  /** What a 400 says, where the catalogue (account area, section 8) has a sentence for it. */
  readonly invalid?: string;
  /** Status of a success. */
  readonly status: 200 | 201;
  readonly reply: Reply;
}

export type RequestOf<E extends Endpoint> = E['request'] extends z.ZodMiniType
  ? z.input<E['request']>
  : undefined;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

/** Keeps the literal types of one row of the table. */
export function endpoint<const Request extends z.ZodMiniType | null, const Reply extends z.ZodMiniType>(
  row: Endpoint<Request, Reply>,
): Endpoint<Request, Reply> {
  return row;
}
