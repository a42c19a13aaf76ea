import { expect, it } from 'vitest';
import { listAwardYears, parseAwardId } from '../../../site/lib/content/paths.ts';

it('reads award, year and address from the name of a file', () =>
  expect(parseAwardId('young-2025')).toEqual({ award: 'young', year: 2025, path: '/awards/young2025' }));

it('lists the years of one award, newest first', () =>
  expect(
    listAwardYears('lifetime', [{ id: 'lifetime-2017' }, { id: 'young-2018' }, { id: 'lifetime-2025' }]).map(
      ({ year }) => year,
    ),
  ).toEqual([2025, 2017]));
