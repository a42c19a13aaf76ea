import { existsSync, globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import type * as z from 'zod';
import { Archive } from '../../schemas/archive.ts';
import { AwardPage, Awards, Nominations } from '../../schemas/awards.ts';
import { type Edition, Series } from '../../schemas/conferences.ts';
import { Summit, Workshop } from '../../schemas/events.ts';
import { Names } from '../../schemas/names.ts';
import { NewsItem, Newsletters } from '../../schemas/news.ts';
import { Page } from '../../schemas/page.ts';
import { People } from '../../schemas/people.ts';
import { Pictures } from '../../schemas/pictures.ts';
import { Home, Nav, Site } from '../../schemas/site.ts';
import { Webinar, WebinarSession } from '../../schemas/webinar.ts';
import { parseDates, parseStatistics } from '../content/edition-records.ts';
import { astroPages, contentFolder, parseAwardId, resolvePath, siteSlug } from '../content/paths.ts';
import { readData } from '../content/read-data.ts';
import { checkSession, sessionFile } from '../content/webinar.ts';

type Kind = {
  pattern: string;
  schema: z.ZodType;
  /** The address of the page that shows the file, or the part of it in which a gap is. */
  page: (path: string, data: unknown, gap?: string) => string;
  nameProblem?: (path: string, data: unknown) => string | undefined;
  /** An MDX file that says nothing without a text. */
  needsText?: true;
  /** Problems with which the site can still show the data. */
  notices?: (data: unknown, folder: URL, now: Date) => string[];
};

const newsName = /^news\/(\d{4})\/(\d{4}(?:-\d{2}){0,2})-[a-z][a-z0-9-]*\.mdx$/;

/** Whether a session, an issue or an award that a news item is about exists. */
const isAnnounced = (of: string) => {
  const [kind, number = ''] = of.split('-');
  if (kind === 'session') return existsSync(new URL(sessionFile(Number(number)), contentFolder));
  if (kind === 'newsletter')
    return new RegExp(`"number": ${number}\\b`).test(
      readFileSync(new URL('newsletters.json', contentFolder), 'utf8'),
    );
  return existsSync(new URL(`awards/${of}.mdx`, contentFolder));
};

/** The error in a news item's file name, given the date inside. */
const newsNameProblem: Kind['nameProblem'] = (path, data) => {
  const [, year, day] = newsName.exec(path) ?? [];
  if (!year || !day)
    return 'Wrong file name. Use date and topic, for example news/2025/2025-10-28-webinar-34.mdx.';
  if (!day.startsWith(year)) return `Wrong folder. Move this file to news/${day.slice(0, 4)}/.`;
  const { data: item } = NewsItem.safeParse(data);
  if (item && item.date !== day)
    return `"date" is ${item.date}, but the file name says ${day}. Make them the same.`;
  return item?.of && !isAnnounced(item.of) ? `"of": There is no ${item.of} in content/.` : undefined;
};

/** The error in the name of an issue's document. */
const issueNameProblem = (path: string) => {
  const [, number] = /^newsletters\/issue-([1-9]\d*)\.\w+$/.exec(path) ?? [];
  if (!number) return 'Wrong file name. Use the number of the issue, for example newsletters/issue-15.pdf.';
  return isAnnounced(`newsletter-${number}`)
    ? undefined
    : `content/newsletters.json has no issue ${number}. Add its line there.`;
};

/** The error in a session's file name, given the number inside. */
const sessionNameProblem: Kind['nameProblem'] = (path, data) => {
  const { data: session } = WebinarSession.safeParse(data);
  if (!session || path === sessionFile(session.number)) return undefined;
  return `Wrong file name. "number" is ${session.number}, so use ${sessionFile(session.number)}, or correct the number.`;
};

const pictureFolder = new URL('webinars/speakers/', contentFolder);

/** A date so far ahead that its year is most likely mistyped: the item would stand first for years. */
const yearNotices = (date: string | undefined, now: Date) =>
  Number(date?.slice(0, 4)) > now.getUTCFullYear() + 1 ? [`"date" is ${date}. Is the year right?`] : [];

/** A session on an earlier day than the one before it. */
const orderNotices = ({ number, date }: WebinarSession, folder: URL) => {
  const before = sessionFile(number - 1);
  const day = existsSync(new URL(before, folder))
    ? readData(WebinarSession, before, folder)?.date
    : undefined;
  return day && day > date
    ? [`"date" is ${date}, but session ${number - 1} was on ${day}. Is one of these dates wrong?`]
    : [];
};

const webinarNotices: Kind['notices'] = (data, folder, now) => {
  const { data: session } = WebinarSession.safeParse(data);
  return [
    ...checkSession(data, (file) => existsSync(new URL(file, pictureFolder))),
    ...(session ? [...yearNotices(session.date, now), ...orderNotices(session, folder)] : []),
  ];
};

/** Entries whose number does not follow that of the entry below. */
const numberNotices = (list: string, entries: readonly { number?: number | undefined }[] = []) =>
  entries.flatMap(({ number = 0 }, at) => {
    const below = entries[at + 1]?.number;
    return below === undefined || number <= below + 1
      ? []
      : [`"${list}.${at}.number" is ${number}, but the entry below has ${below}. Is an entry missing?`];
  });

/** Days and numbers of an edition that stay text in the open data, as they have another form. */
const unparsedNotices = ({ dates, statistics }: Edition, at: number) => {
  const isUnparsed = dates && /^(\p{L}+ )?\d{1,2}(?!\d)/u.test(dates) && !parseDates(dates).start;
  return [
    ...(isUnparsed
      ? [
          `"editions.${at}.dates" can't be read as dates. Example: May 26-28, 2027, or June 29 - July 1, 2027.`,
        ]
      : []),
    ...(statistics && !('submissions' in parseStatistics(statistics))
      ? [
          `"editions.${at}.statistics" can't be read as numbers. Example: 234 submissions, 45 accepted papers, acceptance rate 19%.`,
        ]
      : []),
  ];
};

const awardNameProblem: Kind['nameProblem'] = (path) =>
  /^awards\/(lifetime|outstanding|young)-\d{4}\.mdx$/.test(path)
    ? undefined
    : 'Wrong file name. Use award and year, for example awards/young-2025.mdx.';

const is = (page: string) => () => page;
const everyPage = is('every page');
const awardPage: Kind['page'] = (path) => parseAwardId(path.slice('awards/'.length, -'.mdx'.length)).path;
/** A page without a path of its own is the text of an Astro page. */
const ownPage: Kind['page'] = (path, data) => {
  const { data: page } = Page.safeParse(data);
  if (page?.path) return resolvePath(page.path, siteSlug());
  const id = path.slice('pages/'.length, -'.mdx'.length);
  const astroPage = astroPages().find(({ file }) =>
    readFileSync(new URL(`../${file}`, contentFolder), 'utf8').includes(`<ContentPage id="${id}"`),
  );
  return astroPage?.path ?? path;
};
/** The home page of a series has its committee, another its editions. */
const seriesPage: Kind['page'] = (_, data, gap) => {
  const { data: series } = Series.safeParse(data);
  const name = gap?.startsWith('"steering.') ? 'Home' : 'Conferences';
  return series?.pages?.find(({ text }) => text === name)?.href ?? '/conferences';
};
/** The page of a workshop puts in its data by the name of the file. */
const workshopPage: Kind['page'] = (path) => {
  const of = path.slice('workshops/'.length, -'.json'.length);
  const page = globSync('pages/*.mdx', { cwd: contentFolder })
    .map((file) => readFileSync(new URL(file, contentFolder), 'utf8'))
    .find((text) => text.includes(`of="${of}"`));
  return resolvePath(/^path: *(\S+)/m.exec(page ?? '')?.[1] ?? path, siteSlug());
};

/** The kinds of files in content/ that are read, with their schemas. */
export const contentKinds: Kind[] = [
  { pattern: 'site.json', page: everyPage, schema: Site },
  { pattern: 'nav.json', page: everyPage, schema: Nav },
  { pattern: 'pictures.json', page: is('pages with pictures of sample people'), schema: Pictures },
  { pattern: 'home.json', page: is('/'), schema: Home },
  { pattern: 'awards.json', page: is('/awards'), schema: Awards },
  { pattern: 'archive/*.json', page: is('/GMPArchive'), schema: Archive },
  { pattern: 'awards/*.mdx', page: awardPage, schema: AwardPage, nameProblem: awardNameProblem },
  { pattern: 'people.json', page: is('/about'), schema: People },
  { pattern: 'names.json', page: is('/people'), schema: Names },
  {
    pattern: 'newsletters.json',
    page: is('/newsletter'),
    schema: Newsletters,
    notices: (data) => numberNotices('issues', Newsletters.safeParse(data).data?.issues),
  },
  { pattern: 'nominations.json', page: is('/award-nominations-2025'), schema: Nominations },
  {
    pattern: 'conferences/*.json',
    page: seriesPage,
    schema: Series,
    notices: (data) => {
      const { editions = [] } = Series.safeParse(data).data ?? {};
      return [...numberNotices('editions', editions), ...editions.flatMap(unparsedNotices)];
    },
  },
  { pattern: 'webinar.json', page: is('/webinar'), schema: Webinar },
  {
    pattern: 'webinars/session-*.json',
    page: is('/webinar'),
    schema: WebinarSession,
    nameProblem: sessionNameProblem,
    notices: webinarNotices,
  },
  { pattern: 'summit2018.json', page: is('/agsummit2018'), schema: Summit },
  { pattern: 'workshops/*.json', page: workshopPage, schema: Workshop },
  { pattern: 'pages/*.mdx', page: ownPage, schema: Page },
  {
    pattern: 'news/**/*.mdx',
    page: is('/news'),
    schema: NewsItem,
    nameProblem: newsNameProblem,
    needsText: true,
    notices: (data, _folder, now) => yearNotices(NewsItem.safeParse(data).data?.date, now),
  },
];

/** Files that are shown or offered as they are. */
export const pictureFiles = '**/*.{jpg,jpeg,png,webp,avif,gif}';
/** Pictures that pages show as portraits. */
export const portraitFiles = '{portraits,webinars/speakers}/*';
export const documentFiles = '{documents,forms,newsletters,archive/documents}/*.pdf';
const attachments = ['README.md', pictureFiles, 'archive/documents/*'];

/** What is wrong with a file of none of the kinds above, by its name. */
export const attachmentProblem = (path: string) => {
  if (matchesGlob(path, 'newsletters/*.pdf')) return issueNameProblem(path);
  if (/^(documents|forms)\/[a-z0-9-]+\.pdf$/.test(path)) return undefined;
  if (/\.pdf$/i.test(path) && !path.startsWith('archive/'))
    return 'A PDF belongs in content/documents/, with a name in small letters, digits and hyphens. Move or rename this one, and link to it as /documents/the-name.pdf.';
  if (/\.(jpe?g|png)$/i.test(path) && !matchesGlob(path, pictureFiles))
    return 'Write the file extension in small letters: .jpg or .png.';
  if (/\.(heic|heif|tiff?|bmp|svg)$/i.test(path)) return 'Save this picture as jpg or png.';
  return attachments.some((pattern) => matchesGlob(path, pattern))
    ? undefined
    : 'Unknown content file. See content/README.md for the files you can use.';
};
