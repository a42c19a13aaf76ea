import { globSync, readFileSync } from 'node:fs';
import { dataFormats, dataPath, dataRecords, schemaPath } from '../../schemas/open-data.ts';

/** A page's own address, with the slug of content/site.json for `{slug}`. */
export const resolvePath = (path: string, slug: string) => path.replace('{slug}', slug);

export const contentFolder = new URL('../../../content/', import.meta.url);

const siteField = (name: string, folder: URL) =>
  new RegExp(`"${name}": "([^"]*)"`).exec(readFileSync(new URL('site.json', folder), 'utf8'))?.[1] ?? '';

/** The slug of content/site.json. */
export const siteSlug = (folder = contentFolder) => siteField('slug', folder);

/** The site's address in content/site.json. */
export const siteAddress = (folder = contentFolder) => siteField('address', folder);

/** The files that the site makes from content (feeds, the calendar and data sets), and the finished ones of content/. */
export const listFiles = (folder = contentFolder) => [
  '/news.atom',
  '/webinar.atom',
  '/webinar.ics',
  ...Object.keys(dataRecords).flatMap((name) => [
    ...dataFormats.map((format) => dataPath(name, format)),
    schemaPath(name),
  ]),
  ...globSync('{documents,forms,newsletters,posters}/*.{pdf,png}', { cwd: folder }).map(
    (path) => `/${path.replaceAll('\\', '/')}`,
  ),
];

/** The award, the year and the page's address of a file content/awards/<award>-<year>.mdx. */
export const parseAwardId = (id: string) => {
  const [award = '', year = ''] = id.split('-');
  return { award, year: Number(year), path: `/awards/${award}${year}` };
};

/** The years of an award, newest first, each with its page. */
export const listAwardYears = (award: string, entries: { id: string }[]) =>
  entries
    .map(({ id }) => parseAwardId(id))
    .filter((one) => one.award === award)
    .sort((a, b) => b.year - a.year);

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

/** The addresses of a file below pages/. The not-found page has none; those of `[name].astro` come from content. */
const pagePathsOfFile = (file: string) => {
  if (file.includes('[')) return [];
  const path = cleanPath(file.replace(/\.astro$/, ''));
  return path === '/404' ? [] : [path];
};

/** The Astro pages, each with its clean path. */
export const astroPages = (folder = new URL('../../pages/', import.meta.url)) =>
  globSync('**/*.astro', { cwd: folder }).flatMap((file) =>
    pagePathsOfFile(file).map((path) => ({ file: `site/pages/${file}`, path })),
  );
