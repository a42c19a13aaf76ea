import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { close, createIndex } from 'pagefind';
import { asianRuns } from '../content/names.ts';
import { bundleScript } from './standalone-script.ts';

/** Our user interface of search, with its styles: loaded when search is first used. */
const searchScript = join(import.meta.dirname, '../../scripts/search.ts');

/** Of what Pagefind writes, the engine and the index: its user interfaces, highlighter and other languages stay out. */
const isNeeded = (path: string) => !/(ui\.(js|css)|highlight\.js|^wasm\.unknown\.pagefind)$/.test(path);

const stopAt = (errors: string[]) => {
  if (errors.length > 0) throw new Error(`The search index can't be built: ${errors.join(' ')}`);
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
  const script = bundleScript(searchScript);
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
