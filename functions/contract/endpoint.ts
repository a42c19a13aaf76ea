import * as z from 'zod/mini';

/** Who may call: `bearer` takes any token, live or not, and `archive` the archive's own kind. */
export type Access = 'anyone' | 'bearer' | 'member' | 'admin' | 'archive';

/** The request of a call that has no body. */
export const NoBody = z.undefined();

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
  /** Schema of the JSON body, or `NoBody`. */
  readonly request: Request;
  /** What a 400 says, where the catalogue (account area, section 8) has a sentence for it. */
  readonly invalid?: string;
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

export const hasBody = (row: Endpoint): boolean => row.request !== NoBody;
