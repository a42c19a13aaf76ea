import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { ApiDeps } from '../../../functions/handlers/api.ts';
import { readSiteBuild } from '../../../infra/edge/site-build.ts';
import { createSiteServer } from '../../../infra/edge/site-server.ts';
import { ensureSite } from '../../../infra/local/build-site.ts';
import type { SesOptions } from '../../../infra/local/emulators/ses.ts';
import { createFront, listenOnLoopback } from '../../../infra/local/front.ts';
import { projectFolder } from '../../../infra/local/settings.ts';
import { originSecret } from '../api/api.ts';
import { startMailPipeline } from './mail-pipeline.ts';

const nowhere = () => new Response('Not found\n', { status: 404 });

/**
 * The built site with the sending of campaigns in this process: its clock stands still, and its worker runs when it is
 * called.
 */
export async function startMailSite(options: SesOptions = {}, deps: Partial<ApiDeps> = {}) {
  await ensureSite(projectFolder);
  const pipeline = await startMailPipeline(options, deps);
  const front = createFront({
    site: createSiteServer(readSiteBuild(join(projectFolder, 'dist'))),
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
