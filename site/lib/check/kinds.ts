import { existsSync, readFileSync } from 'node:fs';
import type * as z from 'zod';
import { Archive } from '../../schemas/archive.ts';
import { AwardPage, Awards, Nominations } from '../../schemas/awards.ts';
import { Series } from '../../schemas/conferences.ts';
import { Summit, Workshop } from '../../schemas/events.ts';
import { NewsItem, Newsletters } from '../../schemas/news.ts';
import { Page } from '../../schemas/page.ts';
import { People } from '../../schemas/people.ts';
import { Home, Nav, Site } from '../../schemas/site.ts';
import { Webinar, WebinarSession } from '../../schemas/webinar.ts';
import { checkSession } from '../content/webinar.ts';

type Kind = {
  pattern: string;
  schema: z.ZodType;
  nameProblem?: (path: string, data: unknown) => string | undefined;
  /** Problems with which the site can still show the data. */
  notices?: (data: unknown) => string[];
};

const newsName = /^news\/(\d{4})\/(\d{4}(?:-\d{2}){0,2})-[a-z][a-z0-9-]*\.mdx$/;

const contentFolder = new URL('../../../content/', import.meta.url);

/** Whether a session, an issue or an award that a news item is about exists. */
const isAnnounced = (of: string) => {
  const [kind, number = ''] = of.split('-');
  if (kind === 'session')
    return existsSync(new URL(`webinars/session-${number.padStart(2, '0')}.json`, contentFolder));
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

const pictureFolder = new URL('webinars/speakers/', contentFolder);
const webinarNotices: Kind['notices'] = (data) =>
  checkSession(data, (file) => existsSync(new URL(file, pictureFolder)));

const awardNameProblem: Kind['nameProblem'] = (path) =>
  /^awards\/(lifetime|outstanding|young)-\d{4}\.mdx$/.test(path)
    ? undefined
    : 'Wrong file name. Use award and year, for example awards/young-2025.mdx.';

/** The kinds of files in content/ with their schemas. A file of no kind is an error. */
export const contentKinds: Kind[] = [
  { pattern: 'site.json', schema: Site },
  { pattern: 'nav.json', schema: Nav },
  { pattern: 'home.json', schema: Home },
  { pattern: 'awards.json', schema: Awards },
  { pattern: 'archive/*.json', schema: Archive },
  { pattern: 'awards/*.mdx', schema: AwardPage, nameProblem: awardNameProblem },
  { pattern: 'people.json', schema: People },
  { pattern: 'newsletters.json', schema: Newsletters },
  { pattern: 'nominations.json', schema: Nominations },
  { pattern: 'conferences/*.json', schema: Series },
  { pattern: 'webinar.json', schema: Webinar },
  { pattern: 'webinars/session-*.json', schema: WebinarSession, notices: webinarNotices },
  { pattern: 'summit2018.json', schema: Summit },
  { pattern: 'workshops/*.json', schema: Workshop },
  { pattern: 'pages/*.mdx', schema: Page },
  { pattern: 'news/**/*.mdx', schema: NewsItem, nameProblem: newsNameProblem },
];
