import { mailImagePath } from '#shared/deployment';
import { forwardedRequest } from '../edge/forwarding.ts';
import { apiHeaders } from '../edge/security-headers.ts';
import { unsubscribeRedirect } from '../edge/unsubscribe-page.ts';
import { wholeRequest } from './emulators/whole-request.ts';

type Answer = (request: Request) => Response | Promise<Response>;

export interface FrontOptions {
  site: Answer;
  api: Answer;
  doors: Answer;
  images: Answer;
  originSecret: string;
}

/** The one address of the product, divided as the CDN divides it; the local doors come on top. */
export function createFront({ site, api, doors, images, originSecret }: FrontOptions) {
  return async (request: Request, viewerAddress: string): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (/^\/_local(\/|$)/.test(pathname)) return doors(request);
    if (pathname.startsWith(mailImagePath)) return images(request);
    const unsubscribePage = unsubscribeRedirect(request.method, pathname, new URL(request.url).search);
    if (unsubscribePage !== undefined)
      return new Response(null, { status: 302, headers: { ...apiHeaders, location: unsubscribePage } });
    if (!pathname.startsWith('/api/')) return site(request);
    const whole = await wholeRequest(request);
    const reply =
      whole instanceof Request ? await api(forwardedRequest(whole, viewerAddress, originSecret)) : whole;
    const headers = new Headers(reply.headers);
    for (const [name, value] of Object.entries(apiHeaders)) headers.set(name, value);
    return new Response(reply.body, { status: reply.status, headers });
  };
}
