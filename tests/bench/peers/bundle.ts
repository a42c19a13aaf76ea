import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles a peer's `api.js` as the product's functions are bundled: ECMAScript modules throughout, split, minified. */
export async function bundlePeer(folder: string, outdir: string): Promise<string> {
  await build({
    entryPoints: { index: join(folder, 'api.js') },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    // What is CommonJS asks for Node's modules by `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return join(outdir, 'index.mjs');
}
