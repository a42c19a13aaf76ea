import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Lock, Manifest, nameOf } from './lock-file.ts';

const project = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const { packages } = Lock.parse(JSON.parse(read('package-lock.json')));
const manifest = Manifest.parse(JSON.parse(read('package.json')));

/** SPDX names of licences that only require their notice. Python-2.0 is argparse's, OFL-1.1 that of the fonts. */
const allowed = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Python-2.0', 'OFL-1.1'],
  ...['(MIT OR Apache-2.0)', '(MIT AND Zlib)'],
];

/** Packages without an SPDX name in package.json: the file that has the licence, and its beginning. */
const inAFile: Record<string, [file: string, begin: string]> = {
  'png-js': ['LICENSE', 'MIT License'],
};

/** Packages in the scripts and styles of browsers, although only the site's build installs them. */
function inTheBrowser(): string[] {
  const sources = globSync('{account-island,site}/**/*.{ts,tsx,astro,css}', { cwd: project });
  const wanted = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const imported = new Set(
    sources.flatMap((file) =>
      [...read(file).matchAll(/(?:from|import|url\()\s*\(?['"]([^.#'"][^'"]*)['"]/g)].map(
        ([, name = '']) => name,
      ),
    ),
  );
  return wanted.filter((name) => [...imported].some((path) => path === name || path.startsWith(`${name}/`)));
}

const isBuildTool = (name: string): boolean =>
  /^(astro|@astrojs\/.*|satteri|vite|yaml|feed|ical-generator|satori|sharp)$/.test(name);

/** Where Node finds a package from another one. */
function resolve(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** These packages and all their dependencies. */
function closure(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = names.map((name): [from: string, name: string] => ['', name]);
  for (let next = open.pop(); next; next = open.pop()) {
    const path = resolve(...next);
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) open.push([path, name]);
  }
  return found;
}

it('every package that runs in the cloud, locally or in a browser has a licence', () => {
  const direct = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const shipped = closure([...Object.keys(direct), ...inTheBrowser().filter((name) => !isBuildTool(name))]);
  const names = [...shipped].map(nameOf);
  expect(names).toEqual(
    expect.arrayContaining(['stripe', 'react', '@tiptap/core', 'prosemirror-view', 'pdfkit']),
  );
  const others = [...shipped].filter((path) => {
    const exception = inAFile[nameOf(path)];
    if (exception) return !read(`${path}/${exception[0]}`).startsWith(exception[1]);
    return !allowed.includes(packages[path]?.license ?? '');
  });
  expect(others.map((path) => `${path}: ${packages[path]?.license ?? 'none'}`)).toEqual([]);
});
