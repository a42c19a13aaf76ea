import { join } from 'node:path';
import { build } from 'esbuild';
import { installPeer } from './install.ts';

/** Bundles the peer as the product's functions are bundled: ECMAScript modules throughout, split, minified. */
export async function buildExpress(outdir: string): Promise<void> {
  const folder = await installPeer('express');
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
    // Express and jsonwebtoken are CommonJS, which asks for Node's modules by `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}
