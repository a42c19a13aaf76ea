import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { type HastNode, htmlToHast } from 'satteri';
import type { SiteBuild } from '../../../infra/edge/site-build.ts';

/** An element as JSON: its name, React's properties, what is in it. */
export type Drawn = string | [tag: string, properties: Record<string, unknown>, children: Drawn[]];
type Element = Extract<HastNode, { type: 'element' }>;

const styles = ['home', 'news', 'webinar', 'pg-conferences', 'gmp-archive', 'constitution', 'awards'];

/** The site with these pages as a single-page application: one script with React and all they say, one style sheet. */
export async function asSinglePage(site: SiteBuild, paths: string[], folder: string): Promise<SiteBuild> {
  await cp(site.folder, folder, { recursive: true });
  await mkdir(join(folder, 'app'));
  const fileOf = (path: string) => join(folder, `${path === '/' ? '/index' : path}.html`);
  const html = await Promise.all(paths.map((path) => readFile(fileOf(path), 'utf8')));
  const pages = html.map((each, at) => [paths[at], drawn([htmlToHast(each)])]);
  await bundle({
    entryPoints: [join(import.meta.dirname, 'app.tsx')],
    stdin: {
      contents: styles.map((name) => `@import "./${name}.css";`).join('\n'),
      resolveDir: join(import.meta.dirname, '../../../site/styles/pages'),
      loader: 'css',
    },
    outdir: join(folder, 'app'),
    publicPath: '/app/',
    bundle: true,
    minify: true,
    target: 'chrome123',
    format: 'esm',
    jsx: 'automatic',
    loader: { '.woff2': 'file' },
    define: {
      'process.env.NODE_ENV': '"production"',
      PAGES: JSON.stringify(Object.fromEntries(pages)),
    },
    logLevel: 'error',
  });
  await Promise.all(html.map((each, at) => writeFile(fileOf(paths[at] ?? ''), shell(each))));
  return { ...site, folder, paths: { ...site.paths, folders: [...site.paths.folders, '/app/'] } };
}

/** The head as it is, but for what it held inline. */
const shell = (html: string): string =>
  html
    .replace(/<style[^>]*>.*?<\/style>/gs, '')
    .replace(
      '</head>',
      '<link rel="stylesheet" href="/app/stdin.css"><script type="module" src="/app/app.js"></script></head>',
    )
    .replace(/<body[^>]*>.*<\/body>/s, '<body></body>');

/** What the body holds, without scripts. */
const drawn = (nodes: readonly HastNode[]): Drawn[] =>
  nodes.flatMap((node): Drawn[] => {
    if (node.type === 'text') return [node.value];
    if (node.type === 'root') return drawn(node.children);
    if (node.type !== 'element' || ['head', 'script'].includes(node.tagName)) return [];
    const children = drawn(node.children);
    if (['html', 'body'].includes(node.tagName)) return children;
    return [[node.tagName, forReact(node.properties), children]];
  });

/** React takes `aria-…` and `data-…` as HTML writes them. */
const forReact = (properties: Element['properties']) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name
        .replace(/^aria[A-Z].*/, (all) => `aria-${all.slice(4).toLowerCase()}`)
        .replace(/^data[A-Z].*/, (all) => all.replace(/[A-Z]/g, '-$&').toLowerCase()),
      Array.isArray(value) ? value.join(' ') : value,
    ]),
  );
