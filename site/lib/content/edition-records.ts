import type { Edition, Publication, Series } from '../../schemas/conferences.ts';
import { parseAuthors, type parseName } from './names.ts';

/** City, and country or region, of `Canmore, Alberta, Canada`; a place of one name is both. */
const splitPlace = (place: string | undefined): { city?: string; countryOrRegion?: string } => {
  if (place === undefined) return {};
  const parts = place.split(', ');
  return { city: parts[0] ?? place, countryOrRegion: parts.at(-1) ?? place };
};

const month = '(January|February|March|April|May|June|July|August|September|October|November|December)';
const exactDates = new RegExp(`^${month} (\\d+)(?:-(\\d+)| - ${month} (\\d+))?, (\\d{4})$`);

/** The first and the last day of `June 29 - July 1, 2014`. Empty for dates that are less exact. */
const parseDates = (dates = ''): { start?: string; end?: string } => {
  const [, from, first, last = first, to = from, day = last, year] = exactDates.exec(dates) ?? [];
  if (year === undefined) return {};
  const format = (text: string) => new Date(`${text}, ${year} UTC`).toISOString().slice(0, 10);
  return { start: format(`${from} ${first}`), end: format(`${to} ${day}`) };
};

/** The numbers of `234 submissions, 45 accepted papers, acceptance rate 19%`. */
const parseStatistics = (statistics = ''): { submissions?: number; acceptedPapers?: number } => {
  const [, submissions, accepted] = /(\d+) submissions, (\d+) accepted papers/.exec(statistics) ?? [];
  return submissions === undefined
    ? {}
    : { submissions: Number(submissions), acceptedPapers: Number(accepted) };
};

/** An edition as a record. Older forms of an entry are converted here. */
const toEditionRecord = (edition: Edition, { shortName, name, pages }: Series) => {
  const { location, conferenceChair } = edition;
  return {
    ...edition,
    series: shortName,
    seriesName: name,
    place: location,
    ...splitPlace(location),
    note: edition.additionalLocationInfo,
    ...parseDates(edition.dates),
    conferenceChairs: edition.conferenceChairs ?? (conferenceChair ? [conferenceChair] : undefined),
    ...parseStatistics(edition.statistics),
    report: edition.reportLink,
    page: pages?.find(({ text }) => text === 'Conferences')?.href ?? '/conferences',
  };
};
export type EditionRecord = ReturnType<typeof toEditionRecord>;

/** The editions of all series. */
export const listEditionRecords = (series: Series[]): EditionRecord[] =>
  series.flatMap((one) => one.editions.map((edition) => toEditionRecord(edition, one)));

const withAffiliation = ({ name, affiliation }: ReturnType<typeof parseName>) =>
  affiliation ? `${name} (${affiliation})` : name;

/** The papers that received an award of their conference. */
export const listBestPapers = (editions: EditionRecord[]) =>
  editions.flatMap(({ bestPaperAwards = [], series, year, sources, page }) =>
    bestPaperAwards.map((paper) => ({
      ...paper,
      series,
      year,
      authors: parseAuthors(paper.authors).map(withAffiliation),
      sources,
      page,
    })),
  );

/** Some entries have the address in place of the issue. */
const toPublication = ({ specialIssue, link, ...publication }: Publication, kind: string) => {
  const isAddress = specialIssue !== undefined && URL.canParse(specialIssue);
  return isAddress
    ? { ...publication, kind, link: specialIssue }
    : { ...publication, kind, issue: specialIssue, link };
};

/** The journal issues and volumes with the papers of editions: all of them, or a selection. */
export const listProceedings = (editions: EditionRecord[]) =>
  editions.flatMap(({ proceedings = [], selectedPapers = [], series, year, sources }) =>
    [
      ...[proceedings].flat().map((one) => toPublication(one, 'proceedings')),
      ...[selectedPapers].flat().map((one) => toPublication(one, 'selected papers')),
    ].map((publication) => ({ ...publication, series, year, sources })),
  );
