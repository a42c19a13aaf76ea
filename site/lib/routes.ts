import { globSync } from 'node:fs';

/** A page's address without ending or trailing slash: `/news.html` and `/news/` are `/news`, `/index.html` is `/`. */
export const cleanPath = (pathname: string) =>
  `/${pathname.replace(/^\/|\/$|\.html$/g, '').replace(/(^|\/)index$/, '')}`;

/** The address of a file below pages/. The not-found page has none of its own. */
export const pathsOfPage = (file: string) => {
  const path = cleanPath(file.replace(/\.astro$/, ''));
  return path === '/404' ? [] : [path];
};

/** The clean paths of all pages, read from the folder of pages. */
export const sitePaths = (folder = new URL('../pages/', import.meta.url)) =>
  new Set(globSync('**/*.astro', { cwd: folder }).flatMap(pathsOfPage));
