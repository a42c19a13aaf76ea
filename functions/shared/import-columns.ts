import type { ImportKind } from './choices.ts';

/** A column of a file for an import. */
export interface ImportColumn {
  name: string;
  title: string;
  meaning: string;
  /** Absent for a column that most files do not have: the example file leaves it out. */
  example?: string;
  /** Other headings by which it is recognised, however they are written. */
  headings: readonly string[];
  isRequired?: true;
}

const memberColumns = [
  {
    name: 'email',
    title: 'Email',
    meaning: 'Email address. Tells who the member is: every member has a different one.',
    example: 'bunny@example.org',
    headings: [
      ...['mail', 'email address', 'mail address', 'user email', 'primary email'],
      ...['邮箱', '电子邮箱', '電子郵件', 'メールアドレス'],
    ],
    isRequired: true,
  },
  {
    name: 'firstName',
    title: 'First name',
    meaning: 'Given name.',
    example: 'Stanford',
    headings: ['given name', 'given names', 'first names', 'forename', '名'],
    isRequired: true,
  },
  {
    name: 'lastName',
    title: 'Last name',
    meaning: 'Family name.',
    example: 'Bunny',
    headings: ['surname', 'family name', '姓'],
    isRequired: true,
  },
  {
    name: 'uid',
    title: 'Membership ID',
    meaning: 'The member’s present ID, 8 digits. Without it, a new one is given.',
    example: '20260001',
    headings: ['uid', 'member id', 'membership number', 'member number', 'membership no', 'member no'],
  },
  {
    name: 'username',
    title: 'Username',
    meaning: 'Without it, the part of the email address before the @.',
    headings: ['user', 'login', 'login name', 'account name'],
  },
  {
    name: 'gender',
    title: 'Gender',
    meaning: 'Male or Female. Leave it empty otherwise.',
    headings: ['sex'],
  },
  {
    name: 'affiliation',
    title: 'Affiliation',
    meaning: 'University, institute or company.',
    example: 'Stanford University',
    headings: [
      ...['institution', 'institute', 'university', 'company', 'employer', 'organisation', 'organization'],
      ...['current employer', 'affiliations', 'organisation name', 'organization name'],
      ...['单位', '單位', '所属'],
    ],
  },
  {
    name: 'country',
    title: 'Country',
    meaning: 'Country or region: its name, its code, or its name in Chinese or Japanese.',
    example: 'United States',
    headings: [
      ...['region', 'country or region', 'country region name', 'country of residence', 'nation'],
      ...['国家', '國家', '国'],
    ],
  },
  {
    name: 'title',
    title: 'Title',
    meaning: 'Dr., Prof., Ms. or Mr.',
    example: 'Dr.',
    headings: ['salutation', 'honorific', 'prefix', 'individual prefix', 'academic title'],
  },
  {
    name: 'education',
    title: 'Education',
    meaning: 'PhD, Master, Bachelor or Others.',
    headings: ['degree', 'highest degree'],
  },
  {
    name: 'yearOfDegree',
    title: 'Year of degree',
    meaning: 'Year, 4 digits.',
    headings: ['degree year', 'graduation year', 'year of graduation'],
  },
  {
    name: 'address',
    title: 'Address',
    meaning: 'Postal address.',
    headings: ['postal address', 'mailing address'],
  },
  {
    name: 'phone',
    title: 'Phone',
    meaning: 'Phone number.',
    headings: ['telephone', 'tel', 'mobile', 'mobile phone', 'phone number', '电话', '電話'],
  },
  {
    name: 'dateOfBirth',
    title: 'Date of birth',
    meaning: 'YYYY-MM-DD.',
    headings: ['birth date', 'birthday', 'dob'],
  },
  {
    name: 'homepage',
    title: 'Homepage',
    meaning: 'Web address that starts with https:// or http://.',
    headings: ['website', 'web site', 'web page', 'personal homepage', 'url'],
  },
  {
    name: 'category',
    title: 'Category',
    meaning: 'Ordinary, Institutional contact, Fellow, Student or Honorary. Without it, Ordinary.',
    example: 'Ordinary',
    headings: ['member category', 'membership category'],
  },
  {
    name: 'membershipType',
    title: 'Membership type',
    meaning: 'Professional or Student. Fill in type and end, or leave both empty.',
    example: 'Professional',
    headings: ['type', 'member type', 'membership level'],
  },
  {
    name: 'membershipStart',
    title: 'Membership start',
    meaning: 'YYYY-MM-DD. Without it, 1 January of the year before the end.',
    example: '2026-01-01',
    headings: ['start', 'start date', 'valid from', 'membership start date'],
  },
  {
    name: 'membershipEnd',
    title: 'Membership end',
    meaning: 'A 1 January, YYYY-MM-DD. For several periods, repeat the row with the same email address.',
    example: '2027-01-01',
    headings: [
      ...['valid until', 'valid to', 'active until', 'end', 'end date', 'membership end date', 'renewal due'],
      ...['expiry', 'expiry date', 'expire date', 'expires', 'expiration date', 'membership expiration date'],
    ],
  },
  {
    name: 'salt',
    title: 'Old salt',
    meaning: 'Salt of the password on the old site. With the old hash, the member keeps the password.',
    headings: ['password salt'],
  },
  {
    name: 'passwordHash',
    title: 'Old hash',
    meaning: 'SHA-256 of password and salt, 64 hexadecimal digits.',
    headings: ['hash', 'old password hash'],
  },
] as const satisfies readonly ImportColumn[];

