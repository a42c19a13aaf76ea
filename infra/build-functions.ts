import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { fontPackages } from '../functions/payments/pdf-font-packages.ts';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

/** Native code, which cannot be bundled. Lambda runs on Linux with glibc, whatever machine builds. */
const PASSWORDS = '@node-rs/argon2';
const passwordPackages = [PASSWORDS, `${PASSWORDS}-linux-x64-gnu`];

/** The archive's lists without samples: a production build shows none. */
const archiveWithoutSamples: Plugin = {
  name: 'archive-without-samples',
  setup({ onLoad }) {
    onLoad({ filter: /\/content\/archive\/.*\.json$/ }, async ({ path }) => ({
      loader: 'json',
      contents: JSON.stringify(
        JSON.parse(await readFile(path, 'utf8'), (_, value) =>
          Array.isArray(value) ? value.filter((entry) => entry?.sample !== true) : value,
        ),
      ),
    }));
  },
};

/** CommonJS packages load Node's modules with `require` and find their files by `__dirname`. */
const banner = [
  "import { createRequire } from 'node:module';",
  'const require = createRequire(import.meta.url);',
  'const __dirname = import.meta.dirname;',
].join(' ');

/**
 * Bundles `functions/handlers/<name>.ts` into `dist/functions/<name>/`, ready to be a Lambda's code: `index.mjs` and one
 * file for each part that is imported lazily. Source maps and the list of what went in lie beside, in `<name>.build/`.
 */
export async function buildFunction(name: string, dist = join(root, 'dist', 'functions')): Promise<string> {
  const code = join(dist, name);
  const notes = join(dist, `${name}.build`);
  for (const folder of [code, notes]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { index: `functions/handlers/${name}.ts` },
    outdir: code,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    sourcemap: 'external',
    metafile: true,
    plugins: process.env['SAMPLES'] === 'no' ? [archiveWithoutSamples] : [],
    external: [PASSWORDS],
    banner: { js: banner },
  });
  for (const { path, contents } of outputFiles) {
    writeFileSync(join(path.endsWith('.map') ? notes : code, basename(path)), contents);
  }
  writeFileSync(join(notes, 'metafile.json'), JSON.stringify(metafile));
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  if (imports.some(({ path }) => path === PASSWORDS)) await copyPackages(code, passwordPackages);
  if (Object.keys(metafile.inputs).includes('functions/payments/pdf-fonts.ts')) await copyFonts(code);
  return code;
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

/** Copies the font files that typesetting reads to where Node resolves their packages. */
async function copyFonts(code: string): Promise<void> {
  const copy = async (path: string) => {
    const to = join(code, 'node_modules', path);
    await mkdir(dirname(to), { recursive: true });
    await copyFile(join(root, 'node_modules', path), to);
  };
  await Promise.all(
    ['package.json', 'dist/harfbuzz-subset.wasm'].map((path) => copy(join('harfbuzzjs', path))),
  );
  for (const name of fontPackages) {
    const folder = join('@fontsource-variable', name);
    const files = await readdir(join(root, 'node_modules', folder, 'files'));
    const upright = files.filter((file) => file.endsWith('-wght-normal.woff2'));
    const paths = ['package.json', 'unicode.json', 'LICENSE', ...upright.map((file) => join('files', file))];
    await Promise.all(paths.map((path) => copy(join(folder, path))));
  }
}

/** The Lambda functions, named after their entries. */
export const functionNames = [
  'api',
  'send-transactional-mail',
  'send-campaigns',
  'handle-delivery-events',
  'make-receipts',
  'reconcile-payments',
  'remind-members',
  'erase-addresses',
  'watch-audit-log',
] as const;
export type FunctionName = (typeof functionNames)[number];

if (import.meta.main) {
  for (const name of functionNames) console.log(`functions: ${await buildFunction(name)}`);
}
