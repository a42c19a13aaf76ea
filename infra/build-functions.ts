import { globSync, rmSync } from 'node:fs';
import { cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { build, type InputOptions, type Plugin } from 'rolldown';
import { brandFontPackages, CJK_FONT, SCRIPT_FONTS } from '../functions/payments/pdf-font-packages.ts';

const root = join(import.meta.dirname, '..');

/** Finds its WebAssembly beside itself. */
const SHAPER = 'harfbuzzjs';

/** Native code, which cannot be bundled. */
const PASSWORDS = '@node-rs/argon2';

/** The files of each package that stay beside the bundle, besides its package.json. */
type PackageFiles = Readonly<Record<string, readonly string[]>>;

const passwordFiles: PackageFiles = {
  [PASSWORDS]: ['*.js', 'LICENSE'],
  // Lambda runs on Linux with glibc, whatever machine builds.
  [`${PASSWORDS}-linux-x64-gnu`]: ['*.node'],
};
const typesettingFiles: PackageFiles = {
  [SHAPER]: ['dist/*.{js,mjs}', 'dist/harfbuzz.wasm', 'dist/harfbuzz-subset.wasm', 'LICENSE'],
  ...Object.fromEntries(
    brandFontPackages.map((name) => [
      `@fontsource-variable/${name}`,
      ['files/*-wght-normal.woff2', 'unicode.json', 'LICENSE'],
    ]),
  ),
};

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
    await copyPackages(code, passwordFiles);
  if (bundled.some(({ sources }) => 'functions/payments/pdf-document.ts' in sources)) {
    await copyPackages(code, typesettingFiles);
    for (const path of [CJK_FONT, ...SCRIPT_FONTS, join(dirname(CJK_FONT), 'OFL.txt')])
      await cp(join(root, 'functions/payments', path), join(code, path));
  }
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

/** Copies files of packages to where Node resolves their names. */
async function copyPackages(code: string, packages: PackageFiles): Promise<void> {
  for (const [name, patterns] of Object.entries(packages)) {
    const from = join(root, 'node_modules', name);
    for (const pattern of ['package.json', ...patterns]) {
      const files = globSync(pattern, { cwd: from });
      if (files.length === 0) throw new Error(`The package ${name} has no ${pattern}.`);
      for (const file of files) await cp(join(from, file), join(code, 'node_modules', name, file));
    }
  }
}
