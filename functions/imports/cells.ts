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
  }: { names?: readonly string[]; synonyms?: Readonly<Record<string, T[number]>> } = {},
) {
  const bySpelling = new Map<string, T[number]>([
    ...Object.entries(synonyms),
    ...choices.map((each) => [spellingOf(each), each] as const),
  ]);
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) =>
        text.trim() === '' ? empty : (bySpelling.get(spellingOf(text)) ?? text),
      ),
    ),
    z.union(
      [z.enum(choices), z.literal('')],
      `Use ${listOf(names)}, or leave the cell empty. To import the file without this column, choose "Ignored" for it.`,
    ),
  );
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);

const titleSynonyms = { doctor: 'Dr.', professor: 'Prof.', profdr: 'Prof.', mister: 'Mr.' } as const;

const educationSynonyms = {
  doctorate: 'PhD',
  doctor: 'PhD',
  doctoraldegree: 'PhD',
  dphil: 'PhD',
  masters: 'Master',
  mastersdegree: 'Master',
  masterdegree: 'Master',
  msc: 'Master',
  ma: 'Master',
  meng: 'Master',
  bachelors: 'Bachelor',
  bachelorsdegree: 'Bachelor',
  bachelordegree: 'Bachelor',
  bsc: 'Bachelor',
  ba: 'Bachelor',
  beng: 'Bachelor',
  other: 'Others',
} as const;

const Category = z.pipe(
  choice(MEMBER_CATEGORIES, 'ordinary', { names: Object.values(memberCategoryNames) }),
  z.enum(MEMBER_CATEGORIES),
);

const OptionalCountry = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => recognizeCountry(text) ?? text.trim()),
  ),
  z.union([Country, z.literal('')], 'Use a name from the country list of the registration form.'),
);

/** Also as spreadsheets write a date in East Asia: 2026/1/1. */
const DayText = z.pipe(
  z.string(),
  z.transform((text: string) =>
    text
      .trim()
      .replace(
        /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/,
        (_, year, month, day) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
      ),
  ),
);

const UID = 'Enter a membership ID (8 digits). A spreadsheet may have removed a zero at its beginning.';

const SHORTENED =
  'A spreadsheet has shortened this number. Format its column as text, and enter the number again.';

/** As browsers send it. */
const OldHash = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().toLowerCase()),
  ),
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
    z.pipe(
      z.string(),
      z.transform((text: string) => text || 'prefer_not_to_say'),
    ),
    choice(GENDERS, '', {
      names: ['Male', 'Female'],
      synonyms: {
        m: 'Male',
        man: 'Male',
        f: 'Female',
        w: 'Female',
        woman: 'Female',
        prefernottoanswer: 'prefer_not_to_say',
      },
    }),
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
