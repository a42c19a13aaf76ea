import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { people } from '../../../site/lib/content/data.ts';
import { AwardPage } from '../../../site/schemas/awards.ts';
import { Person } from '../../../site/schemas/people.ts';

const content = (path: string) => readFileSync(new URL(`../../../content/${path}`, import.meta.url), 'utf8');

it.each([
  [{ sample: true }, true],
  [{ source: 'https://example.org/lucy' }, true],
  [{ source: 'author biography' }, true],
  [{}, false],
  [{ source: 'recalled' }, false],
])('a person with %j is accepted, as somebody with a source or a sample: %s', (fields, taken) => {
  expect(Person.safeParse({ name: 'Lucy', ...fields }).success).toBe(taken);
  if (!taken) expect(AwardPage.safeParse({ winner: { name: 'Lucy' }, ...fields }).success).toBe(false);
});

it('every office is filled, confirmed people first, and the committee has 24 members', () => {
  expect([...new Set(people.officers.map(({ title }) => title))]).toEqual([
    'Chair',
    'Vice-Chair',
    'Secretary',
    'Treasurer',
  ]);
  const samples = people.executiveCommittee.map(({ sample }) => sample === true);
  expect(samples).toHaveLength(24);
  expect(samples.toSorted()).toEqual(samples);
});

it('the constitution has articles 1 to 25, each once, and ends with its date', () => {
  const text = content('pages/constitution.mdx');
  expect([...text.matchAll(/^#{3,4} Article (\d+)$/gm)].map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 25 }, (_, at) => at + 1),
  );
  expect(text.trim()).toMatch(/\*Last revised on May 30, 2022\*$/);
});
