import type * as z from 'zod/mini';
import type { changeImport, ImportReport, OutcomeGroup, RowErrorGroup } from '#contract/imports';
import { ROW_OUTCOMES, type RowOutcome } from '#shared/choices';
import { type CsvTable, parseCsv } from '#shared/csv';
import { s3Prefixes } from '#shared/deployment';
import { hongKongDate } from '#shared/hong-kong';
import { shorten, toHex } from '#shared/text';
import type { Actor, AuditDetails } from '../audit/audit.ts';
import { recordEntry } from '../audit/repository.ts';
import { findMembers, walkDirectory } from '../members/repository.ts';
import type { Context } from '../platform/context.ts';
import {
  belowPreamble,
  columnErrors,
  describeColumns,
  findColumns,
  formatCount,
  headerErrors,
  isRowTooLong,
  type RowError,
  TOO_LONG,
  wholeRow,
} from './columns.ts';
import {
  findImport,
  findImportOrThrow,
  ImportJob,
  removeCheckedImport,
  saveCheckedImport,
  sha256,
} from './import.ts';
import { rawRows } from './rows.ts';
import {
  type RowDecision,
  type ValidationResult,
  validateAttendanceRows,
  validateMemberRows,
} from './validate-rows.ts';

const MAX_ROWS = 30_000;
/** Keeps a report readable. */
const MAX_GROUPS = 100;
const MAX_RANGES = 20;
const MAX_ROWS_OF_OUTCOME = 100;
const MAX_CHARACTERS = 120;
const MAX_CHARACTERS_OF_DETAILS = 400;

export type CheckContext = Pick<Context, 'table' | 'now' | 'randomBytes' | 'files'>;

type CheckRequest = Extract<z.output<typeof changeImport.request>, { action: 'check' }>;

export type ImportFile = Omit<CheckRequest, 'action'>;

/** Without `job` while a row needs correction, and if there is nothing to import: nothing is stored then. */
type CheckedImport = ImportReport & { job?: ImportJob };

/**
 * Checks every row of a file before anything is imported. A file without errors is stored under an id derived from its
 * rows and from how they are imported: the same file is the same import, even after it has started.
 */
export async function checkImport(
  context: CheckContext,
  actor: Actor,
  file: ImportFile,
): Promise<CheckedImport> {
  const { kind, fileName, existing, verifiedReason, conference } = file;
  const options = { existing, verifiedReason };
  const csv = belowPreamble(kind, await parseCsv(file.text), file.columns);
  const names = findColumns(kind, csv.columns, file.columns);
  const how = { ...options, ...(conference && { conference }) };
  const id = sha256(JSON.stringify([kind, csv.columns, csv.rows, names, how])).slice(0, 24);
  if (file.replaces !== undefined && file.replaces !== id) await removeCheckedImport(context, file.replaces);
  const before = await findImport(context, id);
  const started = before?.state === 'applying' || before?.state === 'done' ? before : undefined;
  if (started && kind === 'members') return startedReport(started);
  const { entries, errors, decisions } = await validateRows(context, file, csv, names);
  if (started) return startedReport(started, decisions);
  const details: AuditDetails = {
    kind,
    file: fileName,
    rows: String(csv.rows.length),
    errors: String(errors.length),
  };
  await recordEntry(context, { actor, action: 'check-import', details });
  const outcomes = groupDecisions(decisions);
  const report = {
    rows: csv.rows.length,
    headerRow: csv.headerRow,
    columns: describeColumns(kind, csv, names),
    errors: groupRowErrors(errors),
    errorCount: errors.length,
    outcomes,
  };
  if (errors.length > 0 || entries.length === 0) return report;
  const countOf = (wanted: RowOutcome) => outcomes.find(({ outcome }) => outcome === wanted)?.count ?? 0;
  const body = Buffer.from(JSON.stringify(entries));
  const job = ImportJob.parse({
    ...options,
    id,
    kind,
    fileName,
    // One for each check: the rows of an import that was cancelled may still be put away.
    rowsKey: `${s3Prefixes.imports}${id}-${toHex(context.randomBytes(8))}.json`,
    actor,
    total: entries.length,
    state: 'checked',
    done: 0,
    added: 0,
    skipped: countOf('unchanged'),
    leftOut: countOf('left-out'),
    at: context.now().toISOString(),
  });
  await context.files.put(job.rowsKey, { body, contentType: 'application/json' });
  if (await saveCheckedImport(context, job)) return { job, ...report };
  return startedReport(await findImportOrThrow(context, id));
}

