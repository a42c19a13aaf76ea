import * as z from 'zod/mini';
import { type ImportKind, MEMBER_CATEGORIES, MEMBERSHIP_TYPES, type MemberCategory } from '#shared/choices';
import { EmailAddress, Homepage, ImportedUsername, Line, OptionalLine, PersonName } from '#shared/fields';
import { EDUCATIONS, GENDERS, TITLES } from '#shared/person-choices';
import type { Attendance } from '../conferences/conference.ts';
import type { PersonalData } from '../members/member.ts';
import { isValidPeriod, type Term } from '../memberships/term.ts';

/** Cells by our own column names. */
export type Cells = Readonly<Record<string, string>>;

export interface MemberRow extends PersonalData {
  email: string;
  /** Empty to derive it from the email address. */
  username: string;
  category: MemberCategory;
  term?: Pick<Term, 'type' | 'startDate' | 'endDate'> | undefined;
}

export interface AttendanceRow extends Attendance {
  /** Username, email address or membership ID. */
  member: string;
}

/** The value of a row, or what is wrong with its cells. */
export type ParseResult<Row> = { value: Row } | { errors: { column: string; message: string }[] };

/** One of the choices in any capitalisation, or empty. */
const choice = <const T extends readonly string[]>(choices: T, empty: T[number] | '') =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => {
        const wanted = text.trim().toLowerCase().replaceAll(' ', '-');
        return wanted === '' ? empty : (choices.find((each) => each.toLowerCase() === wanted) ?? text);
      }),
    ),
    z.union([z.enum(choices), z.literal('')], `Use one of: ${choices.join(', ')}.`),
  );

const Category = z.pipe(choice(MEMBER_CATEGORIES, 'ordinary'), z.enum(MEMBER_CATEGORIES));
const OptionalDay = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim()),
  ),
  z
    .string()
    .check(
      z.refine((text) => text === '' || z.iso.date().safeParse(text).success, 'Enter a date as YYYY-MM-DD.'),
    ),
);

/** Columns of a member file, whose names may be written freely (`First name`, `first_name`). */
const MemberCells = z.object({
  email: EmailAddress,
  firstName: PersonName(100),
  lastName: PersonName(100),
  username: z.union([z.literal(''), ImportedUsername]),
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
  membershipType: choice(MEMBERSHIP_TYPES, ''),
  membershipStart: OptionalDay,
  membershipEnd: OptionalDay,
});

/** Columns of a list of attendance; `member` is a username, an email address or a membership ID. */
const AttendanceCells = z.object({
  member: Line(254),
  conference: Line(200),
  link: Homepage,
  venue: OptionalLine(200),
  date: OptionalLine(100),
});

const shapes = { members: MemberCells.shape, attendance: AttendanceCells.shape };
const requiredColumns = new Set(['email', 'firstName', 'lastName', 'member', 'conference']);
const simplify = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export const columnsOf = (kind: ImportKind): { name: string; isRequired: boolean }[] =>
  Object.keys(shapes[kind]).map((name) => ({ name, isRequired: requiredColumns.has(name) }));

/** Our own column for a column name of a file, however it is written. */
export const findColumn = (kind: ImportKind, name: string): string | undefined =>
  Object.keys(shapes[kind]).find((each) => simplify(each) === simplify(name));

const StoredRows = z.array(z.record(z.string(), z.string()));

/** Rows as they were stored after the check. */
export const parseStoredRows = (json: string): Cells[] => StoredRows.parse(JSON.parse(json));

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
  parseCells<typeof MemberCells, MemberRow>(
    MemberCells,
    cells,
    ({ membershipType: type, membershipStart, membershipEnd, ...person }) => {
      const member = { ...person, description: '' };
      const filled = [type, membershipStart, membershipEnd].filter(Boolean).length;
      if (filled === 0) return { value: member };
      if (type === '' || filled < 3) {
        const message = 'Fill in type, start date and end date, or leave all three empty.';
        return { errors: [{ column: 'membershipType', message }] };
      }
      const period = { startDate: membershipStart, endDate: membershipEnd };
      if (!isValidPeriod(period)) {
        const message = 'Enter a 1 January after the start date.';
        return { errors: [{ column: 'membershipEnd', message }] };
      }
      return { value: { ...member, term: { type, ...period } } };
    },
  );

export const parseAttendanceRow = (cells: Cells): ParseResult<AttendanceRow> =>
  parseCells<typeof AttendanceCells, AttendanceRow>(
    AttendanceCells,
    cells,
    ({ conference: name, ...row }) => ({ value: { ...row, name } }),
  );
