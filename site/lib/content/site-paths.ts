import { globSync, readFileSync } from 'node:fs';
import { includeDrafts } from '../../schemas/fields.ts';
import { astroPages, contentFolder, parseAwardId, resolvePath, siteSlug } from './paths.ts';
import { personPaths } from './people-files.ts';

/**
 * The addresses defined in content: one for each award page and each person, and those of pages with their own path.
 * Files are read by pattern, because the content check reports their errors.
 */
export const contentPaths = (folder = contentFolder, withSamples?: boolean) => {
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  const slug = siteSlug(folder);
  const isShown = (file: string) => includeDrafts || !/^draft: true$/m.test(read(file));
  return [
    ...globSync('awards/*.mdx', { cwd: folder })
      .filter(isShown)
      .map((file) => parseAwardId(file.slice(7, -4)).path),
    ...globSync('pages/*.mdx', { cwd: folder })
      .filter(isShown)
      .flatMap((file) => {
        const path = /^path: *(\S+)/m.exec(read(file))?.[1];
        return path ? [resolvePath(path, slug)] : [];
      }),
    ...personPaths(folder, withSamples),
  ];
};

/** The clean paths of all pages, from Astro files and from content; by default, as this build shows samples. */
export const pagePaths = (withSamples?: boolean) => [
  ...astroPages().map(({ path }) => path),
  ...contentPaths(contentFolder, withSamples),
];

export const sitePaths = (withSamples?: boolean) => new Set(pagePaths(withSamples));
