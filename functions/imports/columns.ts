import { closestMatch } from 'leven';
import type { ImportReport } from '#contract/imports';
import type { ExistingMemberRule, ImportKind } from '#shared/choices';
import type { CsvTable } from '#shared/csv';
import { EXPORT_COLUMNS } from '#shared/export-columns';
import { columnTitle, type ImportColumn, importColumns } from '#shared/import-columns';

export interface RowError {
  /** As spreadsheets count rows: the header is row 1. */
  row: number;
  /** Our own name of the column, or the file's if it has no other; empty for the whole row. */
  column: string;
  message: string;
  /** The wrong cell; empty for the whole row, and for what nobody else may read. */
  value: string;
}

export const wholeRow = (row: number, message: string): RowError => ({ row, column: '', message, value: '' });

type FileColumn = ImportReport['columns'][number];

/** Names that were chosen by hand, by heading; empty for a column to ignore. */
type ChosenColumns = Readonly<Record<string, string>>;

/** Without spaces, punctuation and capitals: `E-Mail` is `email`. */
const simplify = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const namesByHeading = (columns: readonly ImportColumn[]): ReadonlyMap<string, string> =>
  new Map(
    columns.flatMap(({ name, title, headings }) =>
      [name, title, ...headings].map((heading) => [simplify(heading), name] as const),
    ),
  );
const namesOf: Readonly<Record<ImportKind, ReadonlyMap<string, string>>> = {
  members: namesByHeading(importColumns.members),
  attendance: namesByHeading(importColumns.attendance),
};

/** Far above the number of our columns, so that one too many is named; names are compared pair by pair. */
const MAX_COLUMNS = 100;
/** A longer text is no heading. */
const MAX_HEADING = 200;
const MAX_SUGGESTED = 40;

/** The words of a question around its subject: "Which event did you attend?" asks for the event. */
const QUESTION_WORDS =
  /\b(?:what|which|who|is|are|was|were|the|a|an|your|you|my|our|please|enter|provide|fill|in|give|did|do|does|have|attend|attended|attending|of)\b/giu;

/** Our own name of a column by its heading, however it is written; undefined if there is none. */
function findColumn(kind: ImportKind, heading: string): string | undefined {
  if (heading.length > MAX_HEADING) return undefined;
  const withoutRemark = heading.replace(/[([（][^)\]）]*[)\]）]/gu, ' ');
  const forms = [heading, withoutRemark, withoutRemark.replace(QUESTION_WORDS, ' ')];
  return forms.map((form) => namesOf[kind].get(simplify(form))).find((name) => name !== undefined);
}

const headingsOf = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim());

/** Our own names of the columns of a header, empty for those that are not imported. */
export function findColumns(kind: ImportKind, columns: readonly string[], chosen: ChosenColumns): string[] {
  const headings = headingsOf(columns);
  const names = headings.map((heading) => {
    const name = Object.hasOwn(chosen, heading) ? chosen[heading] : findColumn(kind, heading);
    return name && importColumns[kind].some((column) => column.name === name) ? name : '';
  });
  // ConfTool calls the family name "Name", beside "First name".
  const name = headings.findIndex((heading) => simplify(heading) === 'name');
  if (kind !== 'members' || name < 0 || Object.hasOwn(chosen, headings[name] ?? '')) return names;
  return names.includes('firstName') && !names.includes('lastName') ? names.with(name, 'lastName') : names;
}

/** What becomes of columns of our own exports that an import has no use for. */
const EXPORTED_ONLY: ReadonlyMap<string, string> = new Map(
  [
    [EXPORT_COLUMNS.status, 'It follows from the membership type and its dates.'],
    [EXPORT_COLUMNS.state, 'New members can log in. Disable an account after the import.'],
    [EXPORT_COLUMNS.emailVerified, 'Whether new addresses count as verified is chosen for the whole import.'],
    [EXPORT_COLUMNS.registeredAt, 'New members are registered on the day of the import.'],
    ...['Name', 'Full name'].map((heading) => [heading, 'Split it into First name and Last name.'] as const),
  ].map(([heading, hint]) => [simplify(heading), hint]),
);

/**
 * The columns of a header with the hints for those that are not imported. None of a header that is too large: a reply that
 * lists them could be larger than Lambda can send.
 */
