import { globSync, readFileSync } from 'node:fs';
import { awardYear } from './award-years.ts';

/** A page's own address, with the slug of content/site.json in the place of `{slug}`. */
export const ownPath = (path: string, slug: string) => path.replace('{slug}', slug);

const contentFolder = new URL('../../../content/', import.meta.url);

/** The slug of content/site.json. */
export const siteSlug = (folder = contentFolder) =>
  /"slug": "([^"]*)"/.exec(readFileSync(new URL('site.json', folder), 'utf8'))?.[1] ?? '';

/** The files that the build makes of content: a nomination form for each award. */
export const madeFiles = (folder = contentFolder) =>
  [...readFileSync(new URL('awards.json', folder), 'utf8').matchAll(/"id": "([a-z]+)"/g)].map(
    ([, award]) => `/forms/${award}.pdf`,
  );

/**
 * The addresses that content gives out: one for each award page, and those of the pages that name their own.
 * Read by pattern: what is wrong with a file is for the content check to say.
 */
export const contentPaths = (folder = contentFolder) => {
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  const slug = siteSlug(folder);
  return [
    ...globSync('awards/*.mdx', { cwd: folder }).map((file) => awardYear(file.slice(7, -4)).path),
    ...globSync('pages/*.mdx', { cwd: folder }).flatMap((file) => {
      const path = /^path: *(\S+)/m.exec(read(file))?.[1];
      return path ? [ownPath(path, slug)] : [];
    }),
  ];
};
