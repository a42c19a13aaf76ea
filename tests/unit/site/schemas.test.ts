import { expect, it } from 'vitest';
import type * as z from 'zod';
import { Archive } from '../../../site/schemas/archive.ts';
import { Edition } from '../../../site/schemas/conferences.ts';
import { NewsItem, Newsletters } from '../../../site/schemas/news.ts';
import { People } from '../../../site/schemas/people.ts';
import { WebinarSession } from '../../../site/schemas/webinar.ts';

const source = 'specification';
const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

it.each<[object, string | undefined]>([
  [{ date: '2025-10-28', source }, undefined],
  [{ source }, 'is missing. Example: date: 2025-10-28'],
  [{ date: '28 October 2025', source }, 'is wrong. Example: date: 2025-10-28, or 2025-10 or 2025'],
  [{ date: '2025-11-31', source }, 'There is no November 31 in 2025.'],
  [{ date: '2019-01-01', source }, 'The News page starts in 2021. Use a later date.'],
  [{ date: '2025-10-28' }, 'is missing. Example: source: https://example.org/page'],
  [{ date: '2025-10-28', sample: true }, undefined],
  [{ date: '2025-10-28', source, sample: 'yes' }, 'is wrong. Example: sample: true, or leave it out'],
])('a news item %j: %s', (fields, message) =>
  expect(messagesOf(NewsItem, fields)).toEqual(message ? [expect.stringContaining(message)] : []),
);

it.each<[object, string | undefined]>([
  [{ keynoteSpeakers: ['Ada Lovelace (London, UK)'] }, undefined],
  [{ keynoteSpeakers: ['Ada Lovelace, London'] }, 'Write the affiliation in brackets'],
  [{ location: 'Maui, Hawaii, USA' }, undefined],
  [{ location: 'Tokyo, Japn' }, `"Japn" isn't a country or region.`],
  ...['June 29 - July 1, 2027', 'Oct 3-5, 2027', '14-17 October 2027', 'Summer 2027', 'Days 1-3, 2027'].map(
    (dates): [object, undefined] => [{ dates }, undefined],
  ),
  [{ dates: 'October 32-40, 2027' }, 'There is no October 32 in 2027.'],
  [{ dates: '17-14 October 2027' }, 'October 17-14 ends before it begins.'],
  [{ dates: 'May 26-28, 2026' }, 'must contain the year, 2027. Example: May 26-28, 2027'],
  [{ dates: 'May 26-28, 2028', heldWith: 2028 }, undefined],
  [{ reportLink: 'example.org' }, 'Use a web address, for example https://example.org/page'],
])('the entry of an edition %j: %s', (fields, message) =>
  expect(messagesOf(Edition, { year: 2027, sources: [source], ...fields })).toEqual(
    message ? [expect.stringContaining(message)] : [],
  ),
);

it.each([
  ['Session 35: First Speaker', 0],
  ['Session 37: First Speaker', 1],
])('the title of a link to session 35 begins with its number: %s', (linktitle, count) =>
  expect(
    messagesOf(WebinarSession, {
      number: 35,
      date: '2026-10-28',
      linktitle,
      talks: [{ title: 'x', speaker: { name: 'x' } }],
      sources: [source],
    }),
  ).toEqual(Array(count).fill(expect.stringContaining('must begin with the number of the session.'))),
);

it.each([
  [
    [
      { number: 15, date: '2020-01-31' },
      { number: 14, date: '2025-11-30' },
    ],
    1,
  ],
  [[{ number: 14 }, { number: 15 }], 1],
  [[{ number: 15, date: '2026-01-31' }, { number: 14 }, { number: 13, date: '2025-11-30' }], 0],
])('issues are in order: %j', (issues, count) =>
  expect(messagesOf(Newsletters, { source, issues })).toEqual(
    Array(count).fill('List issues newest first, by number and by date.'),
  ),
);

it('links of the archive that lead to one page must name it', () => {
  const archive = (text: string) => ({
    papers: [2017, 2016].map((year) => ({
      year,
      links: [{ text: `Volume of ${year}${text}`, url: 'https://journal.example.org/' }],
      source,
    })),
    proposals: [],
    meetings: [],
  });
  expect(messagesOf(Archive, archive(', journal page'))).toEqual([]);
  expect(messagesOf(Archive, archive(''))).toEqual([
    expect.stringContaining('Several links lead to one page. Link to each volume'),
  ]);
});

it('a file of another folder is rejected', () => {
  const officer = { name: 'x', photo: '../site.json', sample: true };
  expect(messagesOf(People, { officers: [officer], executiveCommittee: [] })).toHaveLength(1);
  const meeting = { year: 2024, links: [{ text: 'x', file: '../gmp.json' }], source };
  expect(messagesOf(Archive, { papers: [], proposals: [], meetings: [meeting] })).toHaveLength(1);
});
