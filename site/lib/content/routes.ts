import { globSync } from 'node:fs';
import { contentPaths } from './paths.ts';

/** A page's address without ending or trailing slash: `/news.html` and `/news/` are `/news`, `/index.html` is `/`. */
export const cleanPath = (pathname: string) =>
  `/${pathname.replace(/^\/|\/$|\.html$/g, '').replace(/(^|\/)index$/, '')}`;

/** The address of a file below pages/. The not-found page has none of its own; those of `[name].astro` are content's. */
export const pathsOfPage = (file: string) => {
  if (file.includes('[')) return [];
  const path = cleanPath(file.replace(/\.astro$/, ''));
  return path === '/404' ? [] : [path];
};

/** The pages of the folder of pages, each with its clean path. */
export const astroPages = (folder = new URL('../../pages/', import.meta.url)) =>
  globSync('**/*.astro', { cwd: folder }).flatMap((file) =>
    pathsOfPage(file).map((path) => ({ file: `site/pages/${file}`, path })),
  );

/** The clean paths of all pages, from the folder of pages and from content. */
export const pagePaths = () => [...astroPages().map(({ path }) => path), ...contentPaths()];

export const sitePaths = () => new Set(pagePaths());
