import { getCollection } from 'astro:content';
import { site } from './data.ts';
import { ownPath } from './paths.ts';

/** One route for each file of content/pages that names its own path. */
export const placedPages = async () => {
  const entries = await getCollection('pages');
  return entries.flatMap(({ id, data: { path } }) =>
    path ? [{ params: { page: ownPath(path, site.slug).slice(1) }, props: { id } }] : [],
  );
};
