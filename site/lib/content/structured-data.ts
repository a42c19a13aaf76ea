import type { BreadcrumbList, Dataset, Event, Organization, Person, Thing } from 'schema-dts';
import type { AwardPage } from '../../schemas/awards.ts';
import type { Page } from '../../schemas/page.ts';
import type { WebinarSession } from '../../schemas/webinar.ts';
import { site } from './data.ts';
import { sessionHours, sessionLinkTitle, sessionPath } from './webinar.ts';

// What a page tells search engines, in the vocabulary of schema.org. Samples are in no build: their tag is for readers.

const addressOf = (path: string) => new URL(path, site.address).href;

const organizer = { '@type': 'Organization', name: site.name, url: site.address } satisfies Organization;

/** The association, for Home. */
export const association: Organization = {
  ...organizer,
  alternateName: [site.shortName, site.product],
  legalName: site.officialName,
  logo: addressOf('/icon-512.png'),
};

/** The way from Home to a page, where there is a page between them. */
export const describeBreadcrumbs = (items: { text: string; href: string }[]): BreadcrumbList[] => {
  if (items.length < 3) return [];
  const itemListElement = items.map(({ text, href }, at) => ({
    '@type': 'ListItem' as const,
    position: at + 1,
    name: text,
    item: addressOf(href),
  }));
  return [{ '@type': 'BreadcrumbList', itemListElement }];
};

type Named = { name: string; position?: string | undefined; affiliation?: string | undefined };

const describePerson = ({ name, position, affiliation }: Named, url: string | undefined) =>
  ({
    '@type': 'Person',
    name,
    ...(position && { jobTitle: position }),
    ...(affiliation && { affiliation: { '@type': 'Organization', name: affiliation } }),
    ...(url && { url }),
  }) satisfies Person;

/** The winner of an award, if known. */
export const describeWinner = ({ winner, sample }: AwardPage, award: string): Person[] =>
  sample ? [] : [{ ...describePerson(winner, winner.link), award }];

/**
 * What others copy from an award's page, into results of a search and into links: who received it, and for what. Samples
 * are not in it, because their tag would be lost.
 */
export const describeAward = (title: string, page: AwardPage) => {
  const { winner, field, sample } = page;
  if (sample) return `The ${title} of the ${site.name}.`;
  const who = [winner.name, winner.affiliation].filter(Boolean).join(', ');
  return [`${title} of the ${site.name}: ${who}.`, ...(field ? [`${field}.`] : [])].join(' ');
};

/** What is said of somebody with a page of their own. */
interface KnownPerson {
  name: string;
  affiliation?: string | undefined;
  link?: string | undefined;
  /** Other spellings of the name. */
  also: string[];
  records: { group: string; title: string }[];
}

/** Somebody with a page of their own. */
export const describeKnownPerson = (person: KnownPerson): Person => {
  const awards = person.records
    .filter(({ group }) => group === 'Awards')
    .map(({ title }) => `${title}, Asia Graphics Association`);
  return {
    ...describePerson({ name: person.name, affiliation: person.affiliation }, person.link),
    ...(person.also.length > 0 && { alternateName: person.also }),
    ...(awards.length > 0 && { award: awards }),
  };
};

const formatMoment = (moment: Date) => moment.toISOString().replace(':00.000', '');

/** The newest session of the web seminar: the one that is announced, or was last. */
export const describeNewestSession = (sessions: WebinarSession[]): Event[] =>
  sessions
    .filter(({ sample }) => !sample)
    .slice(0, 1)
    .map((session) => {
      const { start, end } = sessionHours(session);
      const url = addressOf(sessionPath(session.number));
      return {
        '@type': 'Event',
        name: `AG Webinar ${sessionLinkTitle(session)}`,
        startDate: formatMoment(start),
        endDate: formatMoment(end),
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url },
        organizer,
        performer: session.talks.map(({ speaker }) => describePerson(speaker, speaker.url)),
      };
    });

/** The event that a page is about. */
export const describeEvent = ({ title, event }: Pick<Page, 'title' | 'event'>): Event[] =>
  event
    ? [
        {
          '@type': 'Event',
          name: title,
          startDate: event.start,
          endDate: event.end,
          location: { '@type': 'Place', name: event.place, address: event.place },
          organizer,
        },
      ]
    : [];

/** The data sets, as one. */
export const describeData = (description: string): Dataset => ({
  '@type': 'Dataset',
  name: `Records of the ${site.name}`,
  description,
  creator: organizer,
  ...(site.dataLicence && { license: site.dataLicence.link }),
});

/** For a script element: `<` would let a text end it. */
export const formatStructuredData = (things: Thing[]) =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c');
