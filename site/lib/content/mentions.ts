import type { Award, AwardPage } from '../../schemas/awards.ts';
import type { Details, Series } from '../../schemas/conferences.ts';
import type { Summit, Workshop } from '../../schemas/events.ts';
import type { CommitteeMember, People, Person as PersonInRole } from '../../schemas/people.ts';
import type { Webinar, WebinarSession } from '../../schemas/webinar.ts';
import { parseAuthors, parseName } from './names.ts';
import { findInstitution, sessionPath } from './webinar.ts';

/** The headings of a person's page, in order. */
export const recordGroups = [
  'Offices',
  'Awards',
  'Talks',
  'Conferences',
  'Best papers',
  'Sessions and juries',
  'Committees',
] as const;
type Group = (typeof recordGroups)[number];

/** One thing that content/ says of a person, and the page that shows it. */
export type PersonRecord = {
  group: Group;
  title: string;
  detail?: string | undefined;
  /** As exactly as it is known: 2025-10-28, 2025-10 or 2025. */
  date?: string | undefined;
  href: string;
  sample?: true | undefined;
};

/** A person's name where content/ has it. */
export type Mention = PersonRecord & {
  name: string;
  affiliation?: string | undefined;
  country?: string | undefined;
  link?: string | undefined;
};

/** The files of content/ that name people. */
export type PeopleContent = {
  people?: People | undefined;
  webinar?: Webinar | undefined;
  summit?: Summit | undefined;
  awards: Award[];
  awardPages: { award: string; year: number; path: string; page: AwardPage }[];
  sessions: WebinarSession[];
  series: Series[];
  workshops: { title: string; path: string; date?: string | undefined; workshop: Workshop }[];
};

const association = 'Asia Graphics Association';
export const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', ') || undefined;

const inRole = ({ name, affiliation, institution, country, link, sample }: PersonInRole) => ({
  name,
  affiliation: joined(affiliation, institution),
  country,
  link,
  sample,
});

const inCommittee = ({ name, affiliation, link, sample }: CommitteeMember) => ({
  name,
  affiliation,
  link,
  sample,
});

const mentionOffices = ({ officers, executiveCommittee }: People): Mention[] => [
  ...officers.map((person) => ({
    ...inRole(person),
    group: 'Offices' as const,
    title: joined(person.title ?? 'Officer', association) ?? '',
    detail: person.term,
    href: '/about#officers',
  })),
  ...executiveCommittee.map((person) => ({
    ...inRole(person),
    group: 'Offices' as const,
    title: `Member of the Executive Committee, ${association}`,
    detail: person.term,
    href: '/about#executive-committee',
  })),
];

const mentionAward = (
  { award, year, path, page }: PeopleContent['awardPages'][number],
  awards: Award[],
): Mention[] => {
  const { winner, field, announced, talk, jury = [], sample } = page;
  const title = joined(`${awards.find(({ id }) => id === award)?.name ?? 'Award'} ${year}`) ?? '';
  const at = { date: announced ?? `${year}`, href: path, sample };
  const { name, affiliation, country, link } = winner;
  return [
    { ...at, group: 'Awards', name, affiliation, country, link, title, detail: field },
    ...(talk
      ? [
          {
            ...at,
            group: 'Talks' as const,
            name,
            affiliation,
            country,
            title: `“${talk.title}”`,
            detail: `Award talk, ${talk.event}`,
            date: talk.date,
          },
        ]
      : []),
    ...(talk?.chair
      ? [
          {
            ...at,
            ...parseName(talk.chair),
            group: 'Sessions and juries' as const,
            title: `Session chair of the award talk, ${title}`,
            date: talk.date,
          },
        ]
      : []),
    ...jury.map((text) => ({
      ...at,
      ...parseName(text),
      group: 'Sessions and juries' as const,
      title: `Jury chair, ${title}`,
    })),
  ];
};

const mentionSession = (session: WebinarSession): Mention[] => {
  const { number, date, chair, talks, sample } = session;
  const at = { date, href: sessionPath(number), sample };
  const of = `AG Webinar Session ${number}`;
  return [
    ...talks.map(({ title, speaker: { name, affiliation, url } }) => ({
      ...at,
      group: 'Talks' as const,
      name,
      affiliation,
      link: url,
      title: `“${title}”`,
      detail: of,
    })),
    ...(chair
      ? [
          {
            ...at,
            group: 'Sessions and juries' as const,
            name: chair.name,
            affiliation: findInstitution(chair),
            link: chair.url,
            title: `Chair, ${of}`,
          },
        ]
      : []),
  ];
};

const summitAt = { date: '2018-12-06', href: '/agsummit2018' };

