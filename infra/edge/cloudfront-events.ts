import { redirectCaching } from './caching.ts';
import type { HeaderMap } from './headers.ts';

/** A query as CloudFront passes it. */
export type QueryValues = Record<string, { value: string; multiValue?: { value: string }[] }>;

export interface ViewerRequest {
  method: string;
  uri: string;
  querystring: QueryValues;
  headers: Record<string, { value: string }>;
}

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
declare const redirectHeaders: HeaderMap;
/** Defined by the bundler: empty for a stage without a domain. */
declare const siteHost: string;

/** A reply made by the CDN itself, which the response headers policy does not reach. */
export function redirectReply(statusCode: 301 | 302, location: string, caching: string) {
  const headers: Record<string, { value: string }> = {
    location: { value: location },
    'cache-control': { value: caching },
  };
  Object.keys(redirectHeaders).forEach((name) => {
    headers[name] = { value: redirectHeaders[name] || '' };
  });
  return { statusCode, statusDescription: statusCode === 301 ? 'Moved Permanently' : 'Found', headers };
}

/**
 * Leads readers of another host name to the site's own. Calls that change something pass: an earlier email may have the
 * other name in its one-click address, and email programs don't follow redirects there (RFC 8058, section 3.1).
 */
export function redirectToSiteHost(request: ViewerRequest) {
  const host = request.headers['host'];
  if (siteHost === '' || !/^(GET|HEAD)$/.test(request.method)) return undefined;
  if (host && host.value.toLowerCase() === siteHost) return undefined;
  const query = toQueryString(request.querystring);
  const path = query === '' ? request.uri : `${request.uri}?${query}`;
  return redirectReply(301, `https://${siteHost}${path}`, redirectCaching);
}
