import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { StartupError } from './disk/errors.ts';
import { waitForLock } from './disk/files.ts';
import { startChild } from './processes.ts';

/** The files and folders that the site's build depends on. */
const INPUTS = [
  '{site,content,account-island,functions/contract,functions/shared,functions/payments/fonts}/**/*',
  'package.json',
  'package-lock.json',
];
/** A test runner sets NODE_ENV and DEV, which would give the site React's development build and Astro's marks. */
const BUILD_ENVIRONMENT = {
  NODE_ENV: 'production',
  DEV: undefined,
  ASTRO_TELEMETRY_DISABLED: '1',
  NO_COLOR: '1',
};

/** Builds the site into `dist` unless it was built from the same inputs. Calls `onBuild` before a build. */
export async function ensureSite(root: string, onBuild: () => void = () => {}): Promise<void> {
  const dist = join(root, 'dist');
  await mkdir(dist, { recursive: true });
  // Two simultaneous starts share one build.
  const lock = await waitForLock(join(dist, 'lock'));
  try {
    const stamp = join(dist, 'site-stamp');
    const inputs = hashInputs(root);
    const remembered = await readFile(stamp, 'utf8').catch(() => '');
    if (remembered === `${inputs} ${await lastChange(dist)}`) return;
    onBuild();
    await rm(stamp, { force: true });
    await run(root, 'site/lib/check/content-check.ts');
    await run(root, 'node_modules/astro/bin/astro.mjs', 'build', '--root', 'site');
    await writeFile(stamp, `${inputs} ${await lastChange(dist)}`);
  } finally {
    lock.release();
  }
}

/** Reads the files one after the other at once, which takes a third of the time of asynchronous reads. */
function hashInputs(root: string): string {
  const hash = createHash('sha256').update(process.env['SAMPLES'] ?? '');
  const files = globSync(INPUTS, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => relative(root, join(parentPath, name)));
  for (const name of names.sort()) hash.update(`\0${name}\0`).update(readFileSync(join(root, name)));
  return hash.digest('hex');
}

/** When the built files were last replaced: another build, even one that broke off, makes this one's stamp worthless. */
async function lastChange(dist: string): Promise<string> {
  const built = ['site', 'edge/paths.json'].map((name) => stat(join(dist, name)).catch(() => undefined));
  return (await Promise.all(built)).map((found) => found?.mtimeMs ?? 'missing').join(' ');
}

async function run(root: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, ...BUILD_ENVIRONMENT };
  const child = startChild(process.execPath, args, { cwd: root, env, output: 'pipe' });
  const { stdout, stderr } = child.process;
  const [code, ...output] = await Promise.all([child.ended, stdout && text(stdout), stderr && text(stderr)]);
  if (code !== 0) throw new StartupError(buildErrorMessage(stripVTControlCharacters(output.join('\n'))));
}

/** The site's own checks explain mistakes in content and pages; without such a sentence, the program's output. */
function buildErrorMessage(output: string): string {
  const sentences = [...output.matchAll(/(?:\[ERROR\] \[site-build\] |^(?=content\/))(.+)/gm)].map(
    ([, sentence]) => sentence,
  );
  if (sentences.length > 0) return sentences.join('\n');
  const withoutStack = output.split('\n').filter((line) => !/^\s+at /.test(line));
  return `The site build failed:\n${withoutStack.join('\n').trim()}`;
}
