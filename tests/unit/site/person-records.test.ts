import { expect, it } from 'vitest';
import type { PeopleContent } from '../../../site/lib/content/mentions.ts';
import { collectPeople, isOnSeveralPages } from '../../../site/lib/content/person-records.ts';
import { AwardPage } from '../../../site/schemas/awards.ts';
import { Summit, Workshop } from '../../../site/schemas/events.ts';
import { People } from '../../../site/schemas/people.ts';
import { Webinar, WebinarSession } from '../../../site/schemas/webinar.ts';
import { makeSeries, source, youngAward } from '../../support/site-content.ts';

const nothing: PeopleContent = { awards: [], awardPages: [], sessions: [], series: [], workshops: [] };

const edition = {
  year: 2025,
  programChairs: ['Ada One (University A)'],
  keynoteSpeakers: ['Ben Two'],
  bestPaperAwards: [{ title: 'A paper', authors: 'Ada One, Cy Three', award: 'Best student paper' }],
  toBeConfirmed: { sample: true, conferenceChair: 'Stanford Bunny', demoChairs: ['Ben Two'] },
  sources: [source],
};

const content: PeopleContent = {
  people: People.parse({
    officers: [{ title: 'Chair', name: 'Ada One', institution: 'University A', term: 'Since 2024', source }],
    executiveCommittee: [{ name: 'Ben Two', sample: true }],
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
  awards: youngAward,
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
  ],
  sessions: [
    WebinarSession.parse({
      number: 3,
      date: '2022-03-01',
      chair: { name: 'Ben Two', affiliation: 'Mar 1' },
      talks: [{ title: 'A talk', speaker: { name: 'Ada 一 One' } }],
      sources: [source],
    }),
  ],
  series: [
    makeSeries({
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
        committee: [{ name: 'Cy Three', institution: 'University C', role: 'Chair', source }],
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
};
const aliases = [{ name: 'Ada One', also: ['Ada 一 One'] }];

const collect = (withSamples = false) => collectPeople(content, { aliases }, withSamples);
const titlesOf = (name: string) =>
  collect()
    .find((person) => person.name === name)
    ?.records.map(({ group, title }) => `${group}: ${title}`);

it('a person’s page has everything that content says, newest first in its group', () => {
  expect(titlesOf('Ada One')).toEqual([
    'Offices: Chair, Asia Graphics Association',
    'Awards: Young Award 2021',
    'Talks: “A talk”',
    'Talks: “On meshes”',
    'Talks: “T”',
    'Conferences: Program co-chair, GMP 2025',
    'Best papers: “A paper”',
  ]);
  expect(titlesOf('Ben Two')).toEqual([
    'Conferences: Keynote speaker, GMP 2025',
    'Sessions and juries: Session chair, “Light”',
    'Sessions and juries: Chair, AG Webinar Session 3',
  ]);
  expect(titlesOf('Cy Three')).toEqual([
    'Best papers: “A paper”',
    'Sessions and juries: Jury chair, Young Award 2021',
    'Committees: Chair',
    'Committees: Working team, AG Webinar',
  ]);
  expect(titlesOf('Di Four')).toEqual([
    'Talks: Invited speaker',
    'Sessions and juries: Session chair of the award talk, Young Award 2021',
    'Committees: Organizer, Asiagraphics Summit 2018',
    'Committees: Emeritus member of the steering committee, Geometry',
  ]);
});

it('a person has one address, the last affiliation and homepage, the other spellings, and links to the pages that show the records', () => {
  const ada = collect().find(({ slug }) => slug === 'ada-one');
  expect(ada).toMatchObject({
    also: ['Ada 一 One'],
    place: 'University A',
    link: 'https://example.org/ada',
  });
  expect(ada?.records.map(({ href }) => href)).toEqual([
    '/about#officers',
    '/awards/young2021',
    '/webinar#session3',
    '/awards/young2021',
    '/agsummit2018',
    '/GMPConferences',
    '/GMPConferences',
  ]);
  // A date in place of a chair's institution is none.
  expect(collect().find(({ name }) => name === 'Ben Two')?.place).toBeUndefined();
});

it('samples are in no record of a published page and make nobody known, and are marked while they are shown', () => {
  const published = collect();
  expect(published.map(({ name }) => name).sort()).toEqual(['Ada One', 'Ben Two', 'Cy Three', 'Di Four']);
  expect(published.flatMap(({ records }) => records).filter(({ sample }) => sample)).toEqual([]);
  const samplesOf = (name: string) => {
    const person = collect(true).find((one) => one.name === name);
    const records = person?.records.filter(({ sample }) => sample).map(({ title }) => title);
    return [person?.sample, records];
  };
  expect(samplesOf('Stanford Bunny')).toEqual([true, ['Conference chair, GMP 2025']]);
  expect(samplesOf('Ben Two')).toEqual([
    undefined,
    ['Member of the Executive Committee, Asia Graphics Association', 'Demo chair, GMP 2025'],
  ]);
});

it('a person is known from several pages, of which an award with its talk is one', () => {
  const [first] = collectPeople(
    { ...nothing, awards: youngAward, awardPages: content.awardPages },
    { aliases: [] },
  );
  expect(first && [first.records.length, isOnSeveralPages(first)]).toEqual([2, false]);
  expect(collect().filter(isOnSeveralPages)).toHaveLength(4);
});
