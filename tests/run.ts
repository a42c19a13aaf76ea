import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFunction, functionNames } from '../infra/build-functions.ts';
import { ensureSite } from '../infra/local/build-site.ts';
import { waitForLock } from '../infra/local/lock.ts';
import { programStep, runStep, runVitest, type Step } from './runner/steps.ts';
import { findBrowser } from './support/browser.ts';

/** `npm test`: everything there is, then one line with what passed and what failed. */

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const program = (name: string, command: string, ...args: string[]): Step =>
  programStep(name, root, command, ...args);
const types = (folder: string) => program(`types: ${folder}`, bin('tsc'), '-p', folder);

/** Steps of one group run at once; two processors are enough for two. */
const groups: Step[][] = [
  [
    { name: 'browser', run: async () => findBrowser() },
    program('formatting and lint', bin('biome'), 'ci', '--error-on-warnings', '.'),
    program('content', process.execPath, 'site/lib/check-content.ts'),
  ],
  [
    { name: 'build: site', run: () => ensureSite(root) },
    { name: 'build: functions', run: () => Promise.all(functionNames.map((name) => buildFunction(name))) },
  ],
  [types('functions'), types('account-island')],
  [types('infra'), types('tests')],
  [program('types: site', bin('astro'), 'check', '--root', 'site')],
];

await mkdir(join(root, 'dist'), { recursive: true });
const lock = await waitForLock(join(root, 'dist/tests.lock'), () =>
  console.log('Another "npm test" runs in this folder: this one begins when that has ended.'),
);

const counts = { passed: 0, failed: 0 };
const add = ({ passed, failed }: typeof counts) => {
  counts.passed += passed;
  counts.failed += failed;
};

for (const group of groups) for (const result of await Promise.all(group.map(runStep))) add(result);
add(await runVitest(root, bin('vitest')));
lock.release();
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