const EXTRA_CELLS =
  'This row has more cells than the header. Put quotation marks around text that contains a separator.';

/**
 * Checks a file's size, text and columns and, if these are right, each row.
 * @param names our own, column by column
 */
async function validateRows(
  context: CheckContext,
  { kind, text, columns: chosen, conference, existing, verifiedReason }: ImportFile,
  csv: CsvTable,
  names: readonly string[],
): Promise<ValidationResult> {
  const fileIsWrong = headerErrors(csv, chosen) ?? [
    ...fileErrors(text, csv),
    ...columnErrors(kind, csv, names, existing, conference !== undefined),
  ];
  const unreadable = [
    ...csv.errors.map(({ row, message }) => wholeRow(row, message)),
    ...csv.rows.filter(isRowTooLong).map(({ row }) => wholeRow(row, `The row ${TOO_LONG}`)),
  ];
  // Under a wrong header, every row would be wrong.
  if (fileIsWrong.length > 0 || csv.columns.length === 0)
    return { entries: [], errors: [...fileIsWrong, ...unreadable], decisions: [] };
  const rows = rawRows({ ...csv, rows: csv.rows.filter((row) => !isRowTooLong(row)) }, names);
  const directory = await Array.fromAsync(walkDirectory(context));
  const { entries, errors, decisions } =
    kind === 'members'
      ? await validateMemberRows(
          rows,
          directory,
          { existing, verifiedReason },
          hongKongDate(context.now()),
          (uids) => findMembers(context, uids),
        )
      : validateAttendanceRows(rows, directory, conference);
  const extra = rows.flatMap(({ row, hasExtraCells }) => (hasExtraCells ? [wholeRow(row, EXTRA_CELLS)] : []));
  return { entries, errors: [...unreadable, ...extra, ...errors], decisions };
}

function fileErrors(text: string, { rows, errors }: CsvTable): RowError[] {
  if (text.includes('\ufffd')) return [wholeRow(1, 'The file isn\'t in UTF-8. Save it as "CSV UTF-8".')];
  if (rows.length === 0 && errors.length === 0)
    return [wholeRow(1, 'The file has no rows below the header.')];
  const message = `The file has ${formatCount(rows.length)} rows. Split it into files of at most ${formatCount(MAX_ROWS)} rows.`;
  return rows.length > MAX_ROWS ? [wholeRow(1, message)] : [];
}

/** The report of an import that has started: its rows had no errors. It names people who were left out again. */
const startedReport = (job: ImportJob, decisions: readonly RowDecision[] = []): CheckedImport => ({
  job,
  rows: job.total,
  headerRow: 1,
  columns: [],
  errors: [],
  errorCount: 0,
  outcomes: groupDecisions(decisions.filter(({ outcome }) => outcome === 'left-out')),
});

/** Lists each message once with all its rows, at most a hundred messages, so that a report on 10,000 rows can be read. */
function groupRowErrors(errors: readonly RowError[]): RowErrorGroup[] {
  const groups = new Map<string, RowErrorGroup>();
  for (const { row, column, message, value: whole } of errors.toSorted((a, b) => a.row - b.row)) {
    const value = shorten(whole, MAX_CHARACTERS);
    const key = JSON.stringify([column, message]);
    const group = groups.get(key) ?? { column, message, rowCount: 0, ranges: [] };
    groups.set(key, group);
    group.rowCount += 1;
    const last = group.ranges.at(-1);
    if (last && row <= last.to + 1 && value === last.value) last.to = row;
    else group.ranges.push({ from: row, to: row, value });
  }
  return [...groups.values()]
    .slice(0, MAX_GROUPS)
    .map((group) => ({ ...group, ranges: group.ranges.slice(0, MAX_RANGES) }));
}

/** The outcomes that occur, with their first rows. */
const groupDecisions = (decisions: readonly RowDecision[]): OutcomeGroup[] =>
  ROW_OUTCOMES.map((outcome) => {
    const rows = decisions
      .filter((decision) => decision.outcome === outcome)
      .toSorted((a, b) => a.row - b.row);
    // People who are left out are all named: somebody has to look after them.
    const first = outcome === 'left-out' ? rows : rows.slice(0, MAX_ROWS_OF_OUTCOME);
    return {
      outcome,
      count: rows.length,
      rows: first.map(({ row, who, details }) => ({
        row,
        who: shorten(who, MAX_CHARACTERS),
        details: shorten(details, MAX_CHARACTERS_OF_DETAILS),
      })),
    };
  }).filter(({ count }) => count > 0);
