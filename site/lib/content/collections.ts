import { getCollection, getEntry, render } from 'astro:content';
import { AstroError } from 'astro/errors';
import { awards, nav, site } from './data.ts';
import { awardYear, ownPath } from './paths.ts';

/** The words of a page, from content/pages/<id>.mdx. */
export const pageText = async (id: string) => {
  const entry = await getEntry('pages', id);
  if (!entry) throw new AstroError(`content/pages/${id}.mdx is missing.`);
  const { Content, headings } = await render(entry);
  return { ...entry.data, Content, headings };
};

/** One page for each file of content/awards, with its award. */
export const awardPages = async () => {
  const entries = await getCollection('awards');
  return entries.flatMap((entry) => {
    const { award: id, year, path } = awardYear(entry.id);
    const award = awards.find((one) => one.id === id);
    return award ? [{ params: { award: path.replace('/awards/', '') }, props: { award, year, entry } }] : [];
  });
};

/** One route for each file of content/pages that names its own path. Those of no menu are calls and events, with long titles and texts. */
export const placedPages = async () => {
  const entries = await getCollection('pages');
  return entries.flatMap(({ id, data: { path, series } }) => {
    const isInMenu = series !== undefined || nav.some(({ href }) => href === path);
    return path ? [{ params: { page: ownPath(path, site.slug).slice(1) }, props: { id, isInMenu } }] : [];
  });
};

/** The data of a workshop, from content/workshops/<id>.json. */
export const workshopNamed = async (id: string) => {
  const entry = await getEntry('workshops', id);
  if (!entry) throw new AstroError(`content/workshops/${id}.json is missing.`);
  return entry.data;
};
