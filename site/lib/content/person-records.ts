import { type Content, loadContent } from './collections.ts';
import { knownName, names, site } from './data.ts';
import { listBestPapers, listEditionRecords } from './edition-records.ts';
import { nameSlug, parseName, runsWithoutLanguage } from './names.ts';
import { joined, listAwardRecords, listCommitteeRecords, listTalkRecords } from './records.ts';

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

/** One thing that the records say of a person, and the page that shows it. */
export type PersonRecord = {
  group: Group;
  title: string;
  detail?: string | undefined;
  /** As exactly as it is known: 2025-10-28, 2025-10 or 2025. */
  date?: string | undefined;
  href: string;
};

type Named = {
  name: string;
  affiliation?: string | undefined;
  country?: string | undefined;
  link?: string | undefined;
};
type Mention = PersonRecord & Named;
type At = Pick<PersonRecord, 'href' | 'date'>;

const association = 'Asia Graphics Association';

const mention = (group: Group, person: Named | string, at: At, title: string, detail?: string): Mention => {
  const { name, affiliation, country, link }: Named = typeof person === 'string' ? parseName(person) : person;
  return { group, name, affiliation, country, link, title, detail, ...at };
};

const mentionOffices = (content: Content) =>
  listCommitteeRecords(content).map(
    ({ body, role, term, page: href, countryOrRegion: country, date, ...person }) => {
      const who = { ...person, country };
      return href.startsWith('/about')
        ? mention('Offices', who, { href }, `${role ?? `Member of the ${body}`}, ${association}`, term)
        : mention('Committees', who, { href, date }, body, role);
    },
  );

const mentionAwards = (content: Content) =>
  listAwardRecords(content).flatMap((award) => {
    const { year, winner: name, affiliation, countryOrRegion: country, link, page: href, field } = award;
    const { talkTitle, talkDate, talkEvent, talkChair, jury = [] } = award;
    const winner = { name, affiliation, country, link };
    const title = `${award.award} ${year}`;
    const at = { href, date: award.announced ?? `${year}` };
    const talk = { href, date: talkDate };
    return [
      mention('Awards', winner, at, title, field),
      ...jury.map((chair) => mention('Sessions and juries', chair, at, `Jury chair, ${title}`)),
      ...(talkTitle ? [mention('Talks', winner, talk, `“${talkTitle}”`, `Award talk, ${talkEvent}`)] : []),
      ...(talkChair
        ? [mention('Sessions and juries', talkChair, talk, `Session chair of the award talk, ${title}`)]
        : []),
    ];
  });

const mentionTalks = (content: Content) => {
  const talks = listTalkRecords(content).map((talk) => ({
    ...talk,
    event: talk.session ? `${talk.event} Session ${talk.session}` : talk.event,
    at: { href: talk.page, date: talk.date },
  }));
  // A session of two talks has one chair.
  const chaired = new Map(talks.filter(({ chair }) => chair).map((talk) => [talk.session, talk]));
  return [
    ...talks.map(({ speaker: name, affiliation, link, title, event, at }) =>
      mention('Talks', { name, affiliation, link }, at, title ? `“${title}”` : 'Invited speaker', event),
    ),
    ...[...chaired.values()].map(
      ({ chair = '', chairAffiliation: affiliation, chairLink: link, event, at }) =>
        mention('Sessions and juries', { name: chair, affiliation, link }, at, `Chair, ${event}`),
    ),
  ];
};

const roles = [
  ['programChairs', 'Program co-chair'],
  ['conferenceChairs', 'Conference chair'],
  ['organizationChairs', 'Organization chair'],
  ['posterChairs', 'Poster chair'],
  ['demoChairs', 'Demo chair'],
  ['keynoteSpeakers', 'Keynote speaker'],
] as const;

