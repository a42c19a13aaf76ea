import { expect, it } from 'vitest';
import {
  alikeConferences,
  findKnown,
} from '../../../account-island/features/admin-check-in/known-conferences.ts';

const conference = (name: string, date = '') => ({
  id: `${name}${date}`,
  name,
  venue: 'Taipei',
  date,
  link: '',
});
const known = [
  conference('Pacific Graphics 2026'),
  conference('Pacific Graphics 2025'),
  conference('Pacific Graphics 2024'),
  conference('Pacific Graphics 2023'),
  conference('GMP 2025'),
];

it('finds a conference in other capitals and spaces, and no other', () => {
  expect(findKnown({ ...conference(' pacific  GRAPHICS 2025'), venue: 'taipei ' }, known)).toBe(known[1]);
  expect(findKnown(conference('Pacific Graphics 2025', 'October'), known)).toBeUndefined();
  expect(findKnown(conference('Pacifc Graphics 2025'), known)).toBeUndefined();
});

it.each([
  ['Pacifc Graphics 2025', ['Pacific Graphics 2025', 'Pacific Graphics 2026', 'Pacific Graphics 2024']],
  ['gmp 2025', ['GMP 2025']],
  ['GMP 2026', ['GMP 2025']],
  ['Eurographics', []],
  ['G', []],
])('asks whether "%s" is one of %j', (name, expected) => {
  expect(alikeConferences(conference(name), known).map((each) => each.name)).toEqual(expected);
});
