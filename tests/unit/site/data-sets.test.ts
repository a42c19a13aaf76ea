import { expect, it } from 'vitest';
import { site } from '../../../site/lib/content/data.ts';
import { listDataSets, type OpenContent } from '../../../site/lib/content/data-sets.ts';
import { collectPeople } from '../../../site/lib/content/person-records.ts';
import { AwardPage, Awards } from '../../../site/schemas/awards.ts';
import { Series } from '../../../site/schemas/conferences.ts';
import { Summit, Workshop } from '../../../site/schemas/events.ts';
import { People } from '../../../site/schemas/people.ts';
import { Webinar, WebinarSession } from '../../../site/schemas/webinar.ts';

/** The records of people's pages and of the open data, which are made from the same content. */

/** A web page that says so, for records that need one. */
const source = 'https://example.org/source';

const session = (number: number, date: string, speaker: string, sample?: true) =>
  WebinarSession.parse({
    number,
    date,
    chair: { name: 'Ben Two', affiliation: 'Mar 1' },
    talks: [{ title: 'Shapes, "lines"\nand 曲面', speaker: { name: speaker }, abstract: 'Long.' }],
    sources: ['specification', [source, 'specification']],
    sample,
  });

const edition = {
  year: 2025,
  location: 'Canmore, Alberta, Canada',
  dates: 'June 29 - July 1, 2025',
  statistics: '234 submissions, 45 accepted papers, acceptance rate 19%',
  proceedings: { specialIssue: 'https://example.org/issue', journal: 'Journal J' },
  selectedPapers: [{ specialIssue: 'Volume 7' }],
  reportLink: '/report',
  programChairs: ['Ada One (University A)'],
  keynoteSpeakers: ['Ben Two'],
  bestPaperAwards: [
    { title: 'A paper', authors: 'Ada One, Cy Three (University C, Seoul)', award: 'Best student paper' },
  ],
  toBeConfirmed: { sample: true, conferenceChair: 'Stanford Bunny', demoChairs: ['Ben Two'] },
  sources: [source],
};

const content: OpenContent = {
  people: People.parse({
    officers: [
      {
        title: 'Chair',
        name: 'Ada One',
        affiliation: 'Lab',
        institution: 'University A',
        term: 'Since 2024',
        source,
      },
    ],
    executiveCommittee: [
      { title: 'Professor', name: 'Cy Three', source },
      { name: 'Ben Two', sample: true },
    ],
  }),
  webinar: Webinar.parse({ platforms: [], team: [{ name: 'Cy Three', source }] }),
  summit: Summit.parse({
    timetable: [
      {
        time: '3:05-3:30',
        title: 'Talks',
        talks: [{ title: 'T', speaker: { name: 'Ada One' }, source }],
        source,
      },
    ],
    organizers: [{ name: 'Di Four', source }],
  }),
  awards: Awards.parse([
    { id: 'young', name: 'Young Award', rule: 'x', figure: 'hopf', caption: 'x', source },
  ]),
  awardPages: [
    {
      award: 'young',
      year: 2021,
      path: '/awards/young2021',
      page: AwardPage.parse({
        winner: { name: 'Ada One', affiliation: 'University Z', link: 'https://example.org/ada' },
        field: 'Meshes',
        talk: { title: 'On meshes', date: '2021-06-01', event: 'GMP 2021', chair: 'Di Four (University D)' },
        jury: ['Cy Three (University C)'],
        source,
      }),
    },
    {
      award: 'young',
      year: 2020,
      path: '/awards/young2020',
      page: AwardPage.parse({ winner: { name: 'Utah Teapot' }, sample: true }),
    },
  ],
  sessions: [session(3, '2022-03-01', 'Ada 一 One'), session(4, '2022-04-05', 'Utah Teapot', true)],
  series: [
    Series.parse({
      shortName: 'GMP',
      name: 'Geometry',
      since: 2000,
      summary: 'x',
      figure: 'hopf',
      pages: [{ text: 'Conferences', href: '/GMPConferences' }],
      steering: { members: [], emeritus: [{ name: 'Di Four', source }] },
      editions: [edition],
    }),
  ],
  workshops: [
    {
      title: 'Workshop W',
      path: '/w',
      date: '2025-02-28',
      workshop: Workshop.parse({
        committee: [
          { name: 'Cy Three', institution: 'University C', country: 'Korea', role: 'Chair', source },
        ],
        programme: [
          { day: '2025-02-28', sessions: [{ title: 'Light.', chair: 'Ben Two', slots: [{ topic: 'x' }] }] },
        ],
        profiles: [{ name: 'Di Four', affiliation: 'University D', source }],
        visitors: [],
        travel: [],
        accommodation: [],
      }),
    },
  ],
  newsletters: { source: 'specification', issues: [] },
  events: [],
};

