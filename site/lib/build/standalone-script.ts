import { build } from 'esbuild';
import type { Plugin } from 'vite';

const suffix = /\?standalone$/;

/**
 * Bundles a script by itself, with all that it imports: a module that the island has too would otherwise move to a
 * chunk of its own, and Astro could not put the script into the page.
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
