import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { findBrowser } from './support/browser.ts';

/** `npm test`: everything there is, then one line with what passed and what failed. */

const root = new URL('..', import.meta.url).pathname;
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const types = (folder: string) => ({ name: `types: ${folder}`, command: [bin('tsc'), '-p', folder] });

interface Step {
  name: string;
  command: string[];
}

/** Steps of one group run at once: what comes later needs what comes before. */
const groups: Step[][] = [
  [{ name: 'formatting and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] }],
  [
    { name: 'content', command: [process.execPath, 'site/lib/check-content.ts'] },
    { name: 'build: site', command: [bin('astro'), 'build', '--root', 'site'] },
    { name: 'build: functions', command: [process.execPath, 'infra/build-functions.ts'] },
  ],
  [types('functions'), types('account-island')],
  [types('infra'), types('tests')],
  [{ name: 'types: site', command: [bin('astro'), 'check', '--root', 'site'] }],
];

const Results = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});

let passed = 0;
let failed = 0;

function run({ name, command: [program = '', ...args] }: Step, quiet: boolean): Promise<boolean> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok   ' : 'FAILS'} ${name} (${seconds} s)`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

async function runTests(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'results-'));
  const file = join(folder, 'results.json');
  const command = [
    bin('vitest'),
    'run',
    '-c',
    'tests/vitest.config.ts',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const ok = await run({ name: 'tests', command }, false);
  const results = Results.parse(JSON.parse(await readFile(file, 'utf8')));
  passed += results.numPassedTests;
  // A file that does not load has no failed test to count.
  failed += Math.max(results.numFailedTests, ok ? 0 : 1);
  await rm(folder, { recursive: true });
}

findBrowser();
for (const group of groups) {
  for (const ok of await Promise.all(group.map((step) => run(step, true)))) {
    if (ok) passed += 1;
    else failed += 1;
  }
}
await runTests();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
