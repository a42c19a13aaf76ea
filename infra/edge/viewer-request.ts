import { redirectCaching } from './caching.ts';
import { resolvePath, type SitePaths } from './clean-urls.ts';
import type { Headers } from './security-headers.ts';

/** Put in by the bundler. */
declare const sitePaths: SitePaths;
declare const bareHeaders: Headers;

type Values = Record<string, { value: string; multiValue?: { value: string }[] }>;

interface ViewerRequest {
  uri: string;
  querystring: Values;
}

/** CloudFront function for the site: clean paths become file names, other spellings redirects, unknown paths /404.html. */
export function handler(event: { request: ViewerRequest }) {
  const request = event.request;
  const resolution = resolvePath(request.uri, queryOf(request.querystring), sitePaths);
  if (resolution.kind === 'redirect') return redirect(resolution.location);
  request.uri = resolution.key;
  return request;
}

/** The response headers policy does not reach replies made here. */
function redirect(location: string) {
  const headers: Values = { location: { value: location }, 'cache-control': { value: redirectCaching } };
  Object.keys(bareHeaders).forEach((name) => {
    headers[name] = { value: bareHeaders[name] || '' };
  });
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers };
}

function queryOf(values: Values): string {
  return Object.keys(values)
    .map((name) => {
      const entry = values[name] || { value: '' };
      return (entry.multiValue || [entry])
        .map((each) => (each.value === '' ? name : `${name}=${each.value}`))
        .join('&');
    })
    .join('&');
}
