import { join } from 'node:path';
import { programStep, type Step } from './steps.ts';

export const root = join(import.meta.dirname, '../..');
export const bin = (name: string) => join(root, 'node_modules/.bin', name);

const program = (name: string, command: string, ...args: string[]): Step =>
  programStep(name, root, command, ...args);

/**
 * Files that have not changed since the last run are not checked again. On one thread, as the steps share the processors:
 * on several, each checks again what it has in common with the others.
 */
const types = (folder: string) =>
  program(
    `types: ${folder}`,
    process.execPath,
    ...[
      'node_modules/typescript/bin/tsc',
      '-p',
      folder,
      '--singleThreaded',
      '--incremental',
      '--tsBuildInfoFile',
      `.cache/types/${folder}.tsbuildinfo`,
    ],
  );

/** Installs a browser where there is none. */
export const browserStep = program('browser', process.execPath, 'tests/runner/find-browser.ts');

/**
 * Checks that do not run the product. The last ones begin with what Astro makes of the content, which a build writes too.
 */
export const checks: [Step[], Step[]] = [
  [types('tests'), program('formatting and lint', bin('biome'), 'ci', '--error-on-warnings', '.')],
  [
    program('types: site', process.execPath, 'tests/runner/check-site-types.ts'),
    ...['infra', 'functions', 'account-island'].map(types),
    program('unused files and exports', bin('knip'), '-c', 'tests/knip.json'),
    program('content', process.execPath, 'site/lib/check/content-check.ts'),
  ],
];
