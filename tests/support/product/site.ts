import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { readSiteBuild } from '../../../infra/edge/site-build.ts';
import { createSiteServer } from '../../../infra/edge/site-server.ts';
import { listenOnLoopback } from '../../../infra/local/ports.ts';
import { projectFolder } from '../../../infra/local/settings.ts';

/** The site as it was built last, or the given one, behind the edge's rules, without the rest of the product. */
export async function startSite(build = readSiteBuild(join(projectFolder, 'dist'))) {
  const { port, close } = await listenOnLoopback(0, getRequestListener(createSiteServer(build)));
  return { url: `http://localhost:${port}`, pages: Object.values(build.paths.pages), close };
}
