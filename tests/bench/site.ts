import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { readSiteBuild, type SiteBuild } from '../../infra/edge/site-build.ts';
import { createSiteServer } from '../../infra/edge/site-server.ts';
import { ensureSite } from '../../infra/local/build-site.ts';
import { listenOnLoopback } from '../../infra/local/front.ts';

const root = join(import.meta.dirname, '../..');

/** The site as it is now, built where it is not. */
export async function builtSite(): Promise<SiteBuild> {
  await ensureSite(root);
  return readSiteBuild(join(root, 'dist'));
}

/** Serves it as the content network does, with its headers and compression. */
export async function serve(build: SiteBuild): Promise<{ url: string; close(): Promise<void> }> {
  const { port, close } = await listenOnLoopback(0, getRequestListener(createSiteServer(build)));
  return { url: `http://localhost:${port}`, close };
}
