import * as z from 'zod/mini';
import { MEMBER_CATEGORIES, MEMBERSHIP_TYPES } from '#shared/choices';
import { EmailAddress, Homepage, Line, NewUsername, OptionalLine, PersonName } from '#shared/fields';
import { EDUCATIONS, GENDERS, TITLES } from '#shared/person-choices';

/** One of the choices however it is capitalised, or empty. */
const chosen = <const T extends readonly string[]>(choices: T, empty: T[number] | '') =>
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

const Category = z.pipe(chosen(MEMBER_CATEGORIES, 'ordinary'), z.enum(MEMBER_CATEGORIES));
const date = z.pipe(
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

/** A line of a file of members; columns are these names, written as people like (`First name`, `first_name`). */
export const MemberRow = z.object({
  email: EmailAddress,
  firstName: PersonName(100),
  lastName: PersonName(100),
  username: z.union([z.literal(''), NewUsername]),
  gender: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text || 'prefer_not_to_say'),
    ),
    chosen(GENDERS, ''),
  ),
  affiliation: OptionalLine(200),
  country: OptionalLine(100),
  title: chosen(TITLES, ''),
  education: chosen(EDUCATIONS, ''),
  yearOfDegree: z.pipe(
    z.string().check(z.regex(/^\s*(\d{4})?\s*$/, 'Enter a year with 4 digits.')),
    z.transform((text: string) => Number(text)),
  ),
  address: OptionalLine(300),
  phone: OptionalLine(40),
  dateOfBirth: date,
  homepage: Homepage,
  category: Category,
  membershipType: chosen(MEMBERSHIP_TYPES, ''),
  membershipStart: date,
  membershipEnd: date,
});

/** A line of a list of attendance; `member` is a username, an address or a membership ID. */
export const AttendanceRow = z.object({
  member: Line(254),
  conference: Line(200),
  link: Homepage,
  venue: OptionalLine(200),
  date: OptionalLine(100),
});
