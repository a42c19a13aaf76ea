import type * as z from 'zod';
import type { Issue } from '../../schemas/news.ts';
import type { DataSetName, dataRecords } from '../../schemas/open-data.ts';
import type { Site } from '../../schemas/site.ts';
import { listCommitteeRecords } from './committee-records.ts';
import { listEditionRecords, toBestPaperRecord, toProceedingsRecord } from './edition-records.ts';
import type { PeopleContent } from './mentions.ts';
import { isFact, listSources, type Source } from './record-fields.ts';
import { listTalkRecords } from './talk-records.ts';

/** What the data sets are made of. */
export type OpenContent = PeopleContent & {
  newsletters: { source: Source; issues: Pick<Issue, 'number' | 'date' | 'document'>[] };
  events: { title: string; path: string; start: string; end: string; place: string; source: Source }[];
};

export type Value = string | number | string[] | undefined;

export type DataSet = {
  name: DataSetName;
  title: string;
  description: string;
  records: Record<string, Value>[];
};

/** Holds the records to the types of their schema. */
const dataSet = <Name extends DataSetName>(
  name: Name,
  title: string,
  description: string,
  records: z.infer<(typeof dataRecords)[Name]>[] & DataSet['records'],
): DataSet => ({ name, title, description, records });

/** The data sets of the site. */
export const listDataSets = (content: OpenContent, { address }: Site): DataSet[] => {
  const addressOf = (path: string) => new URL(path, address).href;
  const { series, awards, newsletters, events } = content;
  const editions = series.flatMap((one) =>
    one.editions.map((edition) => ({
      edition,
      of: { series: one.shortName, year: edition.year, sources: edition.sources },
    })),
  );
  return [
    dataSet(
      'editions',
      'Conference editions',
      'Places, dates, chairs and numbers of papers of PG, GMP and CVM.',
      listEditionRecords(series, addressOf),
    ),
    dataSet(
      'best-papers',
      'Best papers',
      'Papers that received an award of their conference.',
      editions.flatMap(({ edition, of }) =>
        (edition.bestPaperAwards ?? []).map((paper) => toBestPaperRecord(paper, of)),
      ),
    ),
    dataSet(
      'proceedings',
      'Proceedings',
      'Journal issues and volumes with the papers of editions.',
      editions.flatMap(({ edition, of }) => [
        ...[edition.proceedings ?? []].flat().map((one) => toProceedingsRecord(one, 'proceedings', of)),
        ...[edition.selectedPapers ?? []]
          .flat()
          .map((one) => toProceedingsRecord(one, 'selected papers', of)),
      ]),
    ),
    dataSet(
      'awards',
      'Awards',
      'Winners of the three awards of the association, as far as known.',
      content.awardPages
        .filter(({ page }) => isFact(page))
        .toSorted((a, b) => b.year - a.year)
        .map(({ award, year, path, page: { winner, field, announced, talk, jury, source } }) => ({
          award: awards.find(({ id }) => id === award)?.name ?? award,
          year,
          winner: winner.name,
          position: winner.position,
          affiliation: winner.affiliation,
          countryOrRegion: winner.country,
          link: winner.link,
          field,
          announced,
          talkTitle: talk?.title,
          talkDate: talk?.date,
          talkEvent: talk?.event,
          jury,
          page: addressOf(path),
          sources: listSources(source),
        })),
    ),
    dataSet(
      'talks',
      'Talks',
      'Talks of the AG Webinar, the workshops and the summit.',
      listTalkRecords(content, addressOf),
    ),
    dataSet(
      'committees',
      'Officers and committees',
      'Officers, the Executive Committee, steering and workshop committees.',
      listCommitteeRecords(content, addressOf),
    ),
    dataSet(
      'newsletters',
      'Newsletter issues',
      'Dates and documents of the issues, as far as known.',
      newsletters.issues.map((issue) => ({
        number: issue.number,
        date: issue.date,
        document: issue.document && addressOf(issue.document),
        sources: listSources(newsletters.source),
      })),
    ),
    dataSet(
      'events',
      'Workshops and summits',
      'Times and places of events with a page of their own.',
      events
        .toSorted((a, b) => b.start.localeCompare(a.start))
        .map(({ path, source, ...event }) => ({
          ...event,
          page: addressOf(path),
          sources: listSources(source),
        })),
    ),
  ];
};
