/** What a page runs and applies inline, as SHA-256 hashes: `sha256-…`. */
export interface InlineHashes {
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/** The hashes of all pages. */
export interface SitePolicies {
  /** Pages with the same hashes stand together. What no entry names has those of the first, as the newest pages have. */
  pages: readonly (InlineHashes & { paths: readonly string[] })[];
  /** Some browsers apply the policy of a drawing's own reply to it, and would show it black without its style. */
  drawingStyles: readonly string[];
}

/** The same as the CDN's functions carry it: each hash once, without its prefix, and no paths of the first pages. */
export interface PackedPolicies {
  hashes: readonly string[];
  /** The numbers of script hashes and of style hashes, and the paths: `0 1|2 3|/a /b`. */
  pages: readonly string[];
  drawings: string;
}

const hashPrefix = 'sha256-';

export function packPolicies(site: SitePolicies): PackedPolicies {
  const hashes: string[] = [];
  const pack = (long: readonly string[]) =>
    long
      .map((each) => {
        const hash = each.slice(hashPrefix.length);
        if (hashes.indexOf(hash) < 0) hashes.push(hash);
        return hashes.indexOf(hash);
      })
      .join(' ');
  return {
    pages: site.pages.map((page, index) =>
      [pack(page.scriptHashes), pack(page.styleHashes), index === 0 ? '' : page.paths.join(' ')].join('|'),
    ),
    drawings: pack(site.drawingStyles),
    hashes,
  };
}

export function unpackPolicies(site: PackedPolicies): SitePolicies {
  const unpack = (numbers: string | undefined) =>
    numbers ? numbers.split(' ').map((each) => hashPrefix + site.hashes[Number(each)]) : [];
  return {
    pages: site.pages.map((page) => {
      const parts = page.split('|');
      return {
        scriptHashes: unpack(parts[0]),
        styleHashes: unpack(parts[1]),
        paths: (parts[2] || '').split(' '),
      };
    }),
    drawingStyles: unpack(site.drawings),
  };
}

const nothingInline: InlineHashes = { scriptHashes: [], styleHashes: [] };

/**
 * The content security policy of a page or a drawing, by its decoded key: it may run and apply its own inline scripts and
 * styles alone. Other files have none of their own. Runs in the CDN too: nothing newer than its JavaScript (ES5 and arrow functions).
 */
export function filePolicy(key: string, site: SitePolicies): string | undefined {
  if (/\.svg$/.test(key)) return contentPolicy({ scriptHashes: [], styleHashes: site.drawingStyles });
  if (!/\.html$/.test(key)) return undefined;
  const path = key === '/index.html' ? '/' : key.replace(/\.html$/, '');
  return contentPolicy(
    site.pages.filter((page) => page.paths.indexOf(path) >= 0)[0] || site.pages[0] || nothingInline,
  );
}

/** Everything is of our own origin, so `upgrade-insecure-requests` would have nothing to do. */
export function contentPolicy(inline: InlineHashes): string {
  return [
    "default-src 'none'",
    `script-src ${own(inline.scriptHashes)}`,
    `style-src ${own(inline.styleHashes)}`,
    // The icon is inside the page, so that no request delays the first paint.
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

const own = (hashes: readonly string[]): string =>
  ["'self'"].concat(hashes.map((hash) => `'${hash}'`)).join(' ');
