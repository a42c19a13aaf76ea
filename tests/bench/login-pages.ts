import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteBuild } from '../../infra/edge/site-build.ts';

const island = /(<astro-island\b[^>]*>)(.*?)(<\/astro-island>)/s;
const script = /<script\b[^>]*>.*?<\/script>/gs;

/** Same HTML and CSS, nothing that runs. */
const plain = (login: string): string => login.replaceAll(script, '');

/** The same island made in the browser alone, as /user is. */
function clientOnly(login: string, user: string): string {
  const [loader = ''] = user.match(script) ?? [];
  const [loadLoader = ''] = login.match(script) ?? [];
  if (!loader.includes('.only=') || !loadLoader.includes('.load=')) {
    throw new Error('Astro writes its pages in another way now: the bench of the login form must follow');
  }
  return login.replace(loadLoader, loader).replace(island, (_all, open: string, _content, close: string) => {
    const renderer = open.replace('client="load"', 'client="only"').replace(' await-children', '');
    return renderer.replace('&quot;value&quot;:true', '&quot;value&quot;:&quot;react&quot;') + close;
  });
}

/** The built site in a folder of its own, with the two pages that /login is compared with: /plain and /client-only. */
export async function withLoginPeers(build: SiteBuild, folder: string): Promise<SiteBuild> {
  await cp(build.folder, folder, { recursive: true });
  const page = (name: string) => readFile(join(folder, `${name}.html`), 'utf8');
  const [login, user] = await Promise.all([page('login'), page('user')]);
  await writeFile(join(folder, 'plain.html'), plain(login));
  await writeFile(join(folder, 'client-only.html'), clientOnly(login, user));
  const pages = { ...build.paths.pages, '/plain': '/plain', '/client-only': '/client-only' };
  return { ...build, folder, paths: { ...build.paths, pages } };
}
