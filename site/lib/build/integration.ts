import { statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { checkContent } from '../check/check-content.ts';
import { cleanPath, isInSitemap, shareImagePath } from '../content/paths.ts';
import { checkPage, findDeadLinks } from './page-checks.ts';
import { writeSearch } from './search-index.ts';
import { writeShareImages } from './share-image.ts';

const sorted = (texts: string[]) => [...new Set(texts)].sort();

/** Pages with the same inline scripts and styles stand together, those of most pages first. */
const groupByHashes = (pages: { path: string; scriptHashes: string[]; styleHashes: string[] }[]) =>
  [...Map.groupBy(pages, ({ scriptHashes, styleHashes }) => JSON.stringify({ scriptHashes, styleHashes }))]
    .map(([hashes, alike]) => ({ ...JSON.parse(hashes), paths: sorted(alike.map(({ path }) => path)) }))
    .sort((a, b) => b.paths.length - a.paths.length);

/**
 * Checks the built pages. Writes their share images, and the two files that the edge needs. A build by Astro alone does not
 * check content: `npm run build` and `npm start` run `content-check.ts` before it.
 */
export const siteIntegration = (): AstroIntegration => {
  const readPage = async (pathname: string, dist: URL) => {
    const path = cleanPath(pathname);
    const file = new URL(path === '/' ? 'index.html' : `.${path}.html`, dist);
    return { path, file, ...checkPage(await readFile(file, 'utf8')) };
  };

  let cache: URL;
  return {
    name: 'site-build',
    hooks: {
      'astro:config:setup': ({ command, config, logger }) => {
        cache = new URL('share-images/', config.cacheDir);
        if (command === 'dev') for (const problem of checkContent().problems) logger.error(problem);
      },
      'astro:build:done': async ({ dir, pages, logger }) => {
        const built = await Promise.all(pages.map(({ pathname }) => readPage(pathname, dir)));
        const isFile = (path: string) =>
          statSync(new URL(`.${path}`, dir), { throwIfNoEntry: false })?.isFile() === true;
        const deadLinks = findDeadLinks(built, isFile);
        const linkPlaces = deadLinks.length > 0 ? checkContent().linkPlaces : undefined;
        const problems = [
          ...built.flatMap((page) => page.problems.map((problem) => `${page.path}: ${problem}`)),
          ...deadLinks.map(
            ({ path, href, problem }) => `${linkPlaces?.get(href) ?? `${path}: "${href}"`}: ${problem}`,
          ),
        ];
        for (const problem of problems) logger.error(problem);
        if (problems.length > 0) process.exit(1);

        const edge = new URL('../edge/', dir);
        const save = (name: string, value: unknown) =>
          writeFile(new URL(name, edge), `${JSON.stringify(value, null, 2)}\n`);
        await mkdir(edge, { recursive: true });
        const [indexBytes, drawnImages] = await Promise.all([
          writeSearch(
            built.filter(({ path }) => isInSitemap(path)),
            new URL('pagefind/', dir),
          ),
          writeShareImages(
            // Home has one of its own.
            built.flatMap(({ path, shareImage }) =>
              shareImage && path !== '/'
                ? [{ ...shareImage, file: new URL(`.${shareImagePath(path)}`, dir) }]
                : [],
            ),
            cache,
          ),
          ...built.map(({ file, html }) => writeFile(file, html)),
          save('paths.json', sorted(built.map(({ path }) => path).filter((path) => path !== '/404'))),
          save('policies.json', groupByHashes(built)),
        ]);
        logger.info(
          `${built.length} pages checked. Policy and paths written. ${drawnImages} share images drawn. Search has ${Math.round(indexBytes / 1024)} KB.`,
        );
      },
    },
  };
};
