import { build } from 'esbuild';
import type { Plugin } from 'vite';

const suffix = /\?standalone$/;

/**
 * Bundles a script with all its imports: a module shared with the island would otherwise move to a chunk of its own, and
 * Astro could not inline the script.
 */
export const standaloneScript = (): Plugin => ({
  name: 'standalone-script',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: suffix },
    async handler(id) {
      const { outputFiles } = await build({
        entryPoints: [id.replace(suffix, '')],
        bundle: true,
        format: 'esm',
        minify: true,
        target: 'es2022',
        write: false,
      });
      return outputFiles[0]?.text;
    },
  },
});
