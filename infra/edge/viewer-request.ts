import { redirectCaching } from './caching.ts';
import { type PackedPaths, resolvePath, unpackPaths } from './clean-urls.ts';
import { type QueryValues, redirectReply, toQueryString } from './cloudfront-events.ts';

/** Defined by the bundler. */
declare const sitePaths: PackedPaths;

const site = unpackPaths(sitePaths);

interface ViewerRequest {
  uri: string;
  querystring: QueryValues;
}

/** CloudFront function for the site: clean paths become file names, other spellings redirects, unknown paths /404.html. */
export function handler(event: { request: ViewerRequest }) {
  const request = event.request;
  const resolution = resolvePath(request.uri, toQueryString(request.querystring), site);
  if (resolution.kind === 'redirect') return redirectReply(301, resolution.location, redirectCaching);
  request.uri = resolution.key;
  return request;
}
