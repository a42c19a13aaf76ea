import * as z from 'zod/mini';
import { MEMBER_CATEGORIES, MEMBERSHIP_TYPES, type MemberCategory } from '#shared/choices';
import type { CsvTable } from '#shared/csv';
import {
  EmailAddress,
  Homepage,
  ImportedUsername,
  Line,
  OptionalLine,
  PersonName,
  Salt,
  Uid,
} from '#shared/fields';
import { EDUCATIONS, GENDERS, TITLES } from '#shared/person-choices';
import type { Attendance } from '../conferences/conference.ts';
import { NO_MEMBER, type PersonalData } from '../members/member.ts';
import { isValidPeriod, type TermInput } from '../memberships/term.ts';
import type { RowDecision, RowError } from './import.ts';

/** Cells by our own column names. */
export type Cells = Readonly<Record<string, string>>;

export interface MemberRow extends PersonalData {
  email: string;
  /** Empty to derive it from the email address. */
  username: string;
  /** Empty for a new one. */
  uid: string;
  category: MemberCategory;
  /** What the browser would send for the password on the old site; both are empty for a member without one. */
  salt: string;
  passwordHash: string;
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

export interface ValidationResult {
  entries: CheckedEntry[];
  errors: RowError[];
  decisions: RowDecision[];
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
  if (!('errors' in result)) return [];
  return result.errors.map(({ column, message }) => ({
    row,
    column,
    message,
    value: SECRET.has(column) ? '' : (cells[column] ?? ''),
  }));
}

/** One of the choices in any capitalisation, or empty; "Student Member" is "student". */
const choice = <const T extends readonly string[]>(choices: T, empty: T[number] | '') =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => {
        const wanted = text
          .trim()
          .toLowerCase()
          .replace(/ member$/, '')
          .replaceAll(' ', '-');
        return wanted === '' ? empty : (choices.find((each) => each.toLowerCase() === wanted) ?? text);
      }),
    ),
    z.union([z.enum(choices), z.literal('')], `Use one of: ${choices.join(', ')}.`),
  );

const Category = z.pipe(choice(MEMBER_CATEGORIES, 'ordinary'), z.enum(MEMBER_CATEGORIES));

/** Also as spreadsheets write a date in East Asia: 2026/1/1. */
const OptionalDay = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text
        .trim()
        .replace(
          /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/,
          (_, year, month, day) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
        ),
    ),
  ),
  z
    .string()
    .check(
      z.refine((text) => text === '' || z.iso.date().safeParse(text).success, 'Enter a date as YYYY-MM-DD.'),
    ),
);

const UID = 'Enter a membership ID (8 digits). A spreadsheet may have removed a zero at its beginning.';

/** As browsers send it. */
const OldHash = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().toLowerCase()),
  ),
  z.string().check(z.regex(/^([0-9a-f]{64})?$/, 'Enter the SHA-256 hash as 64 hexadecimal digits.')),
);

const TermCells = z.object({
  membershipType: choice(MEMBERSHIP_TYPES, ''),
  membershipStart: OptionalDay,
  membershipEnd: OptionalDay,
});

/** Columns of a member file. */
const MemberCells = z.object({
  email: EmailAddress,
  firstName: PersonName(100),
  lastName: PersonName(100),
  username: z.union([z.literal(''), ImportedUsername]),
  uid: z.union([z.literal(''), Uid.check(z.refine((uid) => uid !== NO_MEMBER, UID))], UID),
  gender: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text || 'prefer_not_to_say'),
    ),
    choice(GENDERS, ''),
  ),
  affiliation: OptionalLine(200),
  country: OptionalLine(100),
  title: choice(TITLES, ''),
  education: choice(EDUCATIONS, ''),
  yearOfDegree: z.pipe(
    z.string().check(z.regex(/^\s*(\d{4})?\s*$/, 'Enter a year with 4 digits.')),
    z.transform((text: string) => Number(text)),
  ),
  address: OptionalLine(300),
  phone: OptionalLine(40),
  dateOfBirth: OptionalDay,
  homepage: Homepage,
  category: Category,
  salt: z.union([z.literal(''), Salt], 'Enter a salt of 8 to 128 letters and digits.'),
  passwordHash: OldHash,
});

const AttendanceCells = z.object({
  conference: Line(200),
  link: Homepage,
  venue: OptionalLine(200),
  date: OptionalLine(100),
});

/**
 * An entry of an import after the check: a new member (`uid` is empty), changes of a member, or an attendance. A member
 * may have several rows, each with a term; the first one has the personal data.
 */
const CheckedEntry = z.object({ uid: z.string(), rows: z.array(z.record(z.string(), z.string())) });
export type CheckedEntry = z.output<typeof CheckedEntry>;

/** The entries as they were stored after the check. */
export const parseStoredEntries = (json: string): CheckedEntry[] =>
  z.array(CheckedEntry).parse(JSON.parse(json));

/** Missing columns and empty cells become empty texts. */
function parseCells<Schema extends z.ZodMiniObject, Row>(
  schema: Schema,
  cells: Cells,
  toRow: (value: z.output<Schema>) => ParseResult<Row>,
): ParseResult<Row> {
  const empty = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, '']));
  const result = schema.safeParse({ ...empty, ...cells });
  if (result.success) return toRow(result.data);
  return {
    errors: result.error.issues.map(({ path, message }) => ({ column: String(path[0] ?? ''), message })),
  };
}

/** Validated by the rules of the registration form. */
export const parseMemberRow = (cells: Cells): ParseResult<MemberRow> =>
  parseCells<typeof MemberCells, MemberRow>(MemberCells, cells, (person) => {
    if ((person.salt === '') !== (person.passwordHash === '')) {
      const message = 'Fill in salt and hash, or leave both empty.';
      return { errors: [{ column: person.salt === '' ? 'salt' : 'passwordHash', message }] };
    }
    const term = parseTerm(cells);
    return 'errors' in term ? term : { value: { ...person, description: '', term: term.value } };
  });

/** A member who exists has a name already. */
export const parseKnownMemberRow = ({ firstName, lastName, ...cells }: Cells): ParseResult<MemberRow> =>
  parseMemberRow({ ...cells, firstName: firstName || '?', lastName: lastName || '?' });

/** The term of a row; undefined without one. */
export const parseTerm = (cells: Cells): ParseResult<TermInput | undefined> =>
  parseCells<typeof TermCells, TermInput | undefined>(
    TermCells,
    cells,
    ({ membershipType: type, membershipStart: startDate, membershipEnd: endDate }) => {
      const filled = [type, startDate, endDate].filter(Boolean).length;
      if (filled === 0) return { value: undefined };
      if (type === '' || filled < 3) {
        const message = 'Fill in type, start date and end date, or leave all three empty.';
        return { errors: [{ column: 'membershipType', message }] };
      }
      if (isValidPeriod({ startDate, endDate })) return { value: { type, startDate, endDate } };
      return { errors: [{ column: 'membershipEnd', message: 'Enter a 1 January after the start date.' }] };
    },
  );

export const parseAttendanceRow = (cells: Cells): ParseResult<Attendance> =>
  parseCells<typeof AttendanceCells, Attendance>(AttendanceCells, cells, ({ conference: name, ...row }) => ({
    value: { ...row, name },
  }));
