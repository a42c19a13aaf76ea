import type { Headers } from './security-headers.ts';

/** Put in by the bundler. */
declare const apiHeaders: Headers;

/** A reply made by the CDN itself, which the response headers policy does not reach. */
export function redirect(statusCode: 301 | 302, location: string, caching: string) {
  const headers: Record<string, { value: string }> = {
    location: { value: location },
    'cache-control': { value: caching },
  };
  Object.keys(apiHeaders).forEach((name) => {
    headers[name] = { value: apiHeaders[name] || '' };
  });
  return { statusCode, statusDescription: statusCode === 301 ? 'Moved Permanently' : 'Found', headers };
}
