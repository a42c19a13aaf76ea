import type * as z from 'zod/mini';
import type { CsvTable } from '#shared/csv';
import { firstOfJanuary, yearOf } from '#shared/hong-kong';
import { findDateErrors } from '../account/profile.ts';
import type { Attendance } from '../conferences/conference.ts';
import { isValidPeriod, type TermInput } from '../memberships/term.ts';
import { AttendanceCells, MemberCells, TermCells } from './cells.ts';
import type { RowError } from './import.ts';

/** Cells by our own column names. */
export type Cells = Readonly<Record<string, string>>;

export interface MemberRow extends z.output<typeof MemberCells> {
  description: string;
  term?: TermInput | undefined;
}

/** The value of a row, or what is wrong with its cells. */
export type ParseResult<Row> = { value: Row } | { errors: { column: string; message: string }[] };

/** A row of a file, before its cells are parsed. */
export interface RawRow {
  row: number;
  /** The first cell with text of each column. */
  cells: Cells;
  /** Every cell that may name a member. */
  memberCells: string[];
  hasExtraCells: boolean;
}

/** @param names our own, column by column; empty for columns that are ignored */
export function rawRows({ columns, rows }: CsvTable, names: readonly string[]): RawRow[] {
  return rows.map(({ row, cells }) => {
    const texts = cells.map((cell) => cell.replace(/\s*[\r\n]+\s*/g, ' ').trim());
    const named: Record<string, string> = {};
    names.forEach((name, index) => {
      if (name !== '') named[name] ||= texts[index] ?? '';
    });
    return {
      row,
      cells: named,
      memberCells: texts.filter((text, index) => names[index] === 'member' && text !== ''),
      hasExtraCells: texts.slice(columns.length).some((text) => text !== ''),
    };
  });
}

/** Columns whose values are not repeated in a report. */
export const SECRET = new Set(['salt', 'passwordHash']);

/** The errors of a row's cells, with their values. */
export function cellErrors({ row, cells }: RawRow, result: ParseResult<unknown>): RowError[] {
  return errorsOf(result).map(({ column, message }) => ({
    row,
    column,
    message,
    value: SECRET.has(column) ? '' : (cells[column] ?? ''),
  }));
}

/** Missing columns and empty cells become empty texts. */
function parseCells<Schema extends z.ZodMiniObject>(
  schema: Schema,
  cells: Cells,
): ParseResult<z.output<Schema>> {
  const empty = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, '']));
  const result = schema.safeParse({ ...empty, ...cells });
  if (result.success) return { value: result.data };
  return {
    errors: result.error.issues.map(({ path, message }) => ({ column: String(path[0] ?? ''), message })),
  };
}

/** Validated by the rules of the registration form, except `futureDateErrors`. */
export function parseMemberRow(cells: Cells): ParseResult<MemberRow> {
  const person = parseCells(MemberCells, cells);
  const term = parseTerm(cells);
  const errors = [...errorsOf(person), ...oldPasswordErrors(cells), ...errorsOf(term)];
  if (errors.length > 0 || 'errors' in person || 'errors' in term) return { errors };
  return { value: { ...person.value, description: '', term: term.value } };
}

const errorsOf = (result: ParseResult<unknown>) => ('errors' in result ? result.errors : []);

function oldPasswordErrors({ salt = '', passwordHash = '' }: Cells) {
  if ((salt === '') === (passwordHash === '')) return [];
  const message = 'Fill in salt and hash, or leave both empty.';
  return [{ column: salt === '' ? 'salt' : 'passwordHash', message }];
}

/** The errors of a member's dates that depend on today. */
export function futureDateErrors(rawRow: RawRow, today: string): RowError[] {
  const { dateOfBirth = '', yearOfDegree = '' } = rawRow.cells;
  const birth = MemberCells.shape.dateOfBirth.safeParse(dateOfBirth);
  const degree = MemberCells.shape.yearOfDegree.safeParse(yearOfDegree);
  const found = findDateErrors({ dateOfBirth: birth.data ?? '', yearOfDegree: degree.data ?? 0 }, today);
  return cellErrors(rawRow, {
    errors: found.map(({ field, sentence }) => ({ column: field, message: sentence })),
  });
}

/** A member who exists has a name already. */
export const parseKnownMemberRow = ({ firstName, lastName, ...cells }: Cells): ParseResult<MemberRow> =>
  parseMemberRow({ ...cells, firstName: firstName || '?', lastName: lastName || '?' });

/** The term of a row; undefined without one. */
export function parseTerm(cells: Cells): ParseResult<TermInput | undefined> {
  const parsed = parseCells(TermCells, cells);
  const errors = [...errorsOf(parsed), ...periodErrors(cells)];
  if ('errors' in parsed) return { errors };
  const { membershipType: type, membershipStart, membershipEnd: endDate } = parsed.value;
  if (!type && !membershipStart && !endDate) return { value: undefined };
  if (type === '' || endDate === '')
    errors.push({ column: 'membershipType', message: 'Fill in type and end date, or leave both empty.' });
  if (type === '' || errors.length > 0) return { errors };
  // Our own export has the end alone. A term is a calendar year.
  return { value: { type, startDate: membershipStart || firstOfJanuary(yearOf(endDate) - 1), endDate } };
}

/** Also beside other errors of the term. */
function periodErrors({ membershipStart = '', membershipEnd = '' }: Cells) {
  const startDate = TermCells.shape.membershipStart.safeParse(membershipStart).data ?? '';
  const endDate = TermCells.shape.membershipEnd.safeParse(membershipEnd).data ?? '';
  if (endDate === '' || isValidPeriod({ startDate, endDate })) return [];
  const example = firstOfJanuary(Math.max(yearOf(startDate), yearOf(endDate)) + 1);
  return [
    { column: 'membershipEnd', message: `Enter a 1 January after the start date, such as ${example}.` },
  ];
}

export function parseAttendanceRow(cells: Cells): ParseResult<Attendance> {
  const parsed = parseCells(AttendanceCells, cells);
  if ('errors' in parsed) return parsed;
  const { conference: name, ...rest } = parsed.value;
  return { value: { ...rest, name } };
}