const sets = listDataSets(content, site);
const recordsOf = (name: string) => sets.find((set) => set.name === name)?.records;

it('records have places, days, papers and authors in parts, addresses of pages, and sources, the newest first', () => {
  expect(recordsOf('editions')).toMatchObject([
    {
      series: 'GMP',
      city: 'Canmore',
      countryOrRegion: 'Canada',
      place: 'Canmore, Alberta, Canada',
      start: '2025-06-29',
      end: '2025-07-01',
      submissions: 234,
      acceptedPapers: 45,
      report: `${site.address}/report`,
    },
  ]);
  expect(recordsOf('best-papers')).toMatchObject([
    { authors: ['Ada One', 'Cy Three (University C, Seoul)'] },
  ]);
  expect(recordsOf('proceedings')).toMatchObject([
    { kind: 'proceedings', issue: undefined, link: 'https://example.org/issue' },
    { kind: 'selected papers', issue: 'Volume 7' },
  ]);
  expect(recordsOf('talks')?.map(({ date }) => date)).toEqual(['2025-02-28', '2022-03-01', '2018-12-06']);
  expect(recordsOf('talks')?.[1]).toMatchObject({
    start: '2022-03-01T11:00:00.000Z',
    chairAffiliation: undefined,
    page: `${site.address}/webinar#session3`,
    sources: ['specification', source],
  });
  expect(recordsOf('awards')?.map(({ award, year }) => [award, year])).toEqual([['Young Award', 2021]]);
  expect(recordsOf('committees')).toMatchObject([
    { body: 'Officers', role: 'Chair', affiliation: 'Lab, University A' },
    { body: 'Executive Committee', position: 'Professor' },
    { body: 'Emeritus members of the steering committee, Geometry', page: `${site.address}/conferences` },
    { body: 'Working team, AG Webinar', name: 'Cy Three' },
    { body: 'Committee, Workshop W', role: 'Chair', countryOrRegion: 'Korea' },
    { body: 'Organizers, Asiagraphics Summit 2018' },
  ]);
});

const aliases = [{ name: 'Ada One', also: ['Ada 一 One'] }];

const collect = (withSamples = false) => collectPeople(content, { aliases }, withSamples);
const titlesOf = (name: string) =>
  collect()
    .find((person) => person.name === name)
    ?.records.map(({ group, title }) => `${group}: ${title}`);

it('a person’s page has everything that content says, newest first in its group, with links to the pages that show it', () => {
  const ada = collect().find(({ slug }) => slug === 'ada-one');
  // The other spellings, the last affiliation and homepage.
  const known = { also: ['Ada 一 One'], place: 'University A', link: 'https://example.org/ada' };
  expect(ada).toMatchObject(known);
  expect(ada?.records.map(({ group, title, href }) => [`${group}: ${title}`, href])).toEqual([
    ['Offices: Chair, Asia Graphics Association', '/about#officers'],
    ['Awards: Young Award 2021', '/awards/young2021'],
    ['Talks: “Shapes, "lines"\nand 曲面”', '/webinar#session3'],
    ['Talks: “On meshes”', '/awards/young2021'],
    ['Talks: “T”', '/agsummit2018'],
    ['Conferences: Program co-chair, GMP 2025', '/GMPConferences'],
    ['Best papers: “A paper”', '/GMPConferences'],
  ]);
  expect(titlesOf('Ben Two')).toEqual([
    'Conferences: Keynote speaker, GMP 2025',
    'Sessions and juries: Session chair, “Light”',
    'Sessions and juries: Chair, AG Webinar Session 3',
  ]);
  // A date in place of a chair's institution is none.
  expect(collect().find(({ name }) => name === 'Ben Two')?.place).toBeUndefined();
  expect(titlesOf('Cy Three')).toEqual([
    'Offices: Member of the Executive Committee, Asia Graphics Association',
    'Best papers: “A paper”',
    'Sessions and juries: Jury chair, Young Award 2021',
    'Committees: Chair',
    'Committees: Working team, AG Webinar',
  ]);
});

it('samples are in no record of a published page and make nobody known, and are marked while they are shown', () => {
  const published = collect();
  expect(published.map(({ name }) => name).sort()).toEqual(['Ada One', 'Ben Two', 'Cy Three', 'Di Four']);
  expect(published.flatMap(({ records }) => records).filter(({ sample }) => sample)).toEqual([]);
  const shown = collect(true);
  expect(shown.filter(({ sample }) => sample).map(({ name }) => name)).toContain('Stanford Bunny');
  const ben = shown.find(({ name }) => name === 'Ben Two');
  expect(ben?.sample).toBeUndefined();
  expect(ben?.records.filter(({ sample }) => sample)).toHaveLength(3);
});
