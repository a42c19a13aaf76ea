/** The folder of the search index, its engine and its user interface. */
export const searchFolder = '/pagefind/';

/**
 * How long a browser caches a file of the site, by its decoded key. The reply's content type can't decide: a 304 has none
 * (RFC 9110, section 15.4.5). The CDN caches until the next deployment clears it.
 */
export function cacheControl(key: string): string {
  if (key.indexOf('/_astro/') === 0) return 'public, max-age=31536000, immutable';
  // The parts of the search index have a hash in their names; its scripts and the list of parts must fit each other.
  if (key.indexOf(searchFolder) === 0)
    return /\.pf_\w+$/.test(key) ? 'public, max-age=31536000, immutable' : 'no-cache';
  // Pages, data, feeds and calendars are revalidated every time: a 304 costs one round trip, a stale one shows yesterday's news.
  return /\.(html|ics|csv|atom|json)$/.test(key) ? 'no-cache' : 'public, max-age=86400';
}

export const redirectCaching = 'public, max-age=3600';

/** An image in an email has its hash in its path. */
export const imageCaching = { 'cache-control': 'public, max-age=31536000, immutable' };
