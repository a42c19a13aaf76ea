import { viewerAddressHeader } from './forwarding.ts';

interface ApiRequest {
  headers: Record<string, { value: string }>;
}

/**
 * CloudFront function for /api: says who is asking, over whatever the caller claims. CloudFront's own header of
 * that kind cannot be had together with "all viewer headers except Host", which API Gateway needs.
 */
export function handler(event: { viewer: { ip: string }; request: ApiRequest }) {
  event.request.headers[viewerAddressHeader] = { value: event.viewer.ip };
  return event.request;
}
