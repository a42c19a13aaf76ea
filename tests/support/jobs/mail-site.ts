import { getRequestListener } from '@hono/node-server';
import type { ApiContext } from '../../../functions/handlers/api.ts';
import type { SesOptions } from '../../../infra/local/emulators/ses.ts';
import { createFront } from '../../../infra/local/front.ts';
import { listenOnLoopback } from '../../../infra/local/ports.ts';
import { loadSite } from '../../../infra/local/product.ts';
import { originSecret } from '../api/api.ts';
import { startMailPipeline } from './mail-pipeline.ts';

const nowhere = () => new Response('Not found\n', { status: 404 });

/**
 * The built site with the sending of campaigns in this process: its clock stands still, and its worker runs when it is
 * called.
 */
export async function startMailSite(options: SesOptions = {}, context: Partial<ApiContext> = {}) {
  const site = await loadSite();
  const pipeline = await startMailPipeline(options, context);
  const front = createFront({
    site,
    api: pipeline.app.fetch,
    localRoutes: nowhere,
    images: nowhere,
    originSecret,
    storageUrl: 'http://127.0.0.1:1',
  });
  const { port, close } = await listenOnLoopback(
    0,
    getRequestListener((request, { incoming }) => front(request, incoming.socket.remoteAddress ?? '')),
  );
  return {
    pipeline,
    url: `http://localhost:${port}`,
    remove: async () => {
      await close();
      await pipeline.stop();
    },
  };
}
