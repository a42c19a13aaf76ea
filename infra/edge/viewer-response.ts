import { cacheControl } from './caching.ts';
import { type PackedPaths, resolvePath, unpackPaths } from './clean-urls.ts';
import { contentTypeOf } from './content-types.ts';

/** Defined by the bundler. */
declare const sitePaths: PackedPaths;

const site = unpackPaths(sitePaths);

interface ViewerResponse {
  statusCode: number;
  statusDescription?: string;
  headers: Record<string, { value: string }>;
}

/**
 * CloudFront function for the site, run on replies below 400: sets the status of the not-found page, and the type and
 * caching of every file.
 */
export function handler(event: { request: { uri: string }; response: ViewerResponse }) {
  const path = event.request.uri;
  const response = event.response;
  const contentType = response.headers['content-type'];
  // Works for the requested and for the rewritten path: no page has the path /404.html.
  const isMissing = resolvePath(path, '', site).kind === 'missing';
  if (contentType && !isMissing) contentType.value = contentTypeOf(path, contentType.value);
  response.headers['cache-control'] = { value: cacheControl(path, contentType ? contentType.value : '') };

  if (isMissing) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
    // With a validator, the browser would revalidate, and an empty 304 would become an empty 404.
    ['etag', 'last-modified'].forEach((name) => {
      delete response.headers[name];
    });
  }
  return response;
}
