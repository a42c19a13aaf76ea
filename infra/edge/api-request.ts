import { viewerAddressHeader } from '#shared/deployment';
import { unsubscribeRedirect } from './clean-urls.ts';
import { type QueryValues, redirectReply, toQueryString } from './cloudfront-events.ts';

interface ApiRequest {
  method: string;
  uri: string;
  querystring: QueryValues;
  headers: Record<string, { value: string }>;
}

/**
 * CloudFront function for /api: sets the caller's address over whatever the caller claims. CloudFront's own header for it
 * cannot be combined with "all viewer headers except Host", which API Gateway needs.
 */
export function handler(event: { viewer: { ip: string }; request: ApiRequest }) {
  const query = toQueryString(event.request.querystring);
  const page = unsubscribeRedirect(event.request.method, event.request.uri, query === '' ? '' : `?${query}`);
  if (page !== undefined) return redirectReply(302, page, 'no-store');
  event.request.headers[viewerAddressHeader] = { value: event.viewer.ip };
  return event.request;
}
