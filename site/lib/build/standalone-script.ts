import { readFile } from 'node:fs/promises';
import { type Plugin as BundlerPlugin, build } from 'esbuild';
import type { Plugin } from 'vite';

/** A style sheet that a script imports is a text to it, to be applied when the script is. */
const stylesAsText: BundlerPlugin = {
  name: 'styles-as-text',
  setup({ onLoad, esbuild }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const styles = await readFile(path, 'utf8');
      const { code } = await esbuild.transform(styles, { loader: 'css', minify: true });
      return { contents: code, loader: 'text' };
    });
  },
};

/** A script with all its imports, as one text. */
export const bundleScript = async (file: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    write: false,
    plugins: [stylesAsText],
  });
  return outputFiles[0]?.text ?? '';
};

const suffix = /\?standalone$/;

/**
 * Bundles a script with all its imports: a module shared with the island would otherwise move to a chunk of its own, and
 * Astro could not inline the script.
 */
export const standaloneScript = (): Plugin => ({
  name: 'standalone-script',
  apply: 'build',
  enforce: 'pre',
  load: { filter: { id: suffix }, handler: (id) => bundleScript(id.replace(suffix, '')) },
});
