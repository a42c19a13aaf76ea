import { expect, it } from 'vitest';
import { listAwardYears, parseAwardId } from '../../../site/lib/content/paths.ts';

it('award, year and address are read from the name of a file', () =>
  expect(parseAwardId('young-2025')).toEqual({ award: 'young', year: 2025, path: '/awards/young2025' }));

it('the years of one award are listed newest first', () =>
  expect(
    listAwardYears('lifetime', [{ id: 'lifetime-2017' }, { id: 'young-2018' }, { id: 'lifetime-2025' }]).map(
      ({ year }) => year,
    ),
  ).toEqual([2025, 2017]));
