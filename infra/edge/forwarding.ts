/** Who asks: an address without port, set by the CDN over whatever came in. */
export const viewerAddressHeader = 'x-viewer-address';

/** Known to the CDN and the API only; the API answers nobody who comes without it. */
export const originSecretHeader = 'x-origin-secret';

/** The request as the CDN hands it to the API: what only the CDN may say is removed, then said. */
export function forwardedRequest(request: Request, viewerAddress: string, originSecret: string): Request {
  const headers = new Headers(request.headers);
  // An IPv4 caller on a dual-stack socket.
  headers.set(viewerAddressHeader, viewerAddress.replace(/^::ffff:(?=\d+\.)/, ''));
  headers.set(originSecretHeader, originSecret);
  return new Request(request, { headers });
}