export function describeColumns(
  kind: ImportKind,
  { columns }: CsvTable,
  names: readonly string[],
): FileColumn[] {
  if (columns.length > MAX_COLUMNS || isRowTooLong({ cells: columns })) return [];
  return headingsOf(columns).map((heading, index) => {
    const name = names[index] ?? '';
    if (name !== '') return { heading, name, hint: '', suggested: '' };
    const simple = simplify(heading.slice(0, MAX_HEADING));
    const known = kind === 'members' && EXPORTED_ONLY.get(simple);
    if (known) return { heading, name, hint: known, suggested: '' };
    const suggested = suggestColumn(kind, simple, names);
    const hint = suggested === '' ? '' : `Did you mean ${columnTitle(kind, suggested)}?`;
    return { heading, name, hint, suggested };
  });
}

/** The unused column whose heading is closest to this simplified one; empty if none is close. */
function suggestColumn(kind: ImportKind, simple: string, used: readonly string[]): string {
  const maxDistance = Math.min(2, Math.floor(simple.length / 4));
  if (maxDistance === 0 || simple.length > MAX_SUGGESTED) return '';
  const closest = closestMatch(simple, [...namesOf[kind].keys()], { maxDistance });
  const name = closest && namesOf[kind].get(closest);
  return name && !used.includes(name) ? name : '';
}

/** Rows in which a header is looked for. Zoom's reports begin with up to a dozen about the meeting. */
const HEADER_ROWS = 30;
/** The column without which no row says who it is about. */
const WHO: Readonly<Record<ImportKind, string>> = { members: 'email', attendance: 'member' };

/**
 * A file whose header is not its first row, as in reports with a title or a table about the meeting above: the header is
 * the row that names the most of our columns, at least two with the one that says who. Other files stay as they are.
 */
export function belowPreamble(kind: ImportKind, csv: CsvTable, chosen: ChosenColumns): CsvTable {
  const namesIn = (cells: readonly string[]): ReadonlySet<string> =>
    new Set(findColumns(kind, cells, chosen).filter((name) => name !== ''));
  let best = -1;
  let most = Math.max(1, csv.columns.length > MAX_COLUMNS ? MAX_COLUMNS : namesIn(csv.columns).size);
  for (const [index, { cells }] of csv.rows.slice(0, HEADER_ROWS).entries()) {
    if (cells.length > MAX_COLUMNS) continue;
    const names = namesIn(cells);
    if (names.size <= most || !names.has(WHO[kind])) continue;
    best = index;
    most = names.size;
  }
  const header = csv.rows[best];
  if (!header) return csv;
  return {
    columns: header.cells,
    headerRow: header.row,
    rows: csv.rows.slice(best + 1),
    errors: csv.errors.filter(({ row }) => row > header.row),
  };
}

export const formatCount = (count: number): string => count.toLocaleString('en-GB');

/** All cells at their maximum length are less than half of it. */
const MAX_ROW_CHARACTERS = 10_000;

export const TOO_LONG = `has more than ${formatCount(MAX_ROW_CHARACTERS)} characters. Check its quotation marks.`;
export const isRowTooLong = ({ cells }: { cells: readonly string[] }): boolean =>
  cells.reduce((sum, cell) => sum + cell.length, 0) > MAX_ROW_CHARACTERS;

/** Undefined if the columns can be looked at. */
export function headerErrors(
  { columns, headerRow, errors }: CsvTable,
  chosen: ChosenColumns,
): RowError[] | undefined {
  if (columns.length === 0) return errors.length > 0 ? [] : [wholeRow(1, 'The file is empty.')];
  if (columns.length > MAX_COLUMNS) {
    const message = `The file has ${formatCount(columns.length)} columns. An import can have at most ${MAX_COLUMNS}.`;
    return [wholeRow(headerRow, message)];
  }
  if (isRowTooLong({ cells: columns })) return [wholeRow(headerRow, `The header ${TOO_LONG}`)];
  const headings = headingsOf(columns);
  const unknown = Object.keys(chosen).find((heading) => !headings.includes(heading));
  if (unknown === undefined) return undefined;
  const message = `The file has no column "${unknown}". Columns: ${headings.join(', ')}.`;
  return [wholeRow(headerRow, message)];
}

const NO_HEADINGS =
  'No column was recognised. One row must have the headings, such as Email: add it, or choose what each column is.';
const NO_END =
  'Membership type also needs a column Membership end, such as Valid until in our own export. Add it, or set this column to Ignored.';
const NO_TYPE =
  'Membership end also needs a column Membership type. Our own export has it if you tick it there. Add it, or set this column to Ignored.';
const NO_CONFERENCE =
  'This column is missing. Fill in the conference above if the whole file is about one, or choose a column.';

export function columnErrors(
  kind: ImportKind,
  { columns, headerRow }: CsvTable,
  names: readonly string[],
  existing: ExistingMemberRule,
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
