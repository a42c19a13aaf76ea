import * as z from 'zod';

const Versions = z.record(z.string(), z.string()).optional();
const Entry = z.object({
  /** Of a package that stands under another name. */
  name: z.string().optional(),
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  bundleDependencies: z.array(z.string()).optional(),
  optional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  dev: z.boolean().optional(),
  license: z.string().optional(),
  libc: z.array(z.string()).optional(),
  engines: Versions,
});
export const Lock = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), Entry) });
export type Lock = z.infer<typeof Lock>;
export const Manifest = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  optionalDependencies: Versions,
  allowScripts: z.record(z.string(), z.literal(true)).optional(),
});
export type Manifest = z.infer<typeof Manifest>;

export const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * Entries with which npm could install something other than the reviewed packages; `unhashed` lists the exceptions. That the
 * lock file fits the package.json, `npm ci` checks itself.
 */
export function lockProblems(lock: Lock, manifest: Manifest, unhashed: readonly string[] = []): string[] {
  const { '': _root, ...packages } = lock.packages;
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  /** Included in the hashed file of another package, which lists it as bundled. */
  const isBundled = (path: string) => {
    const parent = packages[path.slice(0, path.lastIndexOf('/node_modules/'))];
    return packages[path]?.inBundle === true && parent?.bundleDependencies !== undefined;
  };

  const ofEntry = ([path, entry]: [string, Lock['packages'][string]]): string[] => {
    const { version = '', integrity, resolved } = entry;
    const name = `${nameOf(path)}@${version}`;
    const problems: string[] = [];
    if (!EXACT.test(version)) problems.push(`${name} is no version of the registry`);
    if (entry.link || resolved !== undefined) problems.push(`${name} comes from ${resolved ?? 'a folder'}`);
    if (entry.name !== undefined) problems.push(`${name} is ${entry.name}`);
    if (integrity === undefined && !isBundled(path) && !unhashed.includes(name))
      problems.push(`${name} has no integrity`);
    if (integrity !== undefined && !SHA512.test(integrity)) problems.push(`${name} has a weak integrity`);
    if (integrity !== undefined && unhashed.includes(name)) problems.push(`${name} is no exception any more`);
    if (integrity === undefined && unhashed.includes(name) && !entry.optional)
      problems.push(`${name} is an exception that is always installed`);
    if (entry.hasInstallScript && !manifest.allowScripts?.[nameOf(path)])
      problems.push(`${name} runs a script when it is installed`);
    return problems;
  };

  return [
    ...Object.entries(wanted).flatMap(([name, version]) =>
      EXACT.test(version) ? [] : [`package.json: ${name} is ${version}, no exact version`],
    ),
    ...Object.entries(packages).flatMap(ofEntry),
  ];
}
