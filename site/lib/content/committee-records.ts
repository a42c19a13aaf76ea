import type { CommitteeRecord } from '../../schemas/open-data.ts';
import type { CommitteeMember, Person } from '../../schemas/people.ts';
import { type PeopleContent, summitEvent } from './mentions.ts';
import { type AddressOf, isFact, listSources } from './record-fields.ts';

const listMembers = (members: CommitteeMember[] = [], body: string, page: string): CommitteeRecord[] =>
  members.filter(isFact).map(({ name, affiliation, role, link, source }) => ({
    body,
    role,
    name,
    affiliation,
    link,
    page,
    sources: listSources(source),
  }));

const listPersons = (
  persons: Person[] = [],
  body: string,
  page: string,
  meaning: 'role' | 'position',
): CommitteeRecord[] =>
  persons.filter(isFact).map((person) => ({
    body,
    name: person.name,
    [meaning]: person.title,
    affiliation: [person.affiliation, person.institution].filter(Boolean).join(', ') || undefined,
    countryOrRegion: person.country,
    term: person.term,
    link: person.link,
    page,
    sources: listSources(person.source),
  }));

/** Everybody in an office or a committee, in the order of the pages. */
export const listCommitteeRecords = (
  { people, series, webinar, workshops, summit }: PeopleContent,
  addressOf: AddressOf,
): CommitteeRecord[] => [
  ...listPersons(people?.officers, 'Officers', addressOf('/about#officers'), 'role'),
  ...listPersons(
    people?.executiveCommittee,
    'Executive Committee',
    addressOf('/about#executive-committee'),
    'position',
  ),
  ...series.flatMap(({ name, pages, steering }) => {
    const page = addressOf(pages?.find(({ text }) => text === 'Home')?.href ?? '/conferences');
    return [
      ...listMembers(steering?.members, `Steering committee, ${name}`, page),
      ...listMembers(steering?.emeritus, `Emeritus members of the steering committee, ${name}`, page),
    ];
  }),
  ...listMembers(webinar?.team, 'Working team, AG Webinar', addressOf('/webinar')),
  ...workshops.flatMap(({ title, path, workshop }) =>
    workshop.committee.filter(isFact).map(({ name, role, institution, country, source }) => ({
      body: `Committee, ${title}`,
      role,
      name,
      affiliation: institution,
      countryOrRegion: country,
      page: addressOf(path),
      sources: listSources(source),
    })),
  ),
  ...listPersons(summit?.organizers, `Organizers, ${summitEvent.title}`, addressOf(summitEvent.href), 'role'),
];
