import type { HeaderMap } from './headers.ts';

/** A query as CloudFront passes it. */
export type QueryValues = Record<string, { value: string; multiValue?: { value: string }[] }>;

/** The query as it was written, without its question mark. */
export function toQueryString(values: QueryValues): string {
  return Object.keys(values)
    .map((name) => {
      const entry = values[name] || { value: '' };
      return (entry.multiValue || [entry])
        .map((each) => (each.value === '' ? name : `${name}=${each.value}`))
        .join('&');
    })
    .join('&');
}

/** Defined by the bundler. */
declare const apiHeaders: HeaderMap;

/** A reply made by the CDN itself, which the response headers policy does not reach. */
export function redirectReply(statusCode: 301 | 302, location: string, caching: string) {
  const headers: Record<string, { value: string }> = {
    location: { value: location },
    'cache-control': { value: caching },
  };
  Object.keys(apiHeaders).forEach((name) => {
    headers[name] = { value: apiHeaders[name] || '' };
  });
  return { statusCode, statusDescription: statusCode === 301 ? 'Moved Permanently' : 'Found', headers };
}
