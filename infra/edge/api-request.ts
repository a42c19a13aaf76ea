import { viewerAddressHeader } from '#shared/deployment';
import { unsubscribeRedirect } from './clean-urls.ts';
import { redirectReply, redirectToSiteHost, toQueryString, type ViewerRequest } from './cloudfront-events.ts';

/**
 * CloudFront function for /api: sets the caller's address over whatever the caller claims. CloudFront's own header for it
 * cannot be combined with "all viewer headers except Host", which API Gateway needs.
 */
export function handler(event: { viewer: { ip: string }; request: ViewerRequest }) {
  const toSiteHost = redirectToSiteHost(event.request);
  if (toSiteHost) return toSiteHost;
  const query = toQueryString(event.request.querystring);
  const page = unsubscribeRedirect(event.request.method, event.request.uri, query === '' ? '' : `?${query}`);
  if (page !== undefined) return redirectReply(302, page, 'no-store');
  event.request.headers[viewerAddressHeader] = { value: event.viewer.ip };
  return event.request;
}
