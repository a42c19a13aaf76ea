import { join } from 'node:path';
import { findBrowser } from '../support/browser/browser.ts';
import { programStep, type Step } from './steps.ts';

export const root = join(import.meta.dirname, '../..');
export const bin = (name: string) => join(root, 'node_modules/.bin', name);

const program = (name: string, command: string, ...args: string[]): Step =>
  programStep(name, root, command, ...args);

/**
 * By TypeScript 7, which has no interface for programs yet: the components of the site are checked by version 6. Files
 * that have not changed since the last run are not checked again.
 */
const types = (folder: string) =>
  program(
    `types: ${folder}`,
    process.execPath,
    ...[
      'node_modules/typescript7/bin/tsc',
      '-p',
      folder,
      '--incremental',
      '--tsBuildInfoFile',
      `.cache/types/${folder}.tsbuildinfo`,
    ],
  );

export const browserStep: Step = { name: 'browser', run: async () => findBrowser() };

/** Checks that do not run the product. Steps of one group run at once; two processors are enough for two. */
export const checks: Step[][] = [
  [
    program('formatting and lint', bin('biome'), 'ci', '--error-on-warnings', '.'),
    program('content', process.execPath, 'site/lib/check/content-check.ts'),
  ],
  [types('functions'), types('account-island')],
  [types('infra'), types('tests')],
  [
    program('types: site', process.execPath, 'site/lib/check/type-check.ts'),
    program('unused files and exports', bin('knip'), '-c', 'tests/knip.json'),
  ],
];
