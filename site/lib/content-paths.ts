import { globSync, readFileSync } from 'node:fs';
import { awardYear } from './award-years.ts';

/** A page's own address, with the slug of content/site.json in the place of `{slug}`. */
export const ownPath = (path: string, slug: string) => path.replace('{slug}', slug);

/**
 * The addresses that content gives out: one for each award page, and those of the pages that name their own.
 * Read by pattern: what is wrong with a file is for the content check to say.
 */
export const contentPaths = (folder = new URL('../../content/', import.meta.url)) => {
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  const slug = /"slug": "([^"]*)"/.exec(read('site.json'))?.[1] ?? '';
  return [
    ...globSync('awards/*.mdx', { cwd: folder }).map((file) => awardYear(file.slice(7, -4)).path),
    ...globSync('pages/*.mdx', { cwd: folder }).flatMap((file) => {
      const path = /^path: *(\S+)/m.exec(read(file))?.[1];
      return path ? [ownPath(path, slug)] : [];
    }),
  ];
};