const mentionConferences = ({ series }: Content) => {
  const editions = listEditionRecords(series).map((edition) => ({
    ...edition,
    title: `${edition.series} ${edition.year}`,
    at: { href: edition.page, date: `${edition.year}` },
  }));
  return editions.flatMap((edition) => [
    ...roles.flatMap(([list, role]) =>
      (edition[list] ?? []).map((person) =>
        mention('Conferences', person, edition.at, `${role}, ${edition.title}`),
      ),
    ),
    ...listBestPapers([edition]).flatMap(({ title, authors, award = 'Best paper award' }) =>
      authors.map((author) =>
        mention('Best papers', author, edition.at, `“${title}”`, `${award}, ${edition.title}`),
      ),
    ),
  ]);
};

const newestFirst = (a: PersonRecord, b: PersonRecord) => (b.date ?? '').localeCompare(a.date ?? '');

const toPerson = (name: string, mentions: Mention[]) => {
  const sorted = mentions.toSorted(newestFirst);
  // Both are of one time: somebody may have moved.
  const { affiliation, country } =
    sorted.find((mention) => mention.affiliation) ?? sorted.find((mention) => mention.country) ?? {};
  return {
    slug: nameSlug(name),
    name,
    /** Other spellings of the name in content/names.json. */
    also: names.aliases.find((alias) => alias.name === name)?.also ?? [],
    /** As given last. */
    affiliation,
    /** The affiliation with its country. */
    place: affiliation?.endsWith(country ?? '') ? affiliation : joined(affiliation, country),
    link: sorted.find((mention) => mention.link)?.link,
    records: recordGroups.flatMap((group): PersonRecord[] =>
      sorted.filter((mention) => mention.group === group),
    ),
  };
};
export type Person = ReturnType<typeof toPerson>;

/**
 * Everybody whom the records name, each once.
 * @throws for a name that makes no address or that of another name, or whose language nothing tells
 */
export const listPeople = async (): Promise<Person[]> => {
  const content = await loadContent();
  const mentions = [
    ...mentionOffices(content),
    ...mentionAwards(content),
    ...mentionTalks(content),
    ...mentionConferences(content),
  ];
  const people = [...Map.groupBy(mentions, ({ name }) => knownName(name))].map(([name, all]) =>
    toPerson(name, all),
  );
  const problem = findNameProblem(people);
  if (problem) throw new Error(`content/names.json: ${problem}`);
  return people;
};

const findNameProblem = (people: Person[]) => {
  const [same] = [...Map.groupBy(people, ({ slug }) => slug)].filter(([, { length }]) => length > 1);
  const [unknown] = people
    .flatMap(({ name, also }) => [name, ...also])
    .flatMap((name) => runsWithoutLanguage(name, names.languages));
  const nameless = people.find(({ slug }) => slug === '');
  if (nameless)
    return `"${nameless.name}" has no Latin letters for its address. Add the Latin spelling with this one under "also" to "aliases".`;
  if (same)
    return `"${same[1].map(({ name }) => name).join('" and "')}" would have the same page, /people/${same[0]}. Use one spelling, add both to "aliases", or add an initial to one.`;
  return unknown
    ? `"${unknown}" is in characters that Chinese and Japanese share. Add its language to "languages": "zh-Hans" (simplified), "zh-Hant" (traditional), "ja" or "ko".`
    : undefined;
};

export const personPath = ({ slug }: Pick<Person, 'slug'>) => `/people/${slug}`;

/** A person's page in a sentence, for search engines and shared links. */
export const describeRecords = ({ name, place, records }: Person) => {
  const facts = records.slice(0, 3).map(({ title, detail }) => joined(title, detail));
  return `${joined(name, place)}, at the ${site.name}: ${facts.join('; ')}.`;
};

/** Whether there is enough to say of a person for a page of its own. */
export const hasOwnPage = ({ records }: Pick<Person, 'records'>) => records.length > 1;

/** Whether a person's page says more than the page that a reader comes from, which shows one of its records. */
export const isOnSeveralPages = ({ records }: Person) => new Set(records.map(({ href }) => href)).size > 1;
