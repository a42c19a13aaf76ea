import * as z from 'zod/mini';
import { IMPORT_KINDS, IMPORT_STATES } from '#shared/choices';
import { Line } from '#shared/fields';
import { endpoint } from './endpoint.ts';
import { CursorPage, cursorLike, Envelope } from './envelope.ts';

const ImportId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'Invalid import ID.'));

export const ImportJob = z.object({
  id: z.string(),
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  total: z.number(),
  done: z.number(),
  added: z.number(),
  skipped: z.number(),
  at: z.string(),
  /** Who checked or started it: a username, or `operator` for the command line. */
  by: z.string(),
});
export type ImportJob = z.output<typeof ImportJob>;

/** One message and its rows: how many there are, and the first ranges of neighbouring rows. */
const RowErrorGroup = z.object({
  column: z.string(),
  message: z.string(),
  rowCount: z.number(),
  ranges: z.array(z.object({ from: z.number(), to: z.number() })),
});
export type RowErrorGroup = z.output<typeof RowErrorGroup>;

/** Errors to correct, and rows that change nothing: the first of each, and the number of all. */
export const ImportReport = z.object({
  rows: z.number(),
  errors: z.array(RowErrorGroup),
  errorCount: z.number(),
  skipped: z.array(RowErrorGroup),
  skippedCount: z.number(),
});
export type ImportReport = z.output<typeof ImportReport>;

/** 10,000 rows with room to spare, below the platform's limit for one call. */
const FILE_LIMIT_BYTES = 4_400_000;

/**
 * `check` replies with the report and, if every row is right, with the import. `apply` imports some more rows, and is
 * called again while `state` is `checked` or `applying`. `cancel` stops the import: rows already imported stay.
 */
export const changeImport = endpoint({
  name: 'changeImport',
  method: 'POST',
  path: '/admin/imports',
  access: 'admin',
  request: z.discriminatedUnion('action', [
    z.object({
      action: z.literal('check'),
      kind: z.enum(IMPORT_KINDS),
      fileName: Line(200),
      text: z.string(),
    }),
    z.object({ action: z.literal('apply'), id: ImportId }),
    z.object({ action: z.literal('cancel'), id: ImportId, reason: Line(500) }),
  ]),
  bodyLimitBytes: FILE_LIMIT_BYTES,
  status: 200,
  reply: Envelope(z.object({ job: z.optional(ImportJob), report: z.optional(ImportReport) })),
});

/** Unfinished imports before the others, the latest first, 20 a page. */
export const getImports = endpoint({
  name: 'getImports',
  method: 'GET',
  path: '/admin/imports',
  access: 'admin',
  request: z.object({ cursor: cursorLike(/^(open|ended)#\d{4}-\d\d-\d\dT[\d:.]{12}Z#[0-9a-f]{24}$/) }),
  status: 200,
  reply: Envelope(CursorPage(ImportJob)),
});
