import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const sources = join(import.meta.dirname, 'peers');
const cache = join(import.meta.dirname, '../../.cache/peers');

/** The folder with the peers' sources and packages, which are installed when `peers/package.json` has changed. */
export async function installPeers(): Promise<string> {
  await mkdir(cache, { recursive: true });
  await cp(sources, cache, { recursive: true });
  const wanted = join(cache, 'package.json');
  const installed = join(cache, 'node_modules/installed.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) !== (await readFile(wanted, 'utf8'))) {
    const options = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', ['install', ...options], { cwd: cache });
    await cp(wanted, installed);
  }
  return cache;
}
