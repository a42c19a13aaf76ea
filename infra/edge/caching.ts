/** How long a reader's browser keeps a reply. The CDN's own copies live until the next deployment throws them out. */
export function cacheControl(path: string, contentType: string): string {
  if (path.indexOf('/_astro/') === 0) return 'public, max-age=31536000, immutable';
  // A page is revalidated every time: a 304 costs one round trip, a stale page shows yesterday's news.
  return contentType.indexOf('text/html') === 0 ? 'no-cache' : 'public, max-age=86400';
}

export const redirectCaching = 'public, max-age=3600';

/** A picture of a mail lies under its own hash. */
export const imageCaching = { 'cache-control': 'public, max-age=31536000, immutable' };
