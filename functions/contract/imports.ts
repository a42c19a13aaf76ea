import * as z from 'zod/mini';
import { EXISTING_MEMBER_RULES, IMPORT_KINDS, IMPORT_STATES, ROW_OUTCOMES } from '#shared/choices';
import { Line, OptionalLine } from '#shared/fields';
import { attendanceFields } from './conferences.ts';
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
  updated: z.number(),
  skipped: z.number(),
  leftOut: z.number(),
  /** Membership periods that it has added. */
  periods: z._default(z.number(), 0),
  /** Members whom it has added, how many of them have been gone through, and how many of those got an invitation. */
  invitees: z.number(),
  inviteesDone: z.number(),
  invited: z.number(),
  /** How many of them are to be gone through. */
  inviteesWanted: z.number(),
  /** Whether a worker has something to do. */
  isUnderWay: z.boolean(),
  /** Whether it has done nothing for two minutes: it may wait for another administrator. */
  isStalled: z.boolean(),
  at: z.string(),
  /** Who checked or started it: a username, or `operator` where it was no administrator. */
  by: z.string(),
});
export type ImportJob = z.output<typeof ImportJob>;

/** One message and its rows: how many there are, and the first ranges of neighbouring rows with the same value. */
const RowErrorGroup = z.object({
  column: z.string(),
  message: z.string(),
  rowCount: z.number(),
  ranges: z.array(z.object({ from: z.number(), to: z.number(), value: z.string() })),
});
export type RowErrorGroup = z.output<typeof RowErrorGroup>;

/** What an import will do with rows of the file: how many there are, and the first of them. */
const OutcomeGroup = z.object({
  outcome: z.enum(ROW_OUTCOMES),
  count: z.number(),
  rows: z.array(z.object({ row: z.number(), who: z.string(), details: z.string() })),
});
export type OutcomeGroup = z.output<typeof OutcomeGroup>;

/**
 * The columns of the file, the errors to correct, of which the first are shown, and what will be done with the rows. `name` is
 * empty for a column that is not imported: `hint` may say why, and `suggested` name the column that it may have been meant
 * as. Rows are counted as in a spreadsheet; those above `headerRow`, the one with the headings, are not imported.
 */
export const ImportReport = z.object({
  rows: z.number(),
  headerRow: z._default(z.number(), 1),
  columns: z.array(
    z.object({
      heading: z.string(),
      name: z.string(),
      hint: z._default(z.string(), ''),
      suggested: z._default(z.string(), ''),
    }),
  ),
  errors: z.array(RowErrorGroup),
  errorCount: z.number(),
  outcomes: z.array(OutcomeGroup),
});
export type ImportReport = z.output<typeof ImportReport>;

/** 30,000 rows of members, below the platform's limit for one call. */
const FILE_LIMIT_BYTES = 4_400_000;

/**
 * `check` replies with the report and, if every row is right and something is to be done, with the import. `columns` has
 * our own names for headings of the file that are not recognised, and empty ones for columns to ignore; `conference` is that
 * of the rows of attendance that name none; `existing` says what happens to members who exist, `verifiedReason` why the
 * addresses of new members count as verified, and `replaces` names the import of an earlier check of the same file. `start`
 * lets a worker import the rows, and one that is stalled go on. `invite` lets it invite the first `upTo` of the members whom
 * the import has added, so that a repeat invites nobody beyond these. `cancel` stops the import before its next batch: rows
 * already imported stay.
 */
export const changeImport = endpoint({
  route: 'POST /admin/imports',
  access: 'admin',
  request: z.discriminatedUnion('action', [
    z.object({
      action: z.literal('check'),
      kind: z.enum(IMPORT_KINDS),
      fileName: Line(200),
      text: z.string(),
      columns: z._default(z.record(z.string(), z.string()), {}),
      conference: z.optional(z.object(attendanceFields)),
      existing: z._default(z.enum(EXISTING_MEMBER_RULES), 'skip'),
      verifiedReason: OptionalLine(500),
      replaces: z.optional(ImportId),
    }),
    z.object({ action: z.literal('start'), id: ImportId }),
    z.object({ action: z.literal('invite'), id: ImportId, upTo: z.int().check(z.gte(1)) }),
    z.object({ action: z.literal('cancel'), id: ImportId, reason: Line(500) }),
  ]),
  bodyLimitBytes: FILE_LIMIT_BYTES,
  reply: Envelope(z.object({ job: z.optional(ImportJob), report: z.optional(ImportReport) })),
});

/** Unfinished imports before the others, the latest first, 20 a page. */
export const getImports = endpoint({
  route: 'GET /admin/imports',
  access: 'admin',
  request: z.object({ cursor: cursorLike(/^(open|ended)#\d{4}-\d\d-\d\dT[\d:.]{12}Z#[0-9a-f]{24}$/) }),
  reply: Envelope(CursorPage(ImportJob)),
});
