import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild';
import { families } from '../functions/documents/families.ts';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

/** Lambda runs on Linux with glibc, whatever machine builds. */
const nativeHash = require.resolve('@node-rs/argon2-linux-x64-gnu');

/** Loads the native file beside the bundle: the package's own loader would look at the platform and for node_modules. */
const nativeArgon2: Plugin = {
  name: 'native-argon2',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@node-rs\/argon2$/ }, ({ path }) => ({ path, namespace: 'native' }));
    onLoad({ filter: /.*/, namespace: 'native' }, () => ({
      contents: [
        "import { createRequire } from 'node:module';",
        `export const { hashSync, verifySync } = createRequire(import.meta.url)('./${basename(nativeHash)}');`,
      ].join('\n'),
    }));
  },
};

/**
 * Parts for the first call that needs them, each built by itself: split from the same build, the S3 client would leave
 * what it shares with Secrets Manager's in what is loaded at the start.
 */
const apart = { files: 'functions/files/s3.ts', payments: 'functions/payments/stripe.ts' };

const lazyParts: Plugin = {
  name: 'lazy-parts',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
      const part = Object.entries(apart).find(([, file]) => file.endsWith(path.replace(/^(\.\.\/)+/, '/')));
      return kind === 'dynamic-import' && part ? { path: `./${part[0]}.mjs`, external: true } : undefined;
    });
  },
};

/** The archive's lists without samples, as a production build wants them: README, "Facts and samples". */
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

/** Of these an ES import reads every export, among them those for which Node loads its whole HTTP client or WebCrypto. */
const heavy = /^(node:)?(https?|crypto)$/;

/** Node's own modules as they are, also where a package asks by `require`, which an ES module does not have. */
const bareBuiltins: Plugin = {
  name: 'bare-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z0-9_/]+$/ }, ({ path, kind }) =>
      isBuiltin(path) && (kind === 'require-call' || heavy.test(path))
        ? { path, namespace: 'builtin' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

/** Lambda puts credentials into the environment; every other way to find some would only be loaded along. */
const otherCredentials = [
  ...['http', 'ini', 'login', 'process', 'sso', 'web-identity'].map(
    (way) => `@aws-sdk/credential-provider-${way}`,
  ),
  '@smithy/credential-provider-imds',
];

const settings = {
  absWorkingDir: root,
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
  plugins: [nativeArgon2, bareBuiltins, ...(process.env['SAMPLES'] === 'no' ? [archiveWithoutSamples] : [])],
  external: otherCredentials,
} satisfies BuildOptions;

/**
 * Bundles `functions/lambda/<name>.ts` into `dist/functions/<name>/`, ready to be a Lambda's code: `index.mjs` and one
 * file for each part that is imported lazily. Source maps and the list of what went in lie beside, in `<name>.build/`.
 */
export async function buildFunction(name: string, dist = join(root, 'dist', 'functions')): Promise<string> {
  const code = join(dist, name);
  const notes = join(dist, `${name}.build`);
  for (const folder of [code, notes]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const entry = {
    ...settings,
    plugins: [...settings.plugins, lazyParts],
    entryPoints: { index: `functions/lambda/${name}.ts` },
    outdir: code,
    inject: injected[name] ?? [],
    banner: { js: banners[name] ?? '' },
  };
  const builds: BuildResult<typeof settings>[] = [await build(entry)];
  const outputs = JSON.stringify(builds[0]?.metafile.outputs);
  for (const [part, path] of Object.entries(apart)) {
    if (outputs.includes(`./${part}.mjs`))
      builds.push(await build({ ...settings, entryPoints: { [part]: path }, outdir: code }));
  }
  for (const { path, contents } of builds.flatMap(({ outputFiles }) => outputFiles)) {
    writeFileSync(join(path.endsWith('.map') ? notes : code, basename(path)), contents);
  }
  const all = (part: 'inputs' | 'outputs') =>
    Object.assign({}, ...builds.map(({ metafile }) => metafile[part]));
  const metafile: Metafile = { inputs: all('inputs'), outputs: all('outputs') };
  writeFileSync(join(notes, 'metafile.json'), JSON.stringify(metafile));
  const hashesPasswords = Object.keys(metafile.inputs).some((input) => input.endsWith('@node-rs/argon2'));
  if (hashesPasswords) await copyFile(nativeHash, join(code, basename(nativeHash)));
  if (Object.keys(metafile.inputs).includes('functions/documents/typeface.ts')) await copyFonts(code);
  return code;
}

/** What typesetting reads beside its code, at the places where the packages' names lead to. */
async function copyFonts(code: string): Promise<void> {
  const copy = async (path: string) => {
    const to = join(code, 'node_modules', path);
    await mkdir(dirname(to), { recursive: true });
    await copyFile(join(root, 'node_modules', path), to);
  };
  await Promise.all(
    ['package.json', 'dist/harfbuzz-subset.wasm'].map((path) => copy(join('harfbuzzjs', path))),
  );
  for (const family of families) {
    const folder = join('@fontsource-variable', family);
    const files = await readdir(join(root, 'node_modules', folder, 'files'));
    const upright = files.filter((name) => name.endsWith('-wght-normal.woff2'));
    const paths = ['package.json', 'unicode.json', 'LICENSE', ...upright.map((name) => join('files', name))];
    await Promise.all(paths.map((path) => copy(join(folder, path))));
  }
}

/** What stands in for the platform's own in a bundle. */
const injected: Readonly<Record<string, string[]>> = { api: ['functions/lambda/light-fetch.ts'] };

/** The subsetter and its decompressor look around as CommonJS modules do. */
const banners: Readonly<Record<string, string>> = {
  'make-receipts': [
    "import { createRequire } from 'node:module';",
    'const require = createRequire(import.meta.url);',
    'const __dirname = import.meta.dirname;',
  ].join(' '),
};

/** The Lambda functions, by the names of their entries. */
export const functionNames = [
  'api',
  'deliver-mail',
  'send-campaigns',
  'mail-events',
  'make-receipts',
  'reconcile-payments',
  'remind-members',
  'erase-addresses',
  'watch-audit-log',
] as const;

if (import.meta.main) {
  for (const name of functionNames) console.log(`functions: ${await buildFunction(name)}`);
}
