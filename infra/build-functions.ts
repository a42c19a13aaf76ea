import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild';

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
        `export const { hash, verify } = createRequire(import.meta.url)('./${basename(nativeHash)}');`,
      ].join('\n'),
    }));
  },
};

/**
 * Split from the same build, the S3 client would leave what it shares with the other clients in what is loaded at the
 * start, 39 KB of it: it is built by itself, for the first call that needs it.
 */
const filesApart: Plugin = {
  name: 'files-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/files\/s3\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './files.mjs', external: true } : undefined,
    );
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

/** An ES import of node:http reads every export, among them those for which Node loads its whole HTTP client. */
const bareHttp: Plugin = {
  name: 'bare-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?https?$/ }, ({ path }) => ({ path, namespace: 'builtin' }));
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
  plugins: [nativeArgon2, bareHttp, ...(process.env['SAMPLES'] === 'no' ? [archiveWithoutSamples] : [])],
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
    plugins: [...settings.plugins, filesApart],
    entryPoints: { index: `functions/lambda/${name}.ts` },
    outdir: code,
    inject: injected[name] ?? [],
  };
  const builds: BuildResult<typeof settings>[] = [await build(entry)];
  if (JSON.stringify(builds[0]?.metafile.outputs).includes('./files.mjs')) {
    builds.push(await build({ ...settings, entryPoints: { files: 'functions/files/s3.ts' }, outdir: code }));
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
  return code;
}

/** What stands in for the platform's own in a bundle. */
const injected: Readonly<Record<string, string[]>> = { api: ['functions/lambda/light-fetch.ts'] };

/** The Lambda functions, by the names of their entries. */
export const functionNames = ['api', 'deliver-mail', 'send-campaigns', 'mail-events'] as const;

if (import.meta.main) {
  for (const name of functionNames) console.log(`functions: ${await buildFunction(name)}`);
}
