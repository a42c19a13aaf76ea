import type { BestPaper, Edition, Publication, Series } from '../../schemas/conferences.ts';
import type { EditionRecord } from '../../schemas/open-data.ts';
import { parseAuthors } from './names.ts';
import type { AddressOf } from './record-fields.ts';

type EditionKey = Pick<EditionRecord, 'series' | 'year' | 'sources'>;

/** City, and country or region, of `Canmore, Alberta, Canada`; a place of one name is both. */
const splitPlace = (place: string) => {
  const parts = place.split(', ');
  return { city: parts[0] ?? place, countryOrRegion: parts.at(-1) ?? place };
};

const month = '(January|February|March|April|May|June|July|August|September|October|November|December)';
const exactDates = new RegExp(`^${month} (\\d+)(?:-(\\d+)| - ${month} (\\d+))?, (\\d{4})$`);

/** The first and the last day of `June 29 - July 1, 2014`. Empty for dates that are less exact. */
const parseDates = (dates: string): { start?: string; end?: string } => {
  const [, from, first, last = first, to = from, day = last, year] = exactDates.exec(dates) ?? [];
  if (year === undefined) return {};
  const format = (text: string) => new Date(`${text}, ${year} UTC`).toISOString().slice(0, 10);
  return { start: format(`${from} ${first}`), end: format(`${to} ${day}`) };
};

/** The numbers of `234 submissions, 45 accepted papers, acceptance rate 19%`. */
const parseStatistics = (statistics: string) => {
  const [, submissions, accepted] = /(\d+) submissions, (\d+) accepted papers/.exec(statistics) ?? [];
  return submissions === undefined
    ? {}
    : { submissions: Number(submissions), acceptedPapers: Number(accepted) };
};

/** An edition as a record. Older forms of an entry are converted here. */
const toEditionRecord = (
  edition: Edition,
  { shortName, name }: Series,
  addressOf: AddressOf,
): EditionRecord => {
  const { location, dates, statistics, conferenceChair, reportLink } = edition;
  return {
    series: shortName,
    seriesName: name,
    year: edition.year,
    number: edition.number,
    ...(location && { ...splitPlace(location), place: location }),
    note: edition.additionalLocationInfo,
    dates,
    ...(dates && parseDates(dates)),
    heldWith: edition.heldWith,
    link: edition.link,
    programChairs: edition.programChairs,
    conferenceChairs: edition.conferenceChairs ?? (conferenceChair ? [conferenceChair] : undefined),
    organizationChairs: edition.organizationChairs,
    posterChairs: edition.posterChairs,
    demoChairs: edition.demoChairs,
    keynoteSpeakers: edition.keynoteSpeakers,
    incomplete: edition.incomplete,
    statistics,
    ...(statistics && parseStatistics(statistics)),
    report: reportLink && addressOf(reportLink),
    sources: edition.sources,
  };
};

export const toBestPaperRecord = ({ title, authors, award, link }: BestPaper, edition: EditionKey) => ({
  ...edition,
  award,
  title,
  authors: parseAuthors(authors).map(({ name, affiliation }) =>
    affiliation ? `${name} (${affiliation})` : name,
  ),
  link,
});

/** A publication as a record: some entries have the address in place of the issue. */
export const toProceedingsRecord = (
  { specialIssue, journal, journalLink, link, description }: Publication,
  kind: 'proceedings' | 'selected papers',
  edition: EditionKey,
) => {
  const isAddress = specialIssue !== undefined && URL.canParse(specialIssue);
  return {
    ...edition,
    kind,
    issue: isAddress ? undefined : specialIssue,
    journal,
    journalLink,
    description,
    link: isAddress ? specialIssue : link,
  };
};

/** The editions of all series as records. */
export const listEditionRecords = (series: Series[], addressOf: AddressOf) =>
  series.flatMap((one) => one.editions.map((edition) => toEditionRecord(edition, one, addressOf)));
