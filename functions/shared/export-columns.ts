import { keysOf } from './choices.ts';

/** The columns of an export of members, as it names them. Those that an import also reads have the same names. */
export const EXPORT_COLUMNS = {
  uid: 'Membership ID',
  username: 'Username',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  category: 'Category',
  type: 'Membership type',
  status: 'Status',
  activeUntil: 'Valid until',
  state: 'Account',
  affiliation: 'Affiliation',
  country: 'Country',
  emailVerified: 'Email verified',
  registeredAt: 'Registered',
  title: 'Title',
  gender: 'Gender',
  education: 'Education',
  yearOfDegree: 'Year of degree',
  dateOfBirth: 'Date of birth',
  phone: 'Phone',
  address: 'Address',
  homepage: 'Homepage',
} as const;
export type ExportColumn = keyof typeof EXPORT_COLUMNS;
export const EXPORT_COLUMN_NAMES = /* @__PURE__ */ keysOf(EXPORT_COLUMNS);
