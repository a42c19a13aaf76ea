import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { readSiteBuild, type SiteBuild } from '../../../infra/edge/site-build.ts';
import { createSiteServer } from '../../../infra/edge/site-server.ts';
import { ensureSite } from '../../../infra/local/build-site.ts';
import { listenOnLoopback } from '../../../infra/local/ports.ts';
import { projectFolder } from '../../../infra/local/settings.ts';

const lastBuild = () => readSiteBuild(join(projectFolder, 'dist'));

/** The site as it is now, built where it is not. */
export async function builtSite(): Promise<SiteBuild> {
  await ensureSite(projectFolder);
  return lastBuild();
}

/** The site as it was built last, or the given one, behind the edge's rules, without the rest of the product. */
export async function startSite(build = lastBuild()) {
  const { port, close } = await listenOnLoopback(0, getRequestListener(createSiteServer(build)));
  return { url: `http://localhost:${port}`, pages: Object.values(build.paths.pages), close };
}
