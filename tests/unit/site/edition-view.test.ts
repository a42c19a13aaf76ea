import { describe, expect, it } from 'vitest';
import { editionView } from '../../../site/lib/content/editions.ts';
import { Edition } from '../../../site/schemas/conferences.ts';

const link = 'https://example.org/issue';
const rowsOf = (fields: object) =>
  editionView(Edition.parse({ year: 2030, sources: ['specification'], ...fields })).rows;
const linesOf = (fields: object, label: string) => rowsOf(fields).find((row) => row.label === label)?.lines;

describe('every field of an entry has its row', () => {
  it.each([
    [
      { dates: 'May 1-3, 2030', location: 'Kyoto, Japan' },
      'Dates and location',
      [[{ text: 'May 1-3, 2030. Kyoto, Japan' }]],
    ],
    [
      { location: 'Kyoto, Japan', additionalLocationInfo: 'Online' },
      'Dates and location',
      [[{ text: 'Kyoto, Japan' }], [{ text: 'Online' }]],
    ],
    [{ programChairs: ['A', 'B'] }, 'Program co-chairs', [[{ text: 'A' }], [{ text: 'B' }]]],
    [{ conferenceChairs: ['A', 'B'] }, 'Conference chairs', [[{ text: 'A' }], [{ text: 'B' }]]],
    [{ conferenceChair: 'A' }, 'Conference chair', [[{ text: 'A' }]]],
    [{ keynoteSpeakers: ['A'] }, 'Keynote speakers', [[{ text: 'A' }]]],
    [
      {
        bestPaperAwards: [
          { title: 'T', link, authors: 'A, B' },
          { title: 'U', authors: 'C', award: 'Best Student Paper' },
        ],
      },
      'Best paper awards',
      [
        [{ text: 'T', href: link, title: true }, { text: 'A, B' }],
        [{ text: 'U', href: undefined, title: true }, { text: 'C (Best Student Paper)' }],
      ],
    ],
    [
      { statistics: '100 submissions, 25 accepted' },
      'Statistics',
      [[{ text: '100 submissions, 25 accepted' }]],
    ],
    [{ reportLink: '/news' }, 'Report', [[{ text: 'Summary report', href: '/news' }]]],
  ])('%j', (fields, label, lines) => expect(linesOf(fields, label)).toEqual(lines));
});

describe('proceedings and selected papers come in several shapes', () => {
  const journalLink = 'https://example.org/journal';
  it.each([
    [
      { specialIssue: link, journal: 'J', journalLink },
      [
        { text: 'Special issue', href: link },
        { text: 'J', href: journalLink },
      ],
    ],
    [
      { specialIssue: 'Volume 1', journal: 'J', link },
      [
        { text: 'Volume 1', href: link },
        { text: 'J', href: undefined },
      ],
    ],
    [{ link, description: 'Conference proceedings' }, [{ text: 'Conference proceedings', href: link }]],
    [{ journal: 'J', description: 'Short papers' }, [{ text: 'Short papers' }, { text: 'J' }]],
    [
      { journal: 'J', journalLink, link },
      [
        { text: 'Proceedings', href: link },
        { text: 'J', href: journalLink },
      ],
    ],
    [{ link }, [{ text: 'Proceedings', href: link }]],
  ])('%j', (publication, line) => {
    expect(linesOf({ proceedings: publication }, 'Proceedings')).toEqual([line]);
    expect(linesOf({ proceedings: [publication, publication] }, 'Proceedings')).toEqual([line, line]);
    expect(linesOf({ selectedPapers: publication }, 'Selected papers')).toEqual([line]);
  });
});

it('a partly known list is marked, and its one chair is not called the only one', () =>
  expect(rowsOf({ conferenceChairs: ['A'], incomplete: ['conferenceChairs'] })).toEqual([
    { label: 'Conference chairs', lines: [[{ text: 'A' }], [{ text: 'and others' }]] },
  ]));

it('samples stand where confirmed details would', () => {
  const given = {
    statistics: '100 submissions',
    toBeConfirmed: { sample: true, conferenceChair: 'Utah Teapot' },
  };
  expect(rowsOf(given).map(({ label }) => label)).toEqual(['Conference chair', 'Statistics']);
});

it('samples are marked', () =>
  expect(rowsOf({ toBeConfirmed: { sample: true, conferenceChair: 'Utah Teapot' } })).toEqual([
    { label: 'Conference chair', lines: [[{ text: 'Utah Teapot' }]], sample: true },
  ]));

it.each([
  [{}, false],
  [{ dates: 'May 1-3, 2030', location: 'Kyoto, Japan' }, false],
  [{ keynoteSpeakers: ['A'] }, true],
])('%j has details: %s', (fields, detailed) =>
  expect(editionView(Edition.parse({ year: 2030, sources: ['specification'], ...fields })).detailed).toBe(
    detailed,
  ),
);
