import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { convertToTsx } from '@astrojs/astro2tsx';

const root = join(import.meta.dirname, '../..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** Types of all components. They come after those of the content, which they would hide otherwise. */
const astroTypes = ['env.d.ts', 'astro-jsx.d.ts']
  .map((name) => `/// <reference path="${join(root, 'node_modules/astro', name)}" />\n`)
  .join('');

/** No errors in a component: a return from the frontmatter, two attributes of one name. */
const ALLOWED_IN_COMPONENTS = ['TS1108', 'TS17001'];

/** An error as the compiler prints it, with its place. */
const PRINTED = /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/s;

/** What the compiler reads instead of a component. */
interface Derived {
  name: string;
  code: string;
  /** The position in the component of a position in `code`. */
  positionOf: (position: number) => number;
}

/** Of `Page.astro` what Astro makes of it, `Page.astro.tsx`, and of its first script `Page.astro.0.ts`. */
function convert(path: string, source: string) {
  const { code, mappings, scripts, diagnostics } = convertToTsx(source, { filename: path });
  const name = basename(path);
  const modules = scripts.filter(({ type }) => type === 'processed-module' || type === 'module');
  const positionOf = (position: number) => {
    const mapping = mappings.find(([from, length]) => position >= from && position < from + length);
    return mapping ? mapping[2] + position - mapping[0] : 0;
  };
  const derived: Derived[] = [
    { name: `${name}.tsx`, code, positionOf },
    ...modules.map(({ content, position }, index) => ({
      name: `${name}.${index}.ts`,
      code: content,
      positionOf: (inScript: number) => position.start + inScript,
    })),
  ];
  return { derived, diagnostics };
}

/**
 * Errors in the TypeScript and the components of a folder with a `tsconfig.json`, each with its place. What the compiler reads
 * instead of components is written into `tree`, in which it looks for modules as if it were one with the repository. While
 * a file has an error of syntax, the compiler looks for no others.
 */
export function typeErrors(folder: string, tree: string): string[] {
  rmSync(tree, { recursive: true, force: true });
  const errors: string[] = [];
  const places = new Map<string, (line: number, column: number) => string>();
  for (const path of globSync('**/*.astro', { cwd: folder }).map((name) => join(folder, name))) {
    const source = readFileSync(path, 'utf8');
    const placeAt = (position: number) => {
      const lines = source.slice(0, position).split('\n');
      return `${relative(folder, path)}:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
    };
    const { derived, diagnostics } = convert(path, source);
    for (const { message, position } of diagnostics) errors.push(`${placeAt(position.start)} ${message}`);
    const copy = join(tree, dirname(relative(root, path)));
    mkdirSync(copy, { recursive: true });
    for (const { name, code, positionOf } of derived) {
      writeFileSync(join(copy, name), code);
      places.set(relative(root, join(copy, name)).replaceAll(sep, '/'), (line, column) => {
        const before = code.split('\n').slice(0, line - 1);
        return placeAt(positionOf(before.reduce((sum, { length }) => sum + length + 1, column - 1)));
      });
    }
  }
  // The lines of an explanation are indented.
  for (const printed of compile(folder, tree).split(/\n(?=\S)/)) {
    const [, file = '', line, column, code = '', message] = PRINTED.exec(printed) ?? [];
    const placeOf = places.get(file);
    if (!placeOf) errors.push(printed);
    else if (!ALLOWED_IN_COMPONENTS.includes(code))
      errors.push(`${placeOf(Number(line), Number(column))} ${code}: ${message}`);
  }
  return errors.filter(Boolean);
}

/** What the compiler prints. Files that have not changed since the last run are not checked again. */
function compile(folder: string, tree: string): string {
  const { include } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  const config = {
    extends: join(folder, 'tsconfig.json'),
    compilerOptions: { jsx: 'preserve', rootDirs: [root, tree] },
    include: [...include.map((path: string) => join(folder, path)), '.'],
  };
  mkdirSync(tree, { recursive: true });
  writeFileSync(join(tree, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(tree, 'astro.d.ts'), astroTypes);
  const options = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', `${tree}.tsbuildinfo`];
  const { stdout, error } = spawnSync(
    process.execPath,
    [compiler, '-p', tree, '--pretty', 'false', ...options],
    { cwd: root, encoding: 'utf8' },
  );
  if (error) throw error;
  return stdout.trimEnd();
}
