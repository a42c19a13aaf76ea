import type { CommitteeMember, Person } from '../../schemas/people.ts';
import type { Content } from './collections.ts';
import { findInstitution, sessionHours, sessionPath } from './webinar.ts';

// What content/ says of people, as records: the rows of the open data, and what People lists. Samples are in none,
// whatever the build: their tag would be lost.

type Optional<Field extends string, Value = string> = { [name in Field]?: Value | undefined };
type Told = { page: string; sources: unknown };

/** Several parts of a sentence; undefined if none is known. */
export const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', ') || undefined;

const isFact = ({ sample }: { sample?: true | undefined }) => !sample;

/** The awards of the association whose winner is known, newest first. */
export const listAwardRecords = ({ awardPages }: Content) =>
  awardPages
    .filter(({ page }) => isFact(page))
    .map(({ award, year, path, page: { winner, talk, source: sources, ...page } }) => ({
      ...page,
      award: award.name,
      year,
      winner: winner.name,
      position: winner.position,
      affiliation: winner.affiliation,
      countryOrRegion: winner.country,
      link: winner.link,
      talkTitle: talk?.title,
      talkDate: talk?.date,
      talkEvent: talk?.event,
      talkChair: talk?.chair,
      page: path,
      sources,
    }));

type TalkRecord = Told & { event: string; speaker: string } & Optional<'session', number> &
  Optional<'date' | 'start' | 'end' | 'title' | 'position' | 'affiliation' | 'link' | 'recording'> &
  Optional<'chair' | 'chairAffiliation' | 'chairLink'>;

const summitEvent = { event: 'Asiagraphics Summit 2018', date: '2018-12-06', page: '/agsummit2018' };

/** The talks of the web seminar, the workshops and the summit, newest first. */
export const listTalkRecords = ({ sessions, workshops, summit }: Content): TalkRecord[] => {
  const inSeminar = sessions.filter(isFact).flatMap((session) =>
    session.talks.map(({ title, speaker: { name: speaker, position, affiliation, url: link } }) => ({
      event: 'AG Webinar',
      session: session.number,
      date: session.date,
      start: sessionHours(session).start.toISOString(),
      end: sessionHours(session).end.toISOString(),
      title,
      speaker,
      position,
      affiliation,
      link,
      chair: session.chair?.name,
      chairAffiliation: session.chair && findInstitution(session.chair),
      chairLink: session.chair?.url,
      recording: session.recording,
      page: sessionPath(session.number),
      sources: session.sources,
    })),
  );
  const inWorkshops = workshops.flatMap(({ title: event, path: page, date, workshop }) =>
    workshop.profiles
      .filter(isFact)
      .map(({ name: speaker, affiliation, link, talk: title, source: sources }) => ({
        event,
        date,
        title,
        speaker,
        affiliation,
        link,
        page,
        sources,
      })),
  );
  const atSummit = summit.timetable.flatMap(({ talks = [] }) =>
    talks.filter(isFact).map(({ title, speaker: { name: speaker, affiliation, link }, source: sources }) => ({
      ...summitEvent,
      title,
      speaker,
      affiliation,
      link,
      sources,
    })),
  );
  return [...inSeminar, ...inWorkshops, ...atSummit].toSorted((a, b) =>
    (b.date ?? '').localeCompare(a.date ?? ''),
  );
};

/** A person in an office or a committee. */
type CommitteeRecord = Told & { body: string; name: string } & Optional<
    'role' | 'position' | 'affiliation' | 'countryOrRegion' | 'term' | 'link' | 'date'
  >;

const listMembers = (body: string, page: string, members: CommitteeMember[] = []): CommitteeRecord[] =>
  members.filter(isFact).map(({ source: sources, ...member }) => ({ ...member, body, page, sources }));

const listPersons = (body: string, page: string, persons: Person[], means: 'role' | 'position') =>
  persons.filter(isFact).map(
    ({ name, title, affiliation, institution, country, term, link, source }): CommitteeRecord => ({
      body,
      name,
      [means]: title,
      term,
      link,
      page,
      affiliation: joined(affiliation, institution),
      countryOrRegion: country,
      sources: source,
    }),
  );

/** Everybody in an office or a committee, in the order of the pages. */
export const listCommitteeRecords = (content: Content): CommitteeRecord[] => {
  const { officers, executiveCommittee } = content.people;
  return [
    ...listPersons('Officers', '/about#officers', officers, 'role'),
    ...listPersons('Executive Committee', '/about#executive-committee', executiveCommittee, 'position'),
    ...content.series.flatMap(({ name, pages, steering }) => {
      const page = pages?.find(({ text }) => text === 'Home')?.href ?? '/conferences';
      return [
        ...listMembers(`Steering committee, ${name}`, page, steering?.members),
        ...listMembers(`Emeritus members of the steering committee, ${name}`, page, steering?.emeritus),
      ];
    }),
    ...listMembers('Working team, AG Webinar', '/webinar', content.webinar.team),
    ...content.workshops.flatMap(({ title, path: page, date, workshop }) =>
      workshop.committee.filter(isFact).map(({ name, role, institution, country, source }) => ({
        body: `Committee, ${title}`,
        role,
        name,
        affiliation: institution,
        page,
        date,
        countryOrRegion: country,
        sources: source,
      })),
    ),
    ...listPersons(`Organizers, ${summitEvent.event}`, summitEvent.page, content.summit.organizers, 'role'),
  ];
};
