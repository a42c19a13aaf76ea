import { getCollection, getEntry, render } from 'astro:content';
import { AstroError } from 'astro/errors';
import { isPublished, isVisible } from '../../schemas/fields.ts';
import { awards, nav, people, series, summit, webinar } from './data.ts';
import { buildDay } from './dates.ts';
import { parseAwardId, resolvePath } from './paths.ts';

/** The text of a page, from content/pages/<id>.mdx. */
export const loadPage = async (id: string) => {
  const entry = await getEntry('pages', id);
  if (!entry) throw new AstroError(`content/pages/${id}.mdx is missing.`);
  const { Content, headings } = await render(entry);
  return { ...entry.data, Content, headings };
};

/** The pages of content/pages, each with its whole address, if it has one of its own. */
export const loadPages = async () => {
  const entries = await getCollection('pages', ({ data }) => isPublished(data));
  return entries.map(({ id, body = '', data }) => ({
    ...data,
    id,
    body,
    path: data.path && resolvePath(data.path),
  }));
};

/**
 * The pages of the awards, newest first. One whose winner is a sample stands in a production build too, without the
 * winner.
 */
export const loadAwardPages = async () => {
  const entries = await getCollection('awards', ({ data }) => isPublished(data));
  return entries
    .flatMap((entry) => {
      const { award: id, year, path } = parseAwardId(entry.id);
      const award = awards.find((one) => one.id === id);
      return award ? [{ award, year, path, entry, page: entry.data }] : [];
    })
    .toSorted((a, b) => b.year - a.year);
};

/** The sessions of the web seminar that this build shows, newest first. */
export const loadSessions = async () => {
  const entries = await getCollection('webinars', ({ data }) => isVisible(data));
  return entries.map(({ data }) => data).sort((a, b) => b.number - a.number);
};

/** The calls, events and announcements that belong to a page of the menu, newest first. */
export const listPagesBelow = async (href: string) => {
  const pages = await loadPages();
  const { below = [] } = nav.find((item) => item.href === href) ?? {};
  return below.flatMap((item) => {
    const page = pages.find(({ path }) => path === item.href);
    return page ? [{ ...item, title: page.title, lede: page.lede }] : [];
  });
};

/** Those of all pages that are current: until the end of their last day, in Hong Kong. */
export const listCurrentPages = async () => {
  const below = await Promise.all(nav.map(({ href }) => listPagesBelow(href)));
  return below.flat().filter(({ until }) => buildDay <= until);
};

/** The data of a workshop, from content/workshops/<id>.json. */
export const loadWorkshop = async (id: string) => {
  const entry = await getEntry('workshops', id);
  if (!entry) throw new AstroError(`content/workshops/${id}.json is missing.`);
  return entry.data;
};

/** The workshops, each with the page that shows it. */
const loadWorkshops = async () => {
  const pages = await loadPages();
  return (await getCollection('workshops')).flatMap(({ id, data: workshop }) =>
    pages
      .filter(({ body }) => body.includes(`of="${id}"`))
      .map(({ title, path = '', event }) => ({ title, path, date: event?.start.slice(0, 10), workshop })),
  );
};

/** What this build says of people, awards, sessions and conferences. */
export const loadContent = async () => ({
  people,
  webinar,
  summit,
  series,
  awardPages: await loadAwardPages(),
  sessions: (await getCollection('webinars', ({ data }) => isPublished(data))).map(({ data }) => data),
  workshops: await loadWorkshops(),
});
export type Content = Awaited<ReturnType<typeof loadContent>>;
