import { expect, it } from 'vitest';
import { editionView } from '../../../site/lib/content/editions.ts';
import { Edition } from '../../../site/schemas/conferences.ts';

const link = 'https://example.org/issue';
const journalLink = 'https://example.org/journal';
const viewOf = (fields: object) =>
  editionView(Edition.parse({ year: 2030, sources: ['specification'], ...fields }));
/** Each row as "label: texts", with an address behind the text that has it. */
const rowsOf = (fields: object) =>
  viewOf(fields).rows.map(({ label, lines, sample }) => {
    const parts = lines.flat().map(({ text, href }) => (href === undefined ? text : `${text} (${href})`));
    return `${label}: ${parts.join('; ')}${sample ? ' [sample]' : ''}`;
  });

it.each([
  [
    { location: 'Kyoto, Japan', additionalLocationInfo: 'Online' },
    'Dates and location: Kyoto, Japan; Online',
  ],
  [{ programChairs: ['A', 'B'] }, 'Program co-chairs: A; B'],
  [{ conferenceChairs: ['A', 'B'] }, 'Conference chairs: A; B'],
  [{ keynoteSpeakers: ['A'] }, 'Keynote speakers: A'],
  [
    {
      bestPaperAwards: [
        { title: 'T', link, authors: 'A, B' },
        { title: 'U', authors: 'C', award: 'Student' },
      ],
    },
    `Best paper awards: T (${link}); A, B; U; C (Student)`,
  ],
  [{ statistics: '100 submissions, 25 accepted' }, 'Statistics: 100 submissions, 25 accepted'],
  [{ reportLink: '/news' }, 'Report: Summary report (/news)'],
  // Partly known: its one chair is not called the only one.
  [{ conferenceChairs: ['A'], incomplete: ['conferenceChairs'] }, 'Conference chairs: A; and others'],
  [{ toBeConfirmed: { sample: true, conferenceChair: 'A' } }, 'Conference chair: A [sample]'],
])('every field of an entry has its row: %j', (fields, row) => expect(rowsOf(fields)).toEqual([row]));

it.each([
  [{ specialIssue: link, journal: 'J', journalLink }, `Special issue (${link}); J (${journalLink})`],
  [{ specialIssue: 'Volume 1', journal: 'J', link }, `Volume 1 (${link}); J`],
  [{ journal: 'J', description: 'Short papers' }, 'Short papers; J'],
  [{ journal: 'J', journalLink, link }, `Proceedings (${link}); J (${journalLink})`],
])('proceedings and selected papers come in several shapes: %j', (publication, line) => {
  expect(rowsOf({ proceedings: publication })).toEqual([`Proceedings: ${line}`]);
  expect(rowsOf({ proceedings: [publication, publication] })).toEqual([`Proceedings: ${line}; ${line}`]);
  expect(rowsOf({ selectedPapers: publication })).toEqual([`Selected papers: ${line}`]);
});
