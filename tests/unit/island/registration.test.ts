import { expect, it } from 'vitest';
import { registrationErrors } from '../../../account-island/features/login/register-form.tsx';

const entries = {
  userName: 'utah_teapot',
  email: 'teapot@example.org',
  password: 'one',
  confirmation: 'one',
  firstName: 'Utah',
  lastName: 'Teapot',
  title: 'Dr.',
  gender: 'Female',
  dob: '',
  phone: '',
  affiliation: 'Kitchen',
  country: 'Singapore',
  education: '',
  yearOfDegree: 1975,
  address: '',
};

it("a registration's errors are told at once, the browser's first, in the order of the form", () => {
  const given = { ...entries, userName: 'tea@pot', affiliation: '', confirmation: 'other' };
  const byBrowser = new Map([['affiliation', 'This field is required.'] as const]);
  expect([...registrationErrors(given, byBrowser)]).toEqual([
    ['userName', expect.stringContaining('@')],
    ['confirmation', 'Passwords do not match!'],
    ['affiliation', 'This field is required.'],
  ]);
});
