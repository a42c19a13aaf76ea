import type { ImportKind } from '#shared/choices';
import type { CsvTable } from '#shared/csv';
import { columnTitle, importColumns } from '#shared/import-columns';
import { canonicalize } from '#shared/text';
import { conferenceRecordId } from '../conferences/conference.ts';
import type { DirectoryEntry, Member } from '../members/member.ts';
import type { ImportOptions, RowError, ValidationResult } from './import.ts';
import { cellErrors, parseAttendanceRow, type RawRow, rawRows } from './rows.ts';
import { validateMemberRows } from './validate-member-rows.ts';

const MAX_ROWS = 30_000;
/** Far above the number of our columns, so that one too many is named; names are compared pair by pair. */
const MAX_COLUMNS = 100;
/** All cells at their maximum length are less than half of it. */
const MAX_ROW_CHARACTERS = 10_000;

export interface ValidationDeps {
  /** In Hong Kong. */
  today: string;
  loadDirectory: () => Promise<readonly DirectoryEntry[]>;
  findMembers: (uids: readonly string[]) => Promise<ReadonlyMap<string, Member>>;
}

const EXTRA_CELLS =
  'This row has more cells than the header. Put quotation marks around text that contains a separator.';

const formatCount = (count: number): string => count.toLocaleString('en-GB');
const wholeRow = (row: number, message: string): RowError => ({ row, column: '', message, value: '' });

/** Checks a file's size, text and columns and, if these are right, each row. `names` are our own, column by column. */
export async function validateRows(
  kind: ImportKind,
  { csv, text, names }: { csv: CsvTable; text: string; names: readonly string[] },
  options: ImportOptions,
  deps: ValidationDeps,
): Promise<ValidationResult> {
  const fileIsWrong = headerErrors(csv) ?? [
    ...fileErrors(text, csv),
    ...columnErrors(kind, csv, names, options),
  ];
  const unreadable = [
    ...csv.errors.map(({ row, message }) => wholeRow(row, message)),
    ...csv.rows.filter(isTooLong).map(({ row }) => wholeRow(row, `The row ${TOO_LONG}`)),
  ];
  // Under a wrong header, every row would be wrong.
  if (fileIsWrong.length > 0 || csv.columns.length === 0)
    return { entries: [], errors: [...fileIsWrong, ...unreadable], decisions: [] };
  const rows = rawRows({ ...csv, rows: csv.rows.filter((row) => !isTooLong(row)) }, names);
  const directory = await deps.loadDirectory();
  const { entries, errors, decisions } =
    kind === 'members'
      ? await validateMemberRows(rows, directory, options, deps.today, deps.findMembers)
      : validateAttendanceRows(rows, directory);
  const extra = rows.flatMap(({ row, hasExtraCells }) => (hasExtraCells ? [wholeRow(row, EXTRA_CELLS)] : []));
  return { entries, errors: [...unreadable, ...extra, ...errors], decisions };
}

const TOO_LONG = `has more than ${formatCount(MAX_ROW_CHARACTERS)} characters. Check its quotation marks.`;
const isTooLong = ({ cells }: { cells: readonly string[] }): boolean =>
  cells.reduce((sum, cell) => sum + cell.length, 0) > MAX_ROW_CHARACTERS;

/** A reply that lists the columns of such a header could be larger than Lambda can send. */
export const isHeaderTooLarge = ({ columns }: Pick<CsvTable, 'columns'>): boolean =>
  columns.length > MAX_COLUMNS || isTooLong({ cells: columns });

/** Undefined if the columns can be looked at. */
function headerErrors({ columns, errors }: CsvTable): RowError[] | undefined {
  if (columns.length === 0) return errors.length > 0 ? [] : [wholeRow(1, 'The file is empty.')];
  if (columns.length > MAX_COLUMNS) {
    const message = `The file has ${formatCount(columns.length)} columns. An import can have at most ${MAX_COLUMNS}.`;
    return [wholeRow(1, message)];
  }
  return isTooLong({ cells: columns }) ? [wholeRow(1, `The header ${TOO_LONG}`)] : undefined;
}

