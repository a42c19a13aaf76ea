import { getCollection, getEntry, render } from 'astro:content';
import { AstroError } from 'astro/errors';
import { isPublished, isVisible } from '../../schemas/fields.ts';
import {
  awards,
  findIssueDocument,
  names,
  nav,
  newsletters,
  people,
  series,
  summit,
  webinar,
} from './data.ts';
import { listDataSets } from './data-sets.ts';
import { finishedFiles } from './finished-files.ts';
import { currentAt, findSeries } from './navigation.ts';
import { announceAward, announceIssues, announceSession, mergeNews } from './news.ts';
import { parseAwardId, resolvePath } from './paths.ts';
import { collectPeople } from './person-records.ts';
import { sessionPosterPath } from './webinar.ts';

/** The text of a page, from content/pages/<id>.mdx. */
export const loadPage = async (id: string) => {
  const entry = await getEntry('pages', id);
  if (!entry) throw new AstroError(`content/pages/${id}.mdx is missing.`);
  const { Content, headings } = await render(entry);
  return { ...entry.data, Content, headings };
};

/** The pages of the awards. One whose winner is a sample stands in a production build too, without the winner. */
export const loadAwards = () => getCollection('awards', ({ data }) => isPublished(data));

/** A page for each file of content/awards, with its award. */
export const listAwardPages = async () => {
  const entries = await loadAwards();
  return entries.flatMap((entry) => {
    const { award: id, year, path } = parseAwardId(entry.id);
    const award = awards.find((one) => one.id === id);
    return award ? [{ params: { award: path.replace('/awards/', '') }, props: { award, year, entry } }] : [];
  });
};

/**
 * A route for each file of content/pages with its own path. Pages outside the menus are calls and events, with long
 * titles and texts.
 */
export const listContentPages = async () => {
  const entries = await getCollection('pages', ({ data }) => isPublished(data));
  return entries.flatMap(({ id, data }) => {
    const path = data.path && resolvePath(data.path);
    if (!path) return [];
    const isInMenu = findSeries(path) !== undefined || nav.some(({ href }) => href === path);
    return [{ params: { page: path.slice(1) }, props: { id, isInMenu } }];
  });
};

/** The sessions of the web seminar that this build shows, newest first. */
export const loadSessions = async () => {
  const entries = await getCollection('webinars', ({ data }) => isVisible(data));
  return entries.map(({ data }) => data).sort((a, b) => b.number - a.number);
};

/** The news, newest first: the items of content/news, and those that the site writes about sessions, issues and awards. */
export const listNews = async () => {
  const written = await getCollection('news', ({ data }) => isVisible(data));
  const pages = await listAwardPages();
  return mergeNews(
    written.map((entry) => ({ ...entry.data, entry })),
    [
      ...(await loadSessions()).map(announceSession),
      ...announceIssues(newsletters.issues),
      ...pages.map(({ props, params }) =>
        announceAward(props.award, props.year, props.entry.data, `/awards/${params.award}`),
      ),
    ],
  );
};

export type NewsEntry = Awaited<ReturnType<typeof listNews>>[number];

/** The calls, events and announcements that belong to a page of the menu, newest first. */
export const listPagesBelow = async (href: string) => {
  const pages = await getCollection('pages', ({ data }) => isPublished(data));
  const { below = [] } = nav.find((item) => item.href === href) ?? {};
  return below.flatMap((item) => {
    const page = pages.find(({ data }) => data.path && resolvePath(data.path) === item.href);
    return page ? [{ ...item, title: page.data.title, lede: page.data.lede }] : [];
  });
};

/** Those of all pages that are current at a time. */
export const listCurrentPages = async (now: Date) => {
  const below = await Promise.all(nav.map(({ href }) => listPagesBelow(href)));
  return currentAt(now, below.flat());
};

/** The data of a workshop, from content/workshops/<id>.json. */
export const loadWorkshop = async (id: string) => {
  const entry = await getEntry('workshops', id);
  if (!entry) throw new AstroError(`content/workshops/${id}.json is missing.`);
  return entry.data;
};

/** What this build says of people, awards, sessions and conferences. */
const loadContent = async () => {
  const [awardPages, sessions, workshops, pages] = await Promise.all([
    loadAwards(),
    getCollection('webinars', ({ data }) => isPublished(data)),
    getCollection('workshops'),
    getCollection('pages', ({ data }) => isPublished(data)),
  ]);
  return {
    people,
    webinar,
    summit,
    awards,
    awardPages: awardPages.map(({ id, data: page }) => ({ ...parseAwardId(id), page })),
    sessions: sessions.map(({ data }) => data),
    series,
    workshops: workshops.flatMap(({ id, data: workshop }) =>
      pages
        .filter(({ body = '' }) => body.includes(`of="${id}"`))
        .map(({ data: { title, path = '', event } }) => ({
          title,
          path: resolvePath(path),
          date: event?.start.slice(0, 10),
          workshop,
        })),
    ),
  };
};

/** Everybody whom this build names, each once. */
export const listPeople = async () => collectPeople(await loadContent(), names);

/** The finished files that this build offers: all but those of samples and drafts that it leaves out. */
export const listFinishedFiles = async () => {
  const hiddenSessions = await getCollection('webinars', ({ data }) => !isVisible(data));
  const hidden = [
    ...newsletters.issues.flatMap(({ toBeConfirmed: sample }) =>
      sample && !isVisible(sample) ? sample.document : [],
    ),
    ...hiddenSessions.map(({ data }) => sessionPosterPath(data.number)),
  ];
  return [...finishedFiles]
    .map(([path, readDataAddress]) => ({ path, readDataAddress }))
    .filter(({ path }) => !hidden.includes(path));
};

/** The open data. */
export const loadDataSets = async () => {
  const pages = await getCollection('pages', ({ data }) => isPublished(data));
  return listDataSets({
    ...(await loadContent()),
    newsletters: newsletters.issues.map((issue) => {
      const document = findIssueDocument(issue, finishedFiles);
      const isSample = document === issue.toBeConfirmed?.document;
      return {
        ...{ number: issue.number, date: issue.date, document: isSample ? undefined : document },
        sources: newsletters.source,
      };
    }),
    events: pages.flatMap(({ data: { title, path, event, source: sources } }) =>
      event && path ? [{ ...event, title, page: resolvePath(path), sources }] : [],
    ),
  });
};
