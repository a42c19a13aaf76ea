import { expect, it } from 'vitest';
import type * as z from 'zod';
import { Archive } from '../../../site/schemas/archive.ts';
import { Edition } from '../../../site/schemas/conferences.ts';
import { NewsItem, Newsletters } from '../../../site/schemas/news.ts';
import { Page } from '../../../site/schemas/page.ts';
import { People } from '../../../site/schemas/people.ts';

const source = 'specification';
const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

it.each<[object, string | undefined]>([
  [{ date: '2025-10-28', source }, undefined],
  [{ date: '2026-04', source }, undefined],
  // As YAML parses it.
  [{ date: new Date('2025-10-28'), sample: true }, undefined],
  [{ source }, 'is missing. Example: date: 2025-10-28'],
  [{ date: '28 October 2025', source }, 'is wrong. Example: date: 2025-10-28, or 2025-10 or 2025'],
  [{ date: '2025-11-31', source }, 'There is no November 31 in 2025.'],
  [{ date: '2019-01-01', source }, 'The News page starts in 2021. Use a later date.'],
  [{ date: '2025-10-28' }, 'is missing. Example: source: https://example.org/page'],
  [{ date: '2025-10-28', source, sample: 'yes' }, 'is wrong. Example: sample: true, or leave it out'],
  [{ date: '2025-10-28', source, title: 'Webinar' }, ''],
])('a news item %j: %s', (fields, message) =>
  expect(messagesOf(NewsItem, fields)).toEqual(
    message === undefined ? [] : [expect.stringContaining(message)],
  ),
);

it.each<[object, string | undefined]>([
  [{ keynoteSpeakers: ['Ada Lovelace (London, UK)'] }, undefined],
  [{ keynoteSpeakers: ['Ada Lovelace, London'] }, 'Write the affiliation in brackets'],
  [{ location: 'Tokyo, Japn' }, `"Japn" isn't a country or region.`],
  [{ dates: 'June 29 - July 1, 2027' }, undefined],
  [{ dates: 'October 32-40, 2027' }, 'There is no October 32 in 2027.'],
  [{ dates: 'May 26-28, 2026' }, 'must contain the year, 2027. Example: May 26-28, 2027'],
  [{ dates: 'May 26-28, 2028', heldWith: 2028 }, undefined],
  [{ reportLink: 'example.org' }, 'Use a web address, for example https://example.org/page'],
])('the entry of an edition %j: %s', (fields, message) =>
  expect(messagesOf(Edition, { year: 2027, sources: [source], ...fields })).toEqual(
    message ? [expect.stringContaining(message)] : [],
  ),
);

const issue = (number: number, date?: string) => ({ number, ...(date !== undefined && { date }) });

it.each([
  [[issue(15, '2020-01-31'), issue(14, '2025-11-30')], false],
  [[issue(14), issue(15)], false],
  [[issue(15, '2026-01-31'), issue(14), issue(13, '2025-11-30')], true],
])('issues are in order: %j, %s', (issues, isInOrder) =>
  expect(messagesOf(Newsletters, { source, issues })).toEqual(
    isInOrder ? [] : ['List issues newest first, by number and by date.'],
  ),
);

it('a file of another folder is rejected', () => {
  const officer = { name: 'x', photo: '../site.json', sample: true };
  expect(messagesOf(People, { officers: [officer], executiveCommittee: [] })).toHaveLength(1);
  const meeting = { year: 2024, links: [{ text: 'x', file: '../gmp.json' }], source };
  expect(messagesOf(Archive, { papers: [], proposals: [], meetings: [meeting] })).toHaveLength(1);
  expect(messagesOf(Newsletters, { source, issues: [{ number: 1, document: '/1.pdf' }] })).toHaveLength(1);
});

it.each([
  [true, ['/call-2026', '/{slug}-workshop', undefined]],
  [false, ['call', '/', '/a/b', '/call/', '/{name}-x']],
])('whether the path of a page is accepted, %s: %j', (accepted, paths) => {
  const page = { title: 'x', lede: 'x', description: 'x', source };
  for (const path of paths)
    expect([path, Page.safeParse({ ...page, path }).success]).toEqual([path, accepted]);
});
