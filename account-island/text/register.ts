import { messages } from './account.ts';
import { at, type ErrorTable } from './errors.ts';

/** Texts of the registration form. */
export const registerMessages = {
  next: 'Registration is free. We then email you a code: log in, enter it, and pay the annual fee.',
  required: 'Fields marked with * are required.',
  stillStudying: 'If you are still studying, enter the year in which you expect your degree.',
  broken: 'Registration failed. Please try again.',
  successful: 'Registration successful!',
  codeSentTo: (email: string): string =>
    `We sent a code to ${email}. Log in, then enter it: after that you can pay the fee.`,
} as const;

/** The fields of the form, in their order. */
export const registerLabels = {
  userName: 'Username',
  email: 'Email',
  password: 'Password',
  confirmation: 'Confirm password',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  gender: 'Gender',
  dob: 'Date of birth',
  phone: 'Phone',
  affiliation: 'Affiliation',
  country: 'Country',
  education: 'Education',
  yearOfDegree: 'Year of degree',
  address: 'Address',
} as const;
export type RegisterField = keyof typeof registerLabels;

export const registerErrors: ErrorTable<RegisterField> = {
  fallback: 'Registration failed. Please check your information.',
  serverError: registerMessages.broken,
  unreachable: registerMessages.broken,
  unexpected: registerMessages.broken,
  codes: {
    'username-taken': at('userName', 'Username already exists'),
    'email-taken': at('email', 'Email already registered'),
    'password-common': at('password', messages.passwordCommon),
  },
  hasNoticeAboveFields: true,
};
