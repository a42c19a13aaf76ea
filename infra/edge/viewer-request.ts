import { redirectCaching } from './caching.ts';
import { type PackedPaths, resolvePath, unpackPaths } from './clean-urls.ts';
import { redirectReply, redirectToSiteHost, toQueryString, type ViewerRequest } from './cloudfront-events.ts';

/** Defined by the bundler. */
declare const sitePaths: PackedPaths;

const site = unpackPaths(sitePaths);

/**
 * CloudFront function for the site: other host names and spellings become redirects, clean paths file names, unknown
 * paths /404.html.
 */
export function handler(event: { request: ViewerRequest }) {
  const request = event.request;
  const toSiteHost = redirectToSiteHost(request);
  if (toSiteHost) return toSiteHost;
  const resolution = resolvePath(request.uri, toQueryString(request.querystring), site);
  if (resolution.kind === 'redirect') return redirectReply(301, resolution.location, redirectCaching);
  request.uri = resolution.key;
  return request;
}
