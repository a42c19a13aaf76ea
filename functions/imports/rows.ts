import * as z from 'zod/mini';
import {
  MEMBER_CATEGORIES,
  MEMBERSHIP_TYPES,
  memberCategoryNames,
  membershipTypeNames,
} from '#shared/choices';
import type { CsvTable } from '#shared/csv';
import {
  Country,
  EmailAddress,
  Homepage,
  ImportedUsername,
  Line,
  OptionalBirthday,
  OptionalDay,
  OptionalLine,
  PersonName,
  Salt,
  Uid,
} from '#shared/fields';
import { firstOfJanuary, yearOf } from '#shared/hong-kong';
import type { ColumnName } from '#shared/import-columns';
import { EDUCATIONS, GENDERS, TITLES } from '#shared/person-choices';
import { foldText } from '#shared/text';
import { findDateErrors } from '../account/profile.ts';
import type { Attendance } from '../conferences/conference.ts';
import { NO_MEMBER } from '../members/member.ts';
import { isValidPeriod, type TermInput } from '../memberships/term.ts';
import type { RowError } from './columns.ts';
import { recognizeCountry } from './country-names.ts';

// What the cells of each column of `#shared/import-columns` may hold, and what they become. A column without a rule is a
// type error.

/** A cell as it is understood, before it is checked. */
const changed = (change: (text: string) => string) => z.pipe(z.string(), z.transform(change));

/** A choice without case, accents, stops and blanks: "PH.D." is "phd". */
const spellingOf = (text: string): string =>
  foldText(text)
    .replace(/ member$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * One of the choices however it is spelled, or empty; "Student Member" is "student". Errors list `names` and every way out.
 * @param synonyms other words for a choice, as `spellingOf` gives them
 */
function choice<const T extends readonly string[]>(
  choices: T,
  empty: T[number] | '',
  {
    names = choices,
    synonyms = {},
  }: { names?: readonly string[]; synonyms?: Readonly<Record<string, readonly string[]>> } = {},
) {
  const bySpelling = new Map<string, string>(choices.map((each) => [spellingOf(each), each]));
  for (const [each, spellings] of Object.entries(synonyms))
    for (const spelling of spellings) bySpelling.set(spelling, each);
  return z.pipe(
    changed((text) => (text.trim() === '' ? empty : (bySpelling.get(spellingOf(text)) ?? text))),
    z.union(
      [z.enum(choices), z.literal('')],
      `Use ${listOf(names)}, or leave the cell empty. To import the file without this column, choose "Ignored" for it.`,
    ),
  );
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);

type Synonyms<T extends readonly string[]> = Partial<Record<T[number], readonly string[]>>;

const titleSynonyms = {
  'Dr.': ['doctor'],
  'Prof.': ['professor', 'profdr'],
  'Mr.': ['mister'],
} satisfies Synonyms<typeof TITLES>;

const educationSynonyms = {
  PhD: ['doctorate', 'doctor', 'doctoraldegree', 'dphil'],
  Master: ['masters', 'mastersdegree', 'masterdegree', 'msc', 'ma', 'meng'],
  Bachelor: ['bachelors', 'bachelorsdegree', 'bachelordegree', 'bsc', 'ba', 'beng'],
  Others: ['other'],
} satisfies Synonyms<typeof EDUCATIONS>;

const genderSynonyms = {
  Male: ['m', 'man'],
  Female: ['f', 'w', 'woman'],
  prefer_not_to_say: ['prefernottoanswer'],
} satisfies Synonyms<typeof GENDERS>;

const Category = z.pipe(
  choice(MEMBER_CATEGORIES, 'ordinary', { names: Object.values(memberCategoryNames) }),
  z.enum(MEMBER_CATEGORIES),
);

const OptionalCountry = z.pipe(
  changed((text) => recognizeCountry(text) ?? text.trim()),
  z.union([Country, z.literal('')], 'Use a name from the country list of the registration form.'),
);

/** Also as spreadsheets write a date in East Asia: 2026/1/1. */
const DayText = changed((text) =>
  text
    .trim()
    .replace(
      /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/,
      (_, year, month, day) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    ),
);

const UID = 'Enter a membership ID (8 digits). A spreadsheet may have removed a zero at its beginning.';

const SHORTENED =
  'A spreadsheet has shortened this number. Format its column as text, and enter the number again.';

/** As browsers send it. */
const OldHash = z.pipe(
  changed((text) => text.trim().toLowerCase()),
  z.string().check(z.regex(/^([0-9a-f]{64})?$/, 'Enter the SHA-256 hash as 64 hexadecimal digits.')),
);

/** The membership of a row in a member file. */
const TermCells = z.object({
  membershipType: choice(MEMBERSHIP_TYPES, '', {
    names: Object.values(membershipTypeNames).map((name) => name.replace(/ Member$/, '')),
  }),
  membershipStart: z.pipe(DayText, OptionalDay),
  membershipEnd: z.pipe(DayText, OptionalDay),
} satisfies Partial<Record<ColumnName<'members'>, z.ZodMiniType>>);

/** The person of a row in a member file. */
const MemberCells = z.object({
  email: EmailAddress,
  firstName: PersonName(100),
  lastName: PersonName(100),
  /** Empty to derive it from the email address. */
  username: ImportedUsername,
  /** Empty for a new one. */
  uid: z
    .string()
    .check(z.refine((text) => text === '' || (Uid.safeParse(text).success && text !== NO_MEMBER), UID)),
  gender: z.pipe(
    changed((text) => text || 'prefer_not_to_say'),
    choice(GENDERS, '', { names: ['Male', 'Female'], synonyms: genderSynonyms }),
  ),
  affiliation: OptionalLine(200),
  country: OptionalCountry,
  title: choice(TITLES, '', { synonyms: titleSynonyms }),
  education: choice(EDUCATIONS, '', { synonyms: educationSynonyms }),
  yearOfDegree: z.pipe(
    z.string().check(z.regex(/^\s*(\d{4})?\s*$/, 'Enter a year with 4 digits.')),
    z.transform((text: string) => Number(text)),
  ),
  address: OptionalLine(300),
  phone: OptionalLine(40).check(z.refine((text) => !/^\d(\.\d+)?E\+\d+$/i.test(text), SHORTENED)),
  dateOfBirth: z.pipe(DayText, OptionalBirthday),
  homepage: Homepage,
  category: Category,
  /** What the browser would send for the password on the old site; both are empty for a member without one. */
  salt: z.union([z.literal(''), Salt]),
  passwordHash: OldHash,
} satisfies Record<Exclude<ColumnName<'members'>, keyof typeof TermCells.shape>, z.ZodMiniType>);

/** The conference of a row in a list of attendance; who attended is found among the members. */
const AttendanceCells = z.object({
  conference: Line(200),
  link: Homepage,
  venue: OptionalLine(200),
  date: OptionalLine(100),
} satisfies Partial<Record<ColumnName<'attendance'>, z.ZodMiniType>>);

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

/** Validated by the rules of the registration form, except `futureDateErrors`. A member who exists has a name already. */
export function parseMemberRow(cells: Cells, isKnown = false): ParseResult<MemberRow> {
  const { firstName, lastName } = cells;
  const names = isKnown && { firstName: firstName || '?', lastName: lastName || '?' };
  const person = parseCells(MemberCells, { ...cells, ...names });
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
