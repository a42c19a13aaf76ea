import { expect, it } from 'vitest';
import { site } from '../../../site/lib/content/data.ts';
import { formatDataSet, formatSchema } from '../../../site/lib/content/data-files.ts';
import { listDataSets, type OpenContent } from '../../../site/lib/content/data-sets.ts';
import { parseDates, splitPlace } from '../../../site/lib/content/edition-records.ts';
import { AwardPage } from '../../../site/schemas/awards.ts';
import { Workshop } from '../../../site/schemas/events.ts';
import { dataRecords } from '../../../site/schemas/open-data.ts';
import { People } from '../../../site/schemas/people.ts';
import { Webinar, WebinarSession } from '../../../site/schemas/webinar.ts';
import { asCells, type DataFile, findSchemaErrors, readCsvRecords } from '../../support/open-data.ts';
import { makeSeries, source, youngAward } from '../../support/site-content.ts';

const builtAt = new Date('2026-12-31T16:00:00Z');

const session = (number: number, date: string, sample?: true) =>
  WebinarSession.parse({
    number,
    date,
    chair: { name: 'Ada One', affiliation: 'Mar 1' },
    talks: [{ title: 'Shapes, "lines"\nand 曲面', speaker: { name: '胡事民' }, abstract: 'Long.' }],
    sources: ['specification', [source, 'specification']],
    sample,
  });
const award = (year: number, fields: object) => ({
  award: 'young',
  year,
  path: `/awards/young${year}`,
  page: AwardPage.parse({ winner: { name: 'Ben Two', country: 'Japan' }, ...fields }),
});

const content: OpenContent = {
  people: People.parse({
    officers: [{ title: 'Chair', name: 'Ada One', affiliation: 'Lab', institution: 'University A', source }],
    executiveCommittee: [
      { title: 'Professor', name: 'Ben Two', source },
      { name: 'Stanford Bunny', sample: true },
    ],
  }),
  webinar: Webinar.parse({ platforms: [], team: [{ name: 'Lucy', sample: true }] }),
  awards: youngAward,
  awardPages: [
    award(2020, { source, announced: '2020-09', jury: ['Ada One'] }),
    award(2021, { sample: true }),
    award(2022, { source }),
  ],
  sessions: [session(3, '2022-03-01'), session(4, '2022-04-05'), session(5, '2022-05-03', true)],
  series: [
    makeSeries({
      steering: { members: [{ name: 'Di Four', role: 'Chair', source }] },
      editions: [
        {
          year: 2026,
          location: 'Canmore, Alberta, Canada',
          dates: 'June 29 - July 1, 2026',
          statistics: '234 submissions, 45 accepted papers, acceptance rate 19%',
          bestPaperAwards: [{ title: 'A paper', authors: 'Ada One, Cy Three (University C, Seoul)' }],
          proceedings: { specialIssue: 'https://example.org/issue', journal: 'Journal J' },
          selectedPapers: [{ specialIssue: 'Volume 7' }],
          reportLink: '/report',
          sources: [source],
        },
        {
          year: 2025,
          conferenceChair: 'Ada One',
          toBeConfirmed: { sample: true, keynoteSpeakers: ['Stanford Bunny'] },
          sources: ['author biography'],
        },
      ],
    }),
  ],
  workshops: [
    {
      title: 'Workshop W',
      path: '/w',
      date: '2025-02-28',
      workshop: Workshop.parse({
        committee: [{ name: 'Cy Three', institution: 'University C', country: 'Korea', source }],
        programme: [],
        profiles: [
          { name: 'Di Four', affiliation: 'University D', source },
          { name: 'Utah Teapot', affiliation: 'x', talk: 'x', sample: true },
        ],
        visitors: [],
        travel: [],
        accommodation: [],
      }),
    },
  ],
  newsletters: { source: 'specification', issues: [{ number: 2, document: '/_astro/2.pdf' }, { number: 1 }] },
  events: [
    { title: 'Old', path: '/old', start: '2018-12-06', end: '2018-12-06', place: 'Tokyo', source },
    {
      title: 'New',
      path: '/new',
      start: '2025-12-16T06:00:00.000Z',
      end: '2025-12-16T10:00:00.000Z',
      place: 'Hong Kong',
      source: [source],
    },
  ],
};

const sets = listDataSets(content, site);
const recordsOf = (name: string) => sets.find((set) => set.name === name)?.records;

it.each(sets.map((set) => [set.name, set] as const))(
  'the data set %s is valid by its own schema, has the same records in CSV, and no sample',
  async (_, set) => {
    const file: DataFile = JSON.parse(await formatDataSet(set, 'json', site, builtAt));
    expect(findSchemaErrors(JSON.parse(formatSchema(set, site)), file)).toEqual([]);
    expect(file.records.length).toBeGreaterThan(0);
    expect(file.builtOn).toBe('2027-01-01');
    const csv = await formatDataSet(set, 'csv', site, builtAt);
    expect(readCsvRecords(csv)).toEqual(asCells(file.records, Object.keys(dataRecords[set.name].shape)));
    expect(JSON.stringify(set.records)).not.toMatch(/sample|Bunny|Teapot|Lucy/);
  },
);

it('records have places, days, papers and authors in parts, addresses of pages, and sources, the newest first', () => {
  expect(recordsOf('editions')).toMatchObject([
    {
      series: 'GMP',
      city: 'Canmore',
      countryOrRegion: 'Canada',
      place: 'Canmore, Alberta, Canada',
      start: '2026-06-29',
      end: '2026-07-01',
      submissions: 234,
      acceptedPapers: 45,
      report: `${site.address}/report`,
    },
    { year: 2025, conferenceChairs: ['Ada One'], sources: ['author biography'] },
  ]);
  expect(recordsOf('best-papers')).toMatchObject([
    { authors: ['Ada One', 'Cy Three (University C, Seoul)'] },
  ]);
  expect(recordsOf('proceedings')).toMatchObject([
    { kind: 'proceedings', issue: undefined, link: 'https://example.org/issue' },
    { kind: 'selected papers', issue: 'Volume 7' },
  ]);
  expect(recordsOf('talks')).toMatchObject([
    { date: '2025-02-28' },
    {
      start: '2022-04-05T11:00:00.000Z',
      chairAffiliation: undefined,
      page: `${site.address}/webinar#session4`,
      sources: ['specification', source],
    },
    { session: 3 },
  ]);
  expect(recordsOf('awards')?.map(({ award, year }) => [award, year])).toEqual([
    ['Young Award', 2022],
    ['Young Award', 2020],
  ]);
  expect(recordsOf('committees')).toMatchObject([
    { body: 'Officers', role: 'Chair', affiliation: 'Lab, University A' },
    { body: 'Executive Committee', position: 'Professor' },
    { body: 'Steering committee, Geometry', role: 'Chair', page: `${site.address}/GMPHome` },
    { body: 'Committee, Workshop W', countryOrRegion: 'Korea' },
  ]);
});

it.each([
  ['Singapore', { city: 'Singapore', countryOrRegion: 'Singapore' }],
  ['Maui, Hawaii, USA', { city: 'Maui', countryOrRegion: 'USA' }],
])('the place %s is %j', (place, parts) => expect(splitPlace(place)).toEqual(parts));

it.each([
  ['October 14-17, 2025', { start: '2025-10-14', end: '2025-10-17' }],
  ['May 3, 2014', { start: '2014-05-03', end: '2014-05-03' }],
  ['October 2026', {}],
  ['Octember 1-2, 2019', {}],
])('the dates %s are %j', (dates, days) => expect(parseDates(dates)).toEqual(days));
