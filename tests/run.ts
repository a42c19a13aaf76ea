import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureSite } from '../infra/local/build-site.ts';
import { waitForLock } from '../infra/local/disk/files.ts';
import { bin, browserStep, checks, root } from './runner/checks.ts';
import { type Counts, runGroups, runVitest } from './runner/steps.ts';

/**
 * `npm test`: all tests. `npm test -- FILE … [-t NAME]`: only these test files, with the builds that they need. The last
 * line counts passed and failed tests.
 */

const siteStep = { name: 'build: site', run: () => ensureSite(root) };

async function runAll(): Promise<Counts> {
  const [first, last] = checks;
  const checked = await runGroups([[siteStep, browserStep, ...first], last]);
  const tested = await runVitest(root, bin('vitest'), ['--project', '!aws']);
  return { passed: checked.passed + tested.passed, failed: checked.failed + tested.failed };
}

await mkdir(join(root, 'dist'), { recursive: true });
const lock = await waitForLock(join(root, 'dist/tests.lock'), () =>
  console.log('Another "npm test" runs in this folder: this one begins when that has ended.'),
);
const asked = process.argv.slice(2);
const { passed, failed } = await (asked.length > 0
  ? runVitest(root, bin('vitest'), ['--reporter=default', ...asked])
  : runAll());
lock.release();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
