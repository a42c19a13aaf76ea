import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { close, createIndex } from 'pagefind';
import { asianRuns } from '../content/languages.ts';

/** Of what Pagefind writes, the engine and the index: its user interfaces, highlighter and other languages stay out. */
const isNeeded = (path: string) => !/(ui\.(js|css)|highlight\.js|^wasm\.unknown\.pagefind)$/.test(path);

const stopAt = (errors: string[]) => {
  if (errors.length > 0) throw new Error(`The search index can't be built: ${errors.join(' ')}`);
};

/** The search's own script, with its styles as text: one file, loaded when search is first used. */
const bundleSearch = async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../scripts/search.ts')],
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    write: false,
    plugins: [
      {
        name: 'styles-as-text',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\.css\?text$/ }, async ({ path, resolveDir }) => ({
            path: join(resolveDir, path.replace('?text', '')),
            namespace: 'styles',
          }));
          onLoad({ filter: /./, namespace: 'styles' }, async ({ path }) => {
            const styles = await build({
              entryPoints: [path],
              bundle: true,
              minify: true,
              write: false,
              target: ['chrome123', 'firefox120', 'safari17.5'],
            });
            return { contents: styles.outputFiles[0]?.text ?? '', loader: 'text' };
          });
        },
      },
    ],
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
};

/**
 * The page as it is indexed. Pagefind finds words by their beginnings, and a name in an Asian script is one word to it: what
 * begins at each of its characters is indexed too.
 */
const withEndsOfNames = (html: string) => {
  const text = html.replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ');
  const words = new Set(asianRuns(text).flatMap((run) => run.split(/[\s・·]+/)));
  const ends = [...words].flatMap((word) =>
    Array.from(word, (_, at) => Array.from(word).slice(at).join('')).slice(1),
  );
  return ends.length === 0 ? html : html.replace('</main>', `<p>${ends.join(' ')}</p></main>`);
};

/**
 * Writes the search into `folder`: Pagefind's index of the pages, its engine, and our user interface over it.
 * @returns how many bytes
 */
export const writeSearch = async (pages: { path: string; html: string }[], folder: URL): Promise<number> => {
  const script = bundleSearch();
  const { index, errors } = await createIndex({ rootSelector: 'main', forceLanguage: 'en' });
  stopAt(errors);
  if (!index) throw new Error("The search index can't be built.");
  for (const { path, html } of pages)
    stopAt((await index.addHTMLFile({ url: path, content: withEndsOfNames(html) })).errors);
  const made = await index.getFiles();
  stopAt(made.errors);
  const files = [
    ...made.files.filter(({ path }) => isNeeded(path)),
    { path: 'search.js', content: await script },
  ];
  for (const { path, content } of files) {
    const file = new URL(path, folder);
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, content);
  }
  await close();
  return files.reduce((sum, { content }) => sum + content.length, 0);
};
