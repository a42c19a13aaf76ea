import { globSync } from 'node:fs';
import site from '../../../content/site.json' with { type: 'json' };

export const contentFolder = new URL('../../../content/', import.meta.url);

export const siteAddress = site.address;

/** A page's own address, with the slug of content/site.json for `{slug}`. */
export const resolvePath = (path: string) => path.replace('{slug}', site.slug);

/** The award, the year and the page's address of a file content/awards/<award>-<year>.mdx. */
export const parseAwardId = (id: string) => {
  const [award = '', year = ''] = id.split('-');
  return { award, year: Number(year), path: `/awards/${award}${year}` };
};

/** A page's address without extension and trailing slash: `/news.html` and `/news/` are `/news`, `/index.html` is `/`. */
export const cleanPath = (pathname: string) =>
  `/${pathname.replace(/^\/|\/$|\.html$/g, '').replace(/(^|\/)index$/, '')}`;

/** The address of the image that social networks show beside a link to a page. */
export const shareImagePath = (path: string) => `/cards${path}.png`;

/** Whether the sitemap lists a page: one for a single person, or behind a password, isn't to be found. */
export const isInSitemap = (path: string) =>
  !['/404', '/login', '/user', '/unsubscribe', '/proof', '/mail', '/card', '/GMPArchive', '/search'].includes(
    path,
  );

/** The Astro pages, each with its address. The not-found page has none; those of `[name].astro` come from content. */
export const astroPages = () =>
  globSync('**/*.astro', { cwd: new URL('../../pages/', import.meta.url) })
    .map((file) => ({ file: `site/pages/${file}`, path: cleanPath(file.replace(/\.astro$/, '')) }))
    .filter(({ path }) => path !== '/404' && !path.includes('['));
