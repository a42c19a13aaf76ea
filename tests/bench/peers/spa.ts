import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle, type Plugin } from 'esbuild';
import { type HastNode, htmlToHast } from 'satteri';
import type { SiteBuild } from '../../../infra/edge/site-build.ts';
import { installPeer } from './install.ts';

/** An element as JSON: its name, React's properties, what is in it. */
export type Drawn = string | [tag: string, properties: Record<string, unknown>, children: Drawn[]];

const source = join(import.meta.dirname, 'spa');
const styles = join(import.meta.dirname, '../../../site/styles/pages');

/** The site with these pages as a single-page application: one script with React and all they say, one style sheet. */
export async function asSinglePage(site: SiteBuild, paths: string[], folder: string): Promise<SiteBuild> {
  if (!existsSync(join(source, 'node_modules'))) await installPeer('spa');
  await cp(site.folder, folder, { recursive: true });
  await mkdir(join(folder, 'app'));
  const fileOf = (path: string) => join(folder, `${path === '/' ? '/index' : path}.html`);
  const read = async (path: string) => [path, contentOf(await readFile(fileOf(path), 'utf8'))] as const;
  const pages = Object.fromEntries(await Promise.all(paths.map(read)));
  await bundle({
    entryPoints: { app: join(source, 'app.tsx'), style: 'every-style.css' },
    outdir: join(folder, 'app'),
    publicPath: '/app/',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'chrome123',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'file' },
    plugins: [given(pages)],
    logLevel: 'error',
  });
  for (const path of paths) {
    const html = await readFile(fileOf(path), 'utf8');
    await writeFile(fileOf(path), shell(html));
  }
  const folders = [...site.paths.folders, '/app/'];
  return { ...site, folder, paths: { ...site.paths, folders } };
}

/** The head as it is, but for what it held inline. */
const shell = (html: string): string =>
  html
    .replace(/<style[^>]*>.*?<\/style>/gs, '')
    .replace(
      '</head>',
      '<link rel="stylesheet" href="/app/style.css"><script type="module" src="/app/app.js"></script></head>',
    )
    .replace(/<body[^>]*>.*<\/body>/s, '<body></body>');

const contentOf = (html: string): Drawn[] => drawn(bodyOf(htmlToHast(html))?.children ?? []);

type Element = Extract<HastNode, { type: 'element' }>;

function bodyOf(node: HastNode): Element | undefined {
  if (node.type === 'element' && node.tagName === 'body') return node;
  const children = 'children' in node ? node.children : [];
  return children.map(bodyOf).find((found) => found !== undefined);
}

const drawn = (nodes: readonly HastNode[]): Drawn[] =>
  nodes.flatMap((node): Drawn[] => {
    if (node.type === 'text') return [node.value];
    if (node.type !== 'element' || node.tagName === 'script') return [];
    return [[node.tagName, forReact(node.properties), drawn(node.children)]];
  });

const forReact = (properties: Element['properties']) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name
        .replace(/^aria([A-Z].*)/, (_all, rest: string) => `aria-${rest.toLowerCase()}`)
        .replace(
          /^data([A-Z].*)/,
          (_all, rest: string) => `data${rest.replace(/[A-Z]/g, '-$&').toLowerCase()}`,
        ),
      Array.isArray(value) ? value.join(' ') : value,
    ]),
  );

const given = (pages: Record<string, Drawn[]>): Plugin => ({
  name: 'given',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(pages|every-style\.css)$/ }, ({ path }) => ({ path, namespace: 'given' }));
    onLoad({ filter: /^pages$/, namespace: 'given' }, () => ({
      contents: JSON.stringify(pages),
      loader: 'json',
    }));
    onLoad({ filter: /^every-style/, namespace: 'given' }, () => ({
      contents: ['home', 'news', 'webinar', 'pg-conferences', 'gmp-archive', 'constitution', 'awards']
        .map((name) => `@import "./${name}.css";`)
        .join('\n'),
      loader: 'css',
      resolveDir: styles,
    }));
  },
});
