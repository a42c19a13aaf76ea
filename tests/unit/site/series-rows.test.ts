import { expect, it } from 'vitest';
import { gmp, pg, series } from '../../../site/lib/content/data.ts';

it('GMP has every second year until 2014 and every year since 2014, numbered 1 to 20', () =>
  expect(gmp.editions.map(({ year, number }) => [year, number]).reverse()).toEqual(
    [2000, 2002, 2004, 2006, 2008, 2010, 2012, ...Array.from({ length: 13 }, (_, at) => 2014 + at)].map(
      (year, at) => [year, at + 1],
    ),
  ));

it('CVM has no edition in 2014', () =>
  expect(series.find(({ shortName }) => shortName === 'CVM')?.editions.map(({ year }) => year)).not.toContain(
    2014,
  ));

it.each([
  ['PG', pg.steering?.members, 9, ['Chair', 'Founding and previous chair']],
  ['GMP', gmp.steering?.members, 8, ['Chair']],
  ['GMP, emeritus', gmp.steering?.emeritus, 4, []],
])('the steering committee of %s has its members and roles', (_, members, size, roles) => {
  expect(members).toHaveLength(size);
  expect(members?.flatMap(({ role }) => role ?? [])).toEqual(roles);
});