function fileErrors(text: string, { rows, errors }: CsvTable): RowError[] {
  if (text.includes('\ufffd')) return [wholeRow(1, 'The file isn\'t in UTF-8. Save it as "CSV UTF-8".')];
  if (rows.length === 0 && errors.length === 0)
    return [wholeRow(1, 'The file has no rows below the header.')];
  const message = `The file has ${formatCount(rows.length)} rows. Split it into files of at most ${formatCount(MAX_ROWS)} rows.`;
  return rows.length > MAX_ROWS ? [wholeRow(1, message)] : [];
}

const NO_HEADINGS =
  'No column was recognised. Row 1 must have the headings, such as Email: remove the rows above them, or choose what each column is.';
const NO_DATES =
  'Membership type also needs the columns Membership start and Membership end. Add both, or set this column to Ignored.';

function columnErrors(
  kind: ImportKind,
  { columns }: CsvTable,
  names: readonly string[],
  { existing }: ImportOptions,
): RowError[] {
  const inHeader = (column: string, message: string, value = '') => ({ row: 1, column, message, value });
  const required = importColumns[kind]
    // Rows of members who exist may leave out their names.
    .filter(({ name, isRequired }) => isRequired && (existing === 'skip' || !/Name$/.test(name)))
    .map(({ name }) => name);
  if (names.every((name) => name === ''))
    return required.slice(0, 1).map((name) => inHeader(name, NO_HEADINGS));
  const twice = columns.flatMap((value, index) => {
    const name = names[index] ?? '';
    const message = `Two columns are used as ${columnTitle(kind, name)}. Ignore one of them.`;
    return name !== '' && name !== 'member' && names.indexOf(name) < index
      ? [inHeader(name, message, value)]
      : [];
  });
  const missing = required
    .filter((name) => !names.includes(name))
    .map((name) => inHeader(name, 'This column is missing.'));
  // Our own exports have the type alone: each row would be wrong.
  const type = columns[names.indexOf('membershipType')];
  const hasDates = names.includes('membershipStart') && names.includes('membershipEnd');
  const alone = type === undefined || hasDates ? [] : [inHeader('membershipType', NO_DATES, type)];
  return [...twice, ...missing, ...alone];
}

/** People who are not members are left out. */
function validateAttendanceRows(
  rawRows: readonly RawRow[],
  directory: readonly DirectoryEntry[],
): ValidationResult {
  const members = new Map([
    // As a spreadsheet writes an ID, without zeros at its beginning.
    ...directory.map((entry) => [entry.uid.replace(/^0+/, ''), entry] as const),
    ...directory.flatMap((entry) =>
      [entry.uid, entry.username, entry.email].map((name) => [canonicalize(name), entry] as const),
    ),
  ]);
  const result: ValidationResult = { entries: [], errors: [], decisions: [] };
  const seen = new Map<string, number>();
  for (const rawRow of rawRows) {
    const { row, cells, memberCells } = rawRow;
    const found = memberCells.map((cell) => members.get(canonicalize(cell)));
    const member = found.find((each) => each !== undefined);
    const who = memberCells[member ? found.indexOf(member) : 0] ?? '';
    if (!member) {
      result.decisions.push({ row, outcome: 'left-out', who, details: cells['name'] ?? '' });
      continue;
    }
    const parsed = parseAttendanceRow(cells);
    if ('errors' in parsed) {
      result.errors.push(...cellErrors(rawRow, parsed));
      continue;
    }
    const key = `${member.uid} ${conferenceRecordId(parsed.value)}`;
    const first = seen.get(key);
    if (first !== undefined) {
      result.decisions.push({ row, outcome: 'unchanged', who, details: `Duplicate of row ${first}.` });
      continue;
    }
    seen.set(key, row);
    const isUsername = canonicalize(who) === canonicalize(member.username);
    const details = isUsername ? parsed.value.name : `${member.username}: ${parsed.value.name}`;
    result.decisions.push({ row, outcome: 'add', who, details });
    result.entries.push({ uid: member.uid, rows: [cells] });
  }
  return result;
}
