import type { Profile } from '../../../functions/contract/profile.ts';

/** A complete profile. */
export const profile = (given: Partial<Profile> = {}): Profile => ({
  username: 'utah_teapot',
  uid: '31415926',
  gender: 'prefer_not_to_say',
  email: 'teapot@example.org',
  affiliation: 'Kitchen of Test Models',
  country: 'Singapore',
  title: 'Dr.',
  education: 'PhD',
  phone: '1',
  dob: '1975-01-01',
  address: 'A shelf',
  homepage: 'https://example.org',
  description: 'A teapot',
  firstName: 'Utah',
  lastName: 'Teapot',
  yearOfDegree: 1975,
  emailVerified: true,
  version: 'a',
  ...given,
});
