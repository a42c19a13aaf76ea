import type { ImportKind } from '#shared/choices';
import type { CsvTable } from '#shared/csv';
import { canonicalize } from '#shared/text';
import { conferenceRecordId } from '../conferences/conference.ts';
import type { DirectoryEntry } from '../members/member.ts';
import type { RowError, RowErrorGroup } from './import.ts';
import {
  type Cells,
  columnsOf,
  findColumn,
  type ParseResult,
  parseAttendanceRow,
  parseMemberRow,
} from './rows.ts';

const MAX_ROWS = 10_000;
/** Far above the number of our columns, so that one too many is named; names are compared pair by pair. */
const MAX_COLUMNS = 100;
/** All cells at their maximum length are less than half of it. */
const MAX_ROW_CHARACTERS = 10_000;
/** Keeps a report readable. */
const MAX_GROUPS = 100;
const MAX_RANGES = 20;

interface RawRow {
  row: number;
  cells: Cells;
  hasExtraCells: boolean;
}

export interface ValidationResult {
  /** The rows to apply: member rows with the username, attendance rows with the member's uid. */
  rows: Cells[];
  errors: RowError[];
  /** Rows that change nothing, because the member exists already. */
  skipped: RowError[];
}

const EXTRA_CELLS =
  'This row has more cells than the header. Put quotation marks around text that contains a separator.';

const formatCount = (count: number): string => count.toLocaleString('en-GB');

/** Checks a file's size, text and columns and, if these are right, each row. */
export async function validateRows(
  kind: ImportKind,
  text: string,
  csv: CsvTable,
  loadMembers: () => Promise<readonly DirectoryEntry[]>,
): Promise<ValidationResult> {
  const tooLarge = sizeErrors(csv);
  const fileIsWrong = tooLarge.length > 0 ? tooLarge : [...fileErrors(text, csv), ...columnErrors(kind, csv)];
  const unreadable = csv.errors.map(({ line, message }) => ({ row: line, column: '', message }));
  // Under a wrong header, every row would be wrong.
  if (fileIsWrong.length > 0) return { rows: [], errors: [...fileIsWrong, ...unreadable], skipped: [] };
  const validate = kind === 'members' ? validateMemberRows : validateAttendanceRows;
  const { rows, errors, skipped } = validate(rawRows(kind, csv), await loadMembers());
  return { rows, errors: [...unreadable, ...errors], skipped };
}

function rawRows(kind: ImportKind, { columns, rows }: CsvTable): RawRow[] {
  const names = columns.map((name) => findColumn(kind, name));
  return rows.map(({ line, cells }) => ({
    row: line,
    cells: Object.fromEntries(names.flatMap((name, index) => (name ? [[name, cells[index] ?? '']] : []))),
    hasExtraCells: cells.slice(columns.length).some((cell) => cell.trim() !== ''),
  }));
}

function sizeErrors({ columns, rows }: CsvTable): RowError[] {
  if (columns.length > MAX_COLUMNS) {
    const message = `The file has ${formatCount(columns.length)} columns. An import can have at most ${MAX_COLUMNS}.`;
    return [{ row: 1, column: '', message }];
  }
  const message = `The row has more than ${formatCount(MAX_ROW_CHARACTERS)} characters. Check its quotation marks.`;
  return [{ line: 1, cells: columns }, ...rows].flatMap(({ line, cells }) =>
    cells.reduce((sum, cell) => sum + cell.length, 0) > MAX_ROW_CHARACTERS
      ? [{ row: line, column: '', message }]
      : [],
  );
}

function fileErrors(text: string, { rows }: CsvTable): RowError[] {
  const whole = (message: string) => [{ row: 1, column: '', message }];
  if (text.includes('\ufffd')) return whole('The file isn\'t in UTF-8. Save it as "CSV UTF-8".');
  if (rows.length === 0) return whole('The file has no rows below the header.');
  return rows.length > MAX_ROWS
    ? whole(
        `The file has ${formatCount(rows.length)} rows. Split it into files of at most ${formatCount(MAX_ROWS)} rows.`,
      )
    : [];
}

function columnErrors(kind: ImportKind, { columns }: CsvTable): RowError[] {
  const wanted = columnsOf(kind);
  const found = columns.map((name) => findColumn(kind, name));
  const names = wanted.map(({ name }) => name).join(', ');
  const unknown = columns.flatMap((column, index) =>
    found[index] === undefined && column.trim() !== ''
      ? [{ row: 1, column, message: `Unknown column. Use only these columns: ${names}.` }]
      : [],
  );
  const twice = columns.flatMap((column, index) =>
    found[index] !== undefined && found.indexOf(found[index]) < index
      ? [{ row: 1, column, message: 'This column appears twice.' }]
      : [],
  );
  const missing = wanted
    .filter(({ name, isRequired }) => isRequired && !found.includes(name))
    .map(({ name }) => ({ row: 1, column: name, message: 'This column is missing.' }));
  return [...unknown, ...twice, ...missing];
}

