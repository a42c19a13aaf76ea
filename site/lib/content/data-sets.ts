import { formatCsv } from '#shared/csv';
import { hongKongDate } from '#shared/hong-kong';
import { loadContent, loadPages } from './collections.ts';
import { newsletters, site } from './data.ts';
import { listBestPapers, listEditionRecords, listProceedings } from './edition-records.ts';
import { issues } from './files.ts';
import { listAwardRecords, listCommitteeRecords, listTalkRecords } from './records.ts';

export const dataFormats = ['json', 'csv'] as const;
type DataFormat = (typeof dataFormats)[number];

/** A data set, with the columns of its records in order. `name` is also that of its files, /data/<name>.json and .csv. */
const set = (name: string, title: string, description: string, columns: string, records: object[]) => ({
  name,
  title,
  description,
  columns: columns.split(/\s+/),
  records,
});
type DataSet = ReturnType<typeof set>;

/** The data sets of the site. */
export const loadDataSets = async (): Promise<DataSet[]> => {
  const content = await loadContent();
  const editions = listEditionRecords(content.series);
  const issueRecords = newsletters.issues.map(({ number, date, toBeConfirmed: sample }) => {
    const href = issues.find((issue) => issue.number === number)?.href;
    const document = href === sample?.document ? undefined : href;
    return { number, date, document, sources: newsletters.source };
  });
  const events = (await loadPages()).flatMap(({ title, path: page, event, source: sources }) =>
    event && page ? [{ ...event, title, page, sources }] : [],
  );
  return [
    set(
      'editions',
      'Conference editions',
      'Places, dates, chairs and numbers of papers of PG, GMP and CVM.',
      `series seriesName year number city countryOrRegion place note dates start end heldWith link programChairs conferenceChairs
      organizationChairs posterChairs demoChairs keynoteSpeakers incomplete statistics submissions acceptedPapers report sources`,
      editions,
    ),
    set(
      'best-papers',
      'Best papers',
      'Papers that received an award of their conference.',
      'series year award title authors link sources',
      listBestPapers(editions),
    ),
    set(
      'proceedings',
      'Proceedings',
      'Journal issues and volumes with the papers of editions.',
      'series year kind issue journal journalLink description link sources',
      listProceedings(editions),
    ),
    set(
      'awards',
      'Awards',
      'Winners of the three awards of the association, as far as known.',
      `award year winner position affiliation countryOrRegion link field announced talkTitle talkDate talkEvent jury page
      sources`,
      listAwardRecords(content),
    ),
    set(
      'talks',
      'Talks',
      'Talks of the AG Webinar, the workshops and the summit.',
      `event session date start end title speaker position affiliation link chair chairAffiliation recording page sources`,
      listTalkRecords(content),
    ),
    set(
      'committees',
      'Officers and committees',
      'Officers, the Executive Committee, steering and workshop committees.',
      'body role name position affiliation countryOrRegion term link page sources',
      listCommitteeRecords(content),
    ),
    set(
      'newsletters',
      'Newsletter issues',
      'Dates and documents of the issues, as far as known.',
      'number date document sources',
      issueRecords,
    ),
    set(
      'events',
      'Workshops and summits',
      'Times and places of events with a page of their own.',
      'title start end place page sources',
      events.toSorted((a, b) => b.start.localeCompare(a.start)),
    ),
  ];
};

/** A field as the files have it: a page of this site by its whole address, and each source once. */
const fieldOf = (record: object, column: string): unknown => {
  const value: unknown = Object.entries(record).find(([name]) => name === column)?.[1];
  if (column === 'sources') return [...new Set([value ?? []].flat(2))];
  return typeof value === 'string' && value.startsWith('/') ? new URL(value, site.address).href : value;
};

/** A data set as a file. In CSV (RFC 4180), the values of a list are parted by `; `. */
export const formatDataSet = async (set: DataSet, format: DataFormat, builtAt: Date) => {
  const { title, description, columns } = set;
  const ofColumns = <Value>(pick: (column: string) => Value) =>
    Object.fromEntries(columns.map((column) => [column, pick(column)]));
  const records = set.records.map((record) => ofColumns((column) => fieldOf(record, column)));
  if (format === 'csv')
    return formatCsv(
      records.map((record) => ofColumns((column) => [record[column] ?? ''].flat().join('; '))),
      columns,
    );
  const file = {
    title,
    description,
    publisher: site.name,
    page: new URL('/data', site.address).href,
    licence: site.dataLicence,
    builtOn: hongKongDate(builtAt),
    records,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
};
