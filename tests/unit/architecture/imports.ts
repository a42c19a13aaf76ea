import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/** Packages stand at `node_modules/NAME/…`, whether or not they are there; modules of Node and Astro as they are imported. */
export interface Import {
  from: string;
  to: string;
  isTypeOnly: boolean;
  isDynamic: boolean;
}

const { imports: aliases } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>;
};

function resolve(specifier: string, from: string): string {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return join(dirname(from), path);
  if (/^(node|astro):/.test(path)) return path;
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.replace('*', '');
    if (path.startsWith(prefix)) return join(target.replace('*', path.slice(prefix.length)));
  }
  return join('node_modules', path, '/');
}

/** What a file of TypeScript or JavaScript imports. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const { program, module, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: Import[] = [];
  const add = (specifier: string, kind: Partial<Import> = {}) =>
    found.push({ from: file, to: resolve(specifier, file), isTypeOnly: false, isDynamic: false, ...kind });
  const areTypes = (entries: readonly { isType: boolean }[]) =>
    entries.length > 0 && entries.every(({ isType }) => isType);
  for (const { moduleRequest, entries } of module.staticImports)
    add(moduleRequest.value, { isTypeOnly: areTypes(entries) });
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) add(moduleRequest.value, { isTypeOnly: isType });
  for (const { moduleRequest } of module.dynamicImports) {
    const [, specifier] = /^'(.*)'$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
    if (specifier !== undefined) add(specifier, { isDynamic: true });
  }
  new Visitor({ 'TSImportType:exit': ({ source }) => add(source.value, { isTypeOnly: true }) }).visit(
    program,
  );
  return found;
}

/** The first cycle that is found below each file, as the files that it goes through. */
export function cyclesIn(imports: readonly Import[]): string[] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '));
    if (done.has(file) || path.includes(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}