/** The rows whose cells are right by themselves, and the errors of the others. */
function parseRows<Row>(rawRows: readonly RawRow[], parse: (cells: Cells) => ParseResult<Row>) {
  const parsed: { row: number; cells: Cells; value: Row }[] = [];
  const errors: RowError[] = [];
  for (const { row, cells, hasExtraCells } of rawRows) {
    if (hasExtraCells) errors.push({ row, column: '', message: EXTRA_CELLS });
    const result = parse(cells);
    if ('errors' in result) errors.push(...result.errors.map((error) => ({ row, ...error })));
    else parsed.push({ row, cells, value: result.value });
  }
  return { parsed, errors };
}

function validateMemberRows(
  rawRows: readonly RawRow[],
  members: readonly DirectoryEntry[],
): ValidationResult {
  const { parsed, errors } = parseRows(rawRows, parseMemberRow);
  const skipped: RowError[] = [];
  const addresses = new Set(members.map(({ email }) => canonicalize(email)));
  const usernames = new Set(members.map(({ username }) => canonicalize(username)));
  const seen = new Map<string, number>();
  const ready: { cells: Cells; email: string; username: string }[] = [];
  for (const { row, cells, value } of parsed) {
    const address = canonicalize(value.email);
    const first = seen.get(address);
    if (first !== undefined) {
      errors.push({ row, column: 'email', message: `Duplicate of row ${first}.` });
      continue;
    }
    seen.set(address, row);
    if (addresses.has(address)) {
      const message = 'This member already exists. Nothing will be changed.';
      skipped.push({ row, column: 'email', message });
      continue;
    }
    const name = canonicalize(value.username);
    if (name !== '' && usernames.has(name)) {
      const message = 'This username is taken. Choose another one, or leave the cell empty.';
      errors.push({ row, column: 'username', message });
    }
    if (name !== '') usernames.add(name);
    ready.push({ cells, email: value.email, username: value.username });
  }
  const rows = ready.map(({ cells, email, username }) => ({
    ...cells,
    username: username || freeUsername(email, usernames),
  }));
  return { rows, errors, skipped };
}

/** The part before the @, with a number if that username is taken. */
function freeUsername(email: string, usernames: Set<string>): string {
  const base = email.slice(0, email.indexOf('@'));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}${count}`;
    if (usernames.has(canonicalize(name))) continue;
    usernames.add(canonicalize(name));
    return name;
  }
}

function validateAttendanceRows(
  rawRows: readonly RawRow[],
  members: readonly DirectoryEntry[],
): ValidationResult {
  const { parsed, errors } = parseRows(rawRows, parseAttendanceRow);
  const rows: Cells[] = [];
  const uids = new Map(
    members.flatMap(({ uid, username, email }) =>
      [uid, username, email].map((name) => [canonicalize(name), uid] as const),
    ),
  );
  const seen = new Map<string, number>();
  for (const { row, cells, value } of parsed) {
    const uid = uids.get(canonicalize(value.member));
    if (uid === undefined) {
      const message = 'No member has this username, email address or membership ID.';
      errors.push({ row, column: 'member', message });
      continue;
    }
    const key = `${uid} ${conferenceRecordId(value)}`;
    const first = seen.get(key);
    if (first !== undefined) {
      errors.push({ row, column: 'conference', message: `Duplicate of row ${first}.` });
      continue;
    }
    seen.set(key, row);
    rows.push({ ...cells, uid });
  }
  return { rows, errors, skipped: [] };
}

/** Lists each message once with all its rows, at most a hundred messages, so that a report on 10,000 rows can be read. */
export function groupRowErrors(errors: readonly RowError[]): RowErrorGroup[] {
  const groups = new Map<string, RowErrorGroup>();
  for (const { row, column, message } of errors.toSorted((a, b) => a.row - b.row)) {
    const key = JSON.stringify([column, message]);
    const group = groups.get(key) ?? { column, message, rowCount: 0, ranges: [] };
    groups.set(key, group);
    group.rowCount += 1;
    const last = group.ranges.at(-1);
    if (last && row <= last.to + 1) last.to = row;
    else group.ranges.push({ from: row, to: row });
  }
  return [...groups.values()]
    .slice(0, MAX_GROUPS)
    .map((group) => ({ ...group, ranges: group.ranges.slice(0, MAX_RANGES) }));
}
