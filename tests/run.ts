import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { buildFunction, functionNames } from '../infra/build-functions.ts';
import { ensureSite } from '../infra/local/build-site.ts';
import { findBrowser } from './support/browser.ts';

/** `npm test`: everything there is, then one line with what passed and what failed. */

const root = new URL('..', import.meta.url).pathname;
const bin = (name: string) => join(root, 'node_modules/.bin', name);

interface Step {
  name: string;
  /** Rejects with what is wrong. */
  run: () => Promise<unknown>;
}

/** A program that says what is wrong only when something is. */
const program = (name: string, command: string, ...args: string[]): Step => ({
  name,
  run: () =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
      const said: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => said.push(chunk));
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(Buffer.concat(said).toString())),
      );
    }),
});
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

const Results = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const tally = { passed: 0, failed: 0 };

async function check({ name, run }: Step): Promise<void> {
  const startedAt = performance.now();
  const fault = await run().then(
    () => undefined,
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${fault === undefined ? 'ok   ' : 'FAILS'} ${name} (${seconds} s)`);
  if (fault !== undefined) console.log(fault);
  tally[fault === undefined ? 'passed' : 'failed'] += 1;
}

async function runTests(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'results-'));
  const file = join(folder, 'results.json');
  const options = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const child = spawn(bin('vitest'), ['run', '-c', 'tests/vitest.config.ts', ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const results = Results.parse(JSON.parse(await readFile(file, 'utf8')));
  tally.passed += results.numPassedTests;
  // A file that does not load has no failed test to count.
  tally.failed += Math.max(results.numFailedTests, code === 0 ? 0 : 1);
  await rm(folder, { recursive: true });
}

for (const group of groups) await Promise.all(group.map(check));
await runTests();
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);
