import { rmSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { build, type InputOptions, type Plugin } from 'rolldown';
import { brandFontPackages, CJK_FONT, SCRIPT_FONTS } from '../functions/payments/pdf-font-packages.ts';
import { functionNames } from '../functions/platform/time-limits.ts';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

/** Finds its WebAssembly beside itself. */
const SHAPER = 'harfbuzzjs';

/** Native code, which cannot be bundled. Lambda runs on Linux with glibc, whatever machine builds. */
const PASSWORDS = '@node-rs/argon2';
const passwordPackages = [PASSWORDS, `${PASSWORDS}-linux-x64-gnu`];

/** The archive's lists without samples: a production build shows none. */
const archiveWithoutSamples: Plugin = {
  name: 'archive-without-samples',
  transform: {
    filter: { id: /\/content\/archive\/.*\.json$/ },
    handler: (code) => ({
      code: JSON.stringify(
        JSON.parse(code, (_, value) =>
          Array.isArray(value) ? value.filter((entry) => entry?.sample !== true) : value,
        ),
      ),
      map: null,
    }),
  },
};

/** One file of a bundle: its size, the files it imports, and the bytes that it has of each source, by path. */
export interface BundledFile {
  name: string;
  bytes: number;
  imports: string[];
  dynamicImports: string[];
  sources: Record<string, number>;
}

/**
 * Bundles `functions/handlers/<name>.ts` into `dist/functions/<name>/`, ready to be a Lambda's code: `index.mjs` with what
 * every start needs in one file beside it, since each file costs a cold start, and a file for each part that is imported
 * lazily. Source maps and the list of what went in lie beside, in `<name>.build/`.
 */
export async function buildFunction(name: string, dist = join(root, 'dist', 'functions')): Promise<string> {
  const code = join(dist, name);
  const notes = join(dist, `${name}.build`);
  for (const folder of [code, notes]) rmSync(folder, { recursive: true, force: true });
  const bundled = await bundleForLambda(join(root, 'functions', 'handlers', `${name}.ts`), code, {
    external: [PASSWORDS, SHAPER],
    plugins: process.env['SAMPLES'] === 'no' ? [archiveWithoutSamples] : [],
  });
  await mkdir(notes);
  for (const file of await readdir(code)) {
    if (file.endsWith('.map')) await rename(join(code, file), join(notes, file));
  }
  await writeFile(join(notes, 'files.json'), JSON.stringify(bundled));
  if (bundled.some(({ dynamicImports }) => dynamicImports.includes(PASSWORDS)))
    await copyPackages(code, passwordPackages);
  const contains = (source: string) => bundled.some(({ sources }) => source in sources);
  if (contains('functions/payments/pdf-document.ts')) await copyFonts(code);
  return code;
}

/** Bundles an entry into `index.mjs` and its parts in `folder`. */
async function bundleForLambda(
  entry: string,
  folder: string,
  options: Pick<InputOptions, 'external' | 'plugins'> = {},
): Promise<BundledFile[]> {
  const { output } = await build({
    ...options,
    cwd: root,
    input: { index: entry },
    platform: 'node',
    // React has a development build too, and takes it otherwise.
    transform: { target: 'node24', define: { 'process.env.NODE_ENV': '"production"' } },
    resolve: { mainFields: ['module', 'main'] },
    tsconfig: false,
    logLevel: 'warn',
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      minify: true,
      // CommonJS packages find their files by it.
      banner: 'const __dirname = import.meta.dirname;',
      sourcemap: 'hidden',
      codeSplitting: {
        // Not the entry itself: it waits at its top level for parts that import the others.
        groups: [{ name: 'start', tags: ['$initial'], test: (id) => id !== entry }],
      },
    },
  });
  return output
    .filter((file) => file.type === 'chunk')
    .map((chunk) => ({
      name: chunk.fileName,
      bytes: Buffer.byteLength(chunk.code),
      imports: chunk.imports,
      dynamicImports: chunk.dynamicImports,
      sources: Object.fromEntries(
        Object.entries(chunk.modules)
          // Those of the bundler itself have no path.
          .filter(([id]) => isAbsolute(id))
          .map(([id, { renderedLength }]) => [relative(root, id), renderedLength]),
      ),
    }));
}

/** Copies whole packages to where Node resolves their names. */
async function copyPackages(code: string, names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map((name) =>
      cp(dirname(require.resolve(`${name}/package.json`)), join(code, 'node_modules', name), {
        recursive: true,
        filter: (path) => !path.endsWith('.md'),
      }),
    ),
  );
}

const inDist = (file: string): string => join('dist', file);

/** Copies the font files that typesetting reads to where the bundle looks for them. */
async function copyFonts(code: string): Promise<void> {
  const copy = async (path: string) => {
    const to = join(code, 'node_modules', path);
    await mkdir(dirname(to), { recursive: true });
    await copyFile(join(root, 'node_modules', path), to);
  };
  await Promise.all(
    [
      'package.json',
      ...['index.mjs', 'harfbuzz.js', 'harfbuzz.wasm', 'harfbuzz-subset.wasm'].map(inDist),
    ].map((path) => copy(join(SHAPER, path))),
  );
  const payments = join(root, 'functions', 'payments');
  await mkdir(join(code, dirname(CJK_FONT)), { recursive: true });
  for (const path of [CJK_FONT, ...SCRIPT_FONTS, join(dirname(CJK_FONT), 'OFL.txt')]) {
    await copyFile(join(payments, path), join(code, path));
  }
  for (const name of brandFontPackages) {
    const folder = join('@fontsource-variable', name);
    const files = await readdir(join(root, 'node_modules', folder, 'files'));
    const upright = files.filter((file) => file.endsWith('-wght-normal.woff2'));
    const paths = ['package.json', 'unicode.json', 'LICENSE', ...upright.map((file) => join('files', file))];
    await Promise.all(paths.map((path) => copy(join(folder, path))));
  }
}

if (import.meta.main) {
  for (const name of functionNames) console.log(`functions: ${await buildFunction(name)}`);
}
