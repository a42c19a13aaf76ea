/** The paths of the built site, embedded in the CDN's functions. */
export interface SitePaths {
  /** Each page's path as it is written, under its lower-case spelling. */
  pages: Record<string, string>;
  /** Folders of files, with both slashes: paths below them are passed to the file store unchanged. */
  folders: string[];
  /** Files beside the pages. */
  files: string[];
}

/** Pages by their folder, as the CDN's functions carry them: each name once, without the folder. */
export interface PackedPaths extends Omit<SitePaths, 'pages'> {
  pages: Record<string, string>;
}

export function packPaths(site: SitePaths): PackedPaths {
  const pages: Record<string, string> = {};
  Object.keys(site.pages).forEach((lower) => {
    const page = site.pages[lower] || '/';
    const nameAt = page.lastIndexOf('/') + 1;
    const folder = page.slice(0, nameAt);
    pages[folder] = (folder in pages ? `${pages[folder]} ` : '') + page.slice(nameAt);
  });
  return { pages, folders: site.folders, files: site.files };
}

export function unpackPaths(site: PackedPaths): SitePaths {
  const pages: Record<string, string> = {};
  Object.keys(site.pages).forEach((folder) => {
    (site.pages[folder] || '').split(' ').forEach((name) => {
      pages[(folder + name).toLowerCase()] = folder + name;
    });
  });
  return { pages, folders: site.folders, files: site.files };
}

export type PathResolution =
  | { kind: 'file'; key: string }
  | { kind: 'redirect'; location: string }
  | { kind: 'missing'; key: typeof notFoundKey };

export const notFoundKey = '/404.html';

/** Paths below the user centre belong to the island, which reads the rest of the path itself. */
const islandFolder = '/user/';
const islandPage = '/user';

const missing: PathResolution = { kind: 'missing', key: notFoundKey };

/**
 * Resolves a path as it came (percent-encoded) and a query without its question mark. Redirects lead only to known paths,
 * so none can leave the site. Runs in the CDN too: nothing newer than its JavaScript (ES5 and arrow functions).
 */
export function resolvePath(path: string, query: string, site: SitePaths): PathResolution {
  const decoded = decode(path);
  if (decoded === undefined) return missing;
  if (isFile(decoded, site)) return { kind: 'file', key: path };
  if (path.indexOf(islandFolder) === 0 && path.length > islandFolder.length)
    return { kind: 'file', key: fileOf(islandPage) };

  const page = pageNamed(decoded, site);
  if (page === undefined) return missing;
  if (page === path) return { kind: 'file', key: fileOf(page) };
  return { kind: 'redirect', location: query === '' ? page : `${page}?${query}` };
}

function pageNamed(path: string, site: SitePaths): string | undefined {
  const bare = path
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .toLowerCase()
    .replace(/(\/index)?(\.html)?$/, '');
  if (bare.indexOf(islandFolder) === 0) return islandPage;
  return site.pages[bare === '' ? '/' : bare];
}

export const fileOf = (page: string): string => (page === '/' ? '/index.html' : `${page}.html`);

const isFile = (path: string, site: SitePaths): boolean =>
  site.files.indexOf(path) >= 0 ||
  (!dotSegment.test(path) &&
    site.folders.some((folder) => path.indexOf(folder) === 0 && path.length > folder.length));

const dotSegment = /\/\.\.?(\/|$)/;

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * An email program without one-click unsubscribing opens its address instead: the reader is led to the page with the
 * button, and nothing has changed yet. `query` includes its question mark, or is empty.
 */
export const unsubscribeRedirect = (method: string, path: string, query: string): string | undefined =>
  path === '/api/mail/unsubscribe' && (method === 'GET' || method === 'HEAD')
    ? `/unsubscribe${query}`
    : undefined;
