import { Option } from 'commander';
import { MemberEdit } from '#contract/admin-members';
import { EDUCATIONS, GENDERS, TITLES } from '#shared/person-choices';
import { StartupError } from '../local/disk/errors.ts';

/** The fields of a profile, as the commands that add and edit members name them. */
export interface ProfileOptions {
  email?: string;
  firstName?: string;
  lastName?: string;
  title?: string;
  gender?: string;
  affiliation?: string;
  education?: string;
  yearOfDegree?: number;
  country?: string;
  address?: string;
  phone?: string;
  dateOfBirth?: string;
  homepage?: string;
  description?: string;
}

const fields = MemberEdit.shape;
const oneOf = (choices: readonly string[]) => `one of: ${choices.join(', ')}`;

interface ProfileOption {
  field: keyof typeof fields;
  placeholder: string;
  description: string;
  /** What `--name` must be, where the field's own sentence does not say it. */
  sentence?: string;
  parse?: (text: string) => unknown;
}

const profileOption = (name: string, { field, placeholder, description, sentence, parse }: ProfileOption) =>
  new Option(`--${name} <${placeholder}>`, description).argParser((text: string) => {
    const parsed = fields[field].safeParse(parse ? parse(text) : text);
    if (parsed.success) return parsed.data;
    throw new StartupError(
      sentence === undefined
        ? `--${name}: ${parsed.error.issues.map(({ message }) => message).join(' ')}`
        : `--${name} must be ${sentence}.`,
    );
  });

export const emailOption = (): Option =>
  profileOption('email', { field: 'email', placeholder: 'ADDRESS', description: 'the new email address' });

export const nameOptions = (): Option[] => [
  profileOption('first-name', { field: 'firstName', placeholder: 'TEXT', description: 'given name' }),
  profileOption('last-name', { field: 'lastName', placeholder: 'TEXT', description: 'family name' }),
];

/** An empty text (`--phone ""`) empties a field. */
export const personalOptions = (): Option[] => [
  profileOption('affiliation', {
    field: 'affiliation',
    placeholder: 'TEXT',
    description: 'university, institute or company',
  }),
  profileOption('country', {
    field: 'country',
    placeholder: 'NAME',
    description: 'country or region, as the website lists it',
    sentence: 'a country or region of the list, for example Japan',
  }),
  profileOption('title', {
    field: 'title',
    placeholder: 'TITLE',
    description: oneOf(TITLES),
    sentence: oneOf(TITLES),
  }),
  profileOption('gender', {
    field: 'gender',
    placeholder: 'GENDER',
    description: oneOf(GENDERS),
    sentence: oneOf(GENDERS),
  }),
  profileOption('education', {
    field: 'education',
    placeholder: 'DEGREE',
    description: oneOf(EDUCATIONS),
    sentence: oneOf(EDUCATIONS),
  }),
  profileOption('year-of-degree', {
    field: 'yearOfDegree',
    placeholder: 'YEAR',
    description: 'year of the highest degree',
    sentence: 'a year, for example 2024',
    parse: (text) => (/^(\d{4})?$/.test(text) ? Number(text) : text),
  }),
  profileOption('address', { field: 'address', placeholder: 'TEXT', description: 'postal address' }),
  profileOption('phone', { field: 'phone', placeholder: 'TEXT', description: 'phone number' }),
  profileOption('date-of-birth', { field: 'birth', placeholder: 'DATE', description: 'YYYY-MM-DD' }),
  profileOption('homepage', { field: 'homepage', placeholder: 'URL', description: 'web address' }),
  profileOption('description', {
    field: 'description',
    placeholder: 'TEXT',
    description: 'what members write about themselves',
  }),
];
