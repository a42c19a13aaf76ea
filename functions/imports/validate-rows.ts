import type { ImportKind } from '#shared/choices';
import type { CsvTable } from '#shared/csv';
import { columnTitle, importColumns } from '#shared/import-columns';
import { personName } from '#shared/person-name';
import { canonicalize } from '#shared/text';
import { type Attendance, conferenceRecordId } from '../conferences/conference.ts';
import type { DirectoryEntry, Member } from '../members/member.ts';
import { MAX_COLUMNS } from './columns.ts';
import type { ImportOptions, RowError, ValidationResult } from './import.ts';
import { type Cells, cellErrors, parseAttendanceRow, type RawRow, rawRows } from './rows.ts';
import { validateMemberRows } from './validate-member-rows.ts';

const MAX_ROWS = 30_000;
/** All cells at their maximum length are less than half of it. */
const MAX_ROW_CHARACTERS = 10_000;

/** What rows are checked against. */
export interface KnownPeople {
  /** In Hong Kong. */
  today: string;
  /** The conference of the rows that name none. */
  conference: Attendance | undefined;
  loadDirectory: () => Promise<readonly DirectoryEntry[]>;
  findMembers: (uids: readonly string[]) => Promise<ReadonlyMap<string, Member>>;
}

const EXTRA_CELLS =
  'This row has more cells than the header. Put quotation marks around text that contains a separator.';

const formatCount = (count: number): string => count.toLocaleString('en-GB');
const wholeRow = (row: number, message: string): RowError => ({ row, column: '', message, value: '' });

/** A file as it is read. `names` are our own, column by column; `chosen` are the headings for which one was chosen by hand. */
interface ReadFile {
  csv: CsvTable;
  text: string;
  names: readonly string[];
  chosen: readonly string[];
}