const attendanceColumns = [
  {
    name: 'member',
    title: 'Member',
    meaning:
      'Email address, username or membership ID. With several such columns, the first that names a member counts.',
    example: 'bunny@example.org',
    headings: [
      ...['email', 'mail', 'email address', 'mail address', 'user email', 'primary email'],
      ...['邮箱', '电子邮箱', '電子郵件', 'メールアドレス'],
      ...['username', 'user', 'uid', 'membership id', 'member id', 'membership number', 'member number'],
    ],
    isRequired: true,
  },
  {
    name: 'name',
    title: 'Name',
    meaning: 'Name of the person. Only for the list of people who are not members.',
    example: 'Stanford Bunny',
    headings: [
      ...['full name', 'display name', 'participant', 'participant name', 'attendee', 'attendee name'],
      // Zoom's heading for webinars: no username of ours.
      ...['user name (original name)', '姓名', '氏名'],
    ],
  },
  {
    name: 'firstName',
    title: 'First name',
    meaning: 'Given name, in place of Name.',
    headings: ['given name', 'given names', 'first names', 'forename', '名'],
  },
  {
    name: 'lastName',
    title: 'Last name',
    meaning: 'Family name, in place of Name.',
    headings: ['surname', 'family name', '姓'],
  },
  {
    name: 'attended',
    title: 'Attended',
    meaning: 'Yes or No, for a list of everyone who registered. An empty cell is No.',
    headings: ['checked in', 'check-in', 'participant status', 'attendance', 'present'],
  },
  {
    name: 'conference',
    title: 'Conference',
    meaning: 'Name of the conference. Not needed if it is filled in above.',
    example: 'Pacific Graphics 2026',
    headings: [
      ...['conference name', 'conference title', 'event', 'event name', 'event title'],
      ...['会议', '會議', '会議'],
    ],
    isRequired: true,
  },
  {
    name: 'link',
    title: 'Link',
    meaning: 'The conference’s own page.',
    headings: ['url', 'website', 'web site', 'web page'],
  },
  {
    name: 'venue',
    title: 'Venue',
    meaning: 'City or place.',
    example: 'Taipei',
    headings: ['place', 'location', 'event location', 'city'],
  },
  {
    name: 'date',
    title: 'Date',
    meaning: 'In your own words.',
    example: 'October 5–8, 2026',
    headings: ['dates', 'conference date', 'conference dates', 'event date', 'event start date'],
  },
] as const satisfies readonly ImportColumn[];

/** Our own name of a column. */
export type ColumnName<Kind extends ImportKind> = {
  members: (typeof memberColumns)[number]['name'];
  attendance: (typeof attendanceColumns)[number]['name'];
}[Kind];

/** The columns of each kind of file. */
export const importColumns: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  members: memberColumns,
  attendance: attendanceColumns,
};

/** `First name` for `firstName`; other names as they are. */
export const columnTitle = (kind: ImportKind, name: string): string =>
  importColumns[kind].find((column) => column.name === name)?.title ?? name;
