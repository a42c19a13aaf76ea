import * as z from 'zod/mini';
import {
  MEMBER_CATEGORIES,
  MEMBERSHIP_TYPES,
  memberCategoryNames,
  membershipTypeNames,
} from '#shared/choices';
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
import type { ColumnName } from '#shared/import-columns';
import { EDUCATIONS, GENDERS, TITLES } from '#shared/person-choices';
import { foldText } from '#shared/text';
import { NO_MEMBER } from '../members/member.ts';
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
export const TermCells = z.object({
  membershipType: choice(MEMBERSHIP_TYPES, '', {
    names: Object.values(membershipTypeNames).map((name) => name.replace(/ Member$/, '')),
  }),
  membershipStart: z.pipe(DayText, OptionalDay),
  membershipEnd: z.pipe(DayText, OptionalDay),
} satisfies Partial<Record<ColumnName<'members'>, z.ZodMiniType>>);

/** The person of a row in a member file. */
export const MemberCells = z.object({
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
export const AttendanceCells = z.object({
  conference: Line(200),
  link: Homepage,
  venue: OptionalLine(200),
  date: OptionalLine(100),
} satisfies Partial<Record<ColumnName<'attendance'>, z.ZodMiniType>>);
