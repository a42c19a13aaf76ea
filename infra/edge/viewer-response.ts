import { cacheControl } from './caching.ts';
import { fileOf, type PackedPaths, resolvePath, unpackPaths } from './clean-urls.ts';
import { filePolicy, type PackedPolicies, unpackPolicies } from './content-policy.ts';
import { contentTypeOf } from './content-types.ts';

/** Defined by the bundler. */
declare const sitePaths: PackedPaths;
declare const sitePolicies: PackedPolicies;

const site = unpackPaths(sitePaths);
const policies = unpackPolicies(sitePolicies);

interface ViewerResponse {
  statusCode: number;
  statusDescription?: string;
  headers: Record<string, { value: string }>;
}

/**
 * CloudFront function for the site, run on replies below 400: sets the status of the not-found page, the type and
 * caching of every file, and the content security policy of pages and drawings.
 */
export function handler(event: { request: { uri: string }; response: ViewerResponse }) {
  const path = event.request.uri;
  const response = event.response;
  const contentType = response.headers['content-type'];
  // Works for the requested and for the rewritten path, which is another spelling of a page: no page has the path /404.html.
  const resolution = resolvePath(path, '', site);
  const isMissing = resolution.kind === 'missing';
  if (contentType && !isMissing) contentType.value = contentTypeOf(path, contentType.value);
  const key = decodeURIComponent(
    resolution.kind === 'redirect' ? fileOf(resolution.location) : resolution.key,
  );
  response.headers['cache-control'] = { value: cacheControl(key) };
  const policy = filePolicy(key, policies);
  if (policy) response.headers['content-security-policy'] = { value: policy };

  if (isMissing) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
    // With a validator, the browser would revalidate, and an empty 304 would become an empty 404.
    delete response.headers['etag'];
    delete response.headers['last-modified'];
  }
  return response;
}
