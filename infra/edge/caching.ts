/** How long a browser caches a reply. The CDN caches until the next deployment clears it. */
export function cacheControl(path: string, contentType: string): string {
  if (path.indexOf('/_astro/') === 0) return 'public, max-age=31536000, immutable';
  // A page is revalidated every time: a 304 costs one round trip, a stale page shows yesterday's news.
  return contentType.indexOf('text/html') === 0 ? 'no-cache' : 'public, max-age=86400';
}

export const redirectCaching = 'public, max-age=3600';

/** An image in an email has its hash in its path. */
export const imageCaching = { 'cache-control': 'public, max-age=31536000, immutable' };
