import { expect, it } from 'vitest';
import { saveProfile } from '../../../account-island/member/profile/profile-form.tsx';
import { missingFields } from '../../../account-island/member/profile/profile-panel.tsx';
import { parseWebAddress } from '../../../account-island/ui/external-link.tsx';
import type { Profile } from '../../../functions/contract/profile.ts';
import { stubBrowser } from './browser.ts';

/** A complete profile. */
const profile = (given: Partial<Profile> = {}): Profile => ({
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

it('the banner asks for six fields', () => {
  const names = Object.keys(profile());
  expect(names.filter((field) => missingFields(profile({ [field]: '' })).length > 0)).toEqual([
    ...['username', 'gender', 'email', 'affiliation', 'country', 'title'],
  ]);
});

it.each([
  ['https://example.org/teapot', { href: 'https://example.org/teapot', text: 'example.org/teapot' }],
  ['HTTPS://example.org', { href: 'https://example.org/', text: 'example.org' }],
  ['example.org', null],
  ['JaVaScRiPt:alert(1)//https://', null],
  ['mailto:teapot@example.org', null],
])('the homepage %j is the link %j', (homepage, link) => {
  expect(parseWebAddress(homepage)).toEqual(link);
});

it('a save without a token says so', async () => {
  stubBrowser();
  expect(await saveProfile(profile(), { version: 'a', fields: {} })).toEqual({
    notice: { tone: 'danger', text: 'Update failed: No authentication token found' },
  });
});
