import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';

/** The request as the CDN hands it to the API: what only the CDN may say is removed, then said. */
export function forwardedRequest(request: Request, viewerAddress: string, originSecret: string): Request {
  const headers = new Headers(request.headers);
  // An IPv4 caller on a dual-stack socket.
  headers.set(viewerAddressHeader, viewerAddress.replace(/^::ffff:(?=\d+\.)/, ''));
  headers.set(originSecretHeader, originSecret);
  return new Request(request, { headers });
}