/** The summit of content/summit2018.json. */
export const summitEvent = { ...summitAt, title: 'Asiagraphics Summit 2018' };

const mentionSummit = ({ timetable, organizers }: Summit): Mention[] => [
  ...timetable.flatMap(({ talks = [] }) =>
    talks.map(({ title, speaker: { name, affiliation, link }, sample }) => ({
      ...summitAt,
      group: 'Talks' as const,
      name,
      affiliation,
      link,
      sample,
      title: `“${title}”`,
      detail: summitEvent.title,
    })),
  ),
  ...organizers.map((person) => ({
    ...summitAt,
    ...inRole(person),
    group: 'Committees' as const,
    title: `Organizer, ${summitEvent.title}`,
  })),
];

const mentionWorkshop = ({ title, path, date, workshop }: PeopleContent['workshops'][number]): Mention[] => {
  const at = { date, href: path };
  return [
    ...workshop.profiles.map(({ name, affiliation, link, talk, sample }) => ({
      ...at,
      group: 'Talks' as const,
      name,
      affiliation,
      link,
      sample,
      title: talk ? `“${talk}”` : 'Invited speaker',
      detail: title,
    })),
    ...workshop.programme.flatMap(({ day, sessions }) =>
      sessions.flatMap(({ title: session, chair, sample }) =>
        chair
          ? [
              {
                ...at,
                ...parseName(chair),
                group: 'Sessions and juries' as const,
                title: `Session chair, “${session.replace(/\.$/, '')}”`,
                detail: title,
                date: day,
                sample,
              },
            ]
          : [],
      ),
    ),
    ...workshop.committee.map(({ name, institution, country, role, sample }) => ({
      ...at,
      group: 'Committees' as const,
      name,
      affiliation: institution,
      country,
      sample,
      title: role ?? 'Committee',
      detail: title,
    })),
  ];
};

const mentionDetails = (details: Details, edition: string, at: Omit<PersonRecord, 'group' | 'title'>) => {
  const roles = [
    ['Program co-chair', details.programChairs],
    ['Conference chair', details.conferenceChairs ?? (details.conferenceChair && [details.conferenceChair])],
    ['Organization chair', details.organizationChairs],
    ['Poster chair', details.posterChairs],
    ['Demo chair', details.demoChairs],
    ['Keynote speaker', details.keynoteSpeakers],
  ] as const;
  return [
    ...roles.flatMap(([role, names]) =>
      (names || []).map((text) => ({
        ...at,
        ...parseName(text),
        group: 'Conferences' as const,
        title: `${role}, ${edition}`,
      })),
    ),
    ...(details.bestPaperAwards ?? []).flatMap(({ title, authors, award }) =>
      parseAuthors(authors).map((author) => ({
        ...at,
        ...author,
        group: 'Best papers' as const,
        title: `“${title}”`,
        detail: joined(award ?? 'Best paper award', edition),
      })),
    ),
  ];
};

const mentionSeries = ({ shortName, name: series, pages, steering, editions }: Series): Mention[] => {
  const pageOf = (text: string) => pages?.find((page) => page.text === text)?.href ?? '/conferences';
  const committee = (members: CommitteeMember[] = [], title: string) =>
    members.map((member) => ({
      ...inCommittee(member),
      group: 'Committees' as const,
      title: `${title}, ${series}`,
      detail: member.role,
      href: pageOf('Home'),
    }));
  return [
    ...committee(steering?.members, 'Steering committee'),
    ...committee(steering?.emeritus, 'Emeritus member of the steering committee'),
    ...editions.flatMap((edition) => {
      const at = { date: `${edition.year}`, href: pageOf('Conferences') };
      const title = `${shortName} ${edition.year}`;
      return [
        ...mentionDetails(edition, title, at),
        ...(edition.toBeConfirmed
          ? mentionDetails(edition.toBeConfirmed, title, { ...at, sample: true })
          : []),
      ];
    }),
  ];
};

/** Every name in content/, with what is said there. */
export const listMentions = (content: PeopleContent): Mention[] => [
  ...(content.people ? mentionOffices(content.people) : []),
  ...content.awardPages.flatMap((page) => mentionAward(page, content.awards)),
  ...content.sessions.flatMap(mentionSession),
  ...(content.summit ? mentionSummit(content.summit) : []),
  ...content.workshops.flatMap(mentionWorkshop),
  ...content.series.flatMap(mentionSeries),
  ...(content.webinar?.team ?? []).map((member) => ({
    ...inCommittee(member),
    group: 'Committees' as const,
    title: 'Working team, AG Webinar',
    detail: member.role,
    href: '/webinar',
  })),
];