/** Checks a file's size, text and columns and, if these are right, each row. */
export async function validateRows(
  kind: ImportKind,
  { csv, text, names, chosen }: ReadFile,
  options: ImportOptions,
  known: KnownPeople,
): Promise<ValidationResult> {
  const fileIsWrong = headerErrors(csv, chosen) ?? [
    ...fileErrors(text, csv),
    ...columnErrors(kind, csv, names, options, known.conference !== undefined),
  ];
  const unreadable = [
    ...csv.errors.map(({ row, message }) => wholeRow(row, message)),
    ...csv.rows.filter(isTooLong).map(({ row }) => wholeRow(row, `The row ${TOO_LONG}`)),
  ];
  // Under a wrong header, every row would be wrong.
  if (fileIsWrong.length > 0 || csv.columns.length === 0)
    return { entries: [], errors: [...fileIsWrong, ...unreadable], decisions: [] };
  const rows = rawRows({ ...csv, rows: csv.rows.filter((row) => !isTooLong(row)) }, names);
  const directory = await known.loadDirectory();
  const { entries, errors, decisions } =
    kind === 'members'
      ? await validateMemberRows(rows, directory, options, known.today, known.findMembers)
      : validateAttendanceRows(rows, directory, known.conference);
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
function headerErrors(
  { columns, headerRow, errors }: CsvTable,
  chosen: readonly string[],
): RowError[] | undefined {
  if (columns.length === 0) return errors.length > 0 ? [] : [wholeRow(1, 'The file is empty.')];
  if (columns.length > MAX_COLUMNS) {
    const message = `The file has ${formatCount(columns.length)} columns. An import can have at most ${MAX_COLUMNS}.`;
    return [wholeRow(headerRow, message)];
  }
  if (isTooLong({ cells: columns })) return [wholeRow(headerRow, `The header ${TOO_LONG}`)];
  const headings = columns.map((heading) => heading.trim());
  const unknown = chosen.find((heading) => !headings.includes(heading));
  if (unknown === undefined) return undefined;
  const message = `The file has no column "${unknown}". Columns: ${headings.join(', ')}.`;
  return [wholeRow(headerRow, message)];
}

function fileErrors(text: string, { rows, errors }: CsvTable): RowError[] {
  if (text.includes('\ufffd')) return [wholeRow(1, 'The file isn\'t in UTF-8. Save it as "CSV UTF-8".')];
  if (rows.length === 0 && errors.length === 0)
    return [wholeRow(1, 'The file has no rows below the header.')];
  const message = `The file has ${formatCount(rows.length)} rows. Split it into files of at most ${formatCount(MAX_ROWS)} rows.`;
  return rows.length > MAX_ROWS ? [wholeRow(1, message)] : [];
}

const NO_HEADINGS =
  'No column was recognised. One row must have the headings, such as Email: add it, or choose what each column is.';
const NO_END =
  'Membership type also needs a column Membership end, such as Valid until in our own export. Add it, or set this column to Ignored.';
const NO_TYPE =
  'Membership end also needs a column Membership type. Our own export has it if you tick it there. Add it, or set this column to Ignored.';
const NO_CONFERENCE =
  'This column is missing. Fill in the conference above if the whole file is about one, or choose a column.';

function columnErrors(
  kind: ImportKind,
  { columns, headerRow }: CsvTable,
  names: readonly string[],
  { existing }: ImportOptions,
  isOfOneConference: boolean,
): RowError[] {
  const inHeader = (column: string, message: string, value = '') => ({
    row: headerRow,
    column,
    message,
    value,
  });
  const required = importColumns[kind]
    // Rows of members who exist may leave out their names.
    .filter(({ name, isRequired }) => isRequired && (existing === 'skip' || !/Name$/.test(name)))
    .map(({ name }) => name)
    .filter((name) => name !== 'conference' || !isOfOneConference);
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
    .map((name) => inHeader(name, name === 'conference' ? NO_CONFERENCE : 'This column is missing.'));
  // Each row would be wrong.
  const type = columns[names.indexOf('membershipType')];
  const end = columns[names.indexOf('membershipEnd')];
  if (type !== undefined && end === undefined) missing.push(inHeader('membershipType', NO_END, type));
  if (type === undefined && end !== undefined) missing.push(inHeader('membershipEnd', NO_TYPE, end));
  return [...twice, ...missing];
}

const NO_ANSWER = 'Use Yes or No, or choose "Ignored" for this column if everyone in the file attended.';
const ATTENDED = /^(?:yes|y|true|1|x|✓|attended|present|checked in)$/i;
const NOT_ATTENDED =
  /^(?:|no|n|false|0|absent|no[- ]show|not attended|cancell?ed|withdrawn|rejected|denied)$/i;

/** People who are not members are left out. */
function validateAttendanceRows(
  rawRows: readonly RawRow[],
  directory: readonly DirectoryEntry[],
  conference: Attendance | undefined,
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
      const { name = '', firstName = '', lastName = '' } = cells;
      const details = name || personName({ firstName, lastName });
      result.decisions.push({ row, outcome: 'left-out', who, details });
      continue;
    }
    const { attended } = cells;
    if (attended !== undefined && NOT_ATTENDED.test(attended)) {
      result.decisions.push({ row, outcome: 'unchanged', who, details: 'Did not attend.' });
      continue;
    }
    if (attended !== undefined && !ATTENDED.test(attended)) {
      result.errors.push({ row, column: 'attended', message: NO_ANSWER, value: attended });
      continue;
    }
    const attendanceCells = withConference(cells, conference);
    const parsed = parseAttendanceRow(attendanceCells);
    if ('errors' in parsed) {
      result.errors.push(...cellErrors({ ...rawRow, cells: attendanceCells }, parsed));
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
    result.entries.push({ uid: member.uid, rows: [attendanceCells] });
  }
  return result;
}

/** A row that names no conference is about the one of the file. */
function withConference(cells: Cells, conference: Attendance | undefined): Cells {
  if (!conference || cells['conference']) return cells;
  const { name, link, venue, date } = conference;
  return {
    ...cells,
    conference: name,
    link: cells['link'] || link,
    venue: cells['venue'] || venue,
    date: cells['date'] || date,
  };
}
