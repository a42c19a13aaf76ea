import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import * as z from 'zod/mini';

export interface Counts {
  passed: number;
  failed: number;
}

export interface Step {
  name: string;
  /** Rejects with the error. */
  run: () => Promise<unknown>;
}

/** Longer than any step takes, however busy the machine is. */
const STEP_LIMIT_MINUTES = 60;

/** A program that prints something only if something is wrong. */
export const programStep = (name: string, cwd: string, command: string, ...args: string[]): Step => ({
  name,
  run: async () => {
    const { output, ended } = startProgram(cwd, command, args, 'pipe');
    const error = await ended;
    if (error !== undefined) throw new Error(`${await output}${error}`);
  },
});

/** Runs one step and prints a line about it, with its error below. */
async function runStep({ name, run }: Step): Promise<Counts> {
  const startedAt = performance.now();
  const error = await run().then(
    () => undefined,
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${error === undefined ? 'ok   ' : 'FAILS'} ${name} (${seconds} s)`);
  if (error === undefined) return { passed: 1, failed: 0 };
  console.log(error);
  return { passed: 0, failed: 1 };
}

/** Runs the groups one after another, of each group as many steps at once as there are processors. */
export async function runGroups(groups: Step[][]): Promise<Counts> {
  const total = { passed: 0, failed: 0 };
  const limit = pLimit(availableParallelism());
  for (const group of groups)
    for (const { passed, failed } of await limit.map(group, runStep)) {
      total.passed += passed;
      total.failed += failed;
    }
  return total;
}

const VitestResults = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), status: z.string() })),
});

/** Dots on a terminal; in a log, which is read later, lines. */
const reporter = process.stdout.isTTY ? 'dot' : join(import.meta.dirname, 'plain-reporter.ts');

/**
 * Runs vitest with the arguments and, if they name no reporter, with the one of the terminal or the log. Prints how each
 * failed file runs alone, and counts one failure if it leaves no results. The temporary files of all tests are in one
 * folder, which is removed afterwards.
 */
export async function runVitest(root: string, vitest: string, args: readonly string[]): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'tests-'));
  const file = join(folder, 'results.json');
  const options = [
    ...(args.some((each) => each.startsWith('--reporter')) ? args : [`--reporter=${reporter}`, ...args]),
    ...(process.stdout.isTTY ? [] : ['--no-color']),
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { ended } = startProgram(
    root,
    vitest,
    ['run', '-c', 'tests/vitest.config.ts', ...options],
    'inherit',
    { TMPDIR: folder },
  );
  const error = await ended;
  try {
    const results = VitestResults.parse(JSON.parse(await readFile(file, 'utf8')));
    for (const { name, status } of results.testResults)
      if (status === 'failed') console.log(`Run it alone: npm test -- "${relative(root, name)}"`);
    // A file that cannot be loaded has no failed test to count.
    const failed = Math.max(results.numFailedTests, error === undefined ? 0 : 1);
    return { passed: results.numPassedTests, failed };
  } catch {
    console.log(`FAILS tests: vitest left no results, so no test is counted. ${error ?? ''}`);
    return { passed: 0, failed: 1 };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** `ended` resolves to a sentence if the program did not start or did not end with 0. */
function startProgram(
  cwd: string,
  command: string,
  args: string[],
  output: 'pipe' | 'inherit',
  environment: NodeJS.ProcessEnv = {},
) {
  const child = spawn(command, args, {
    cwd,
    // The tests start hundreds of processes, each of which would compile the same files.
    env: { NODE_COMPILE_CACHE: join(cwd, '.cache/compiled'), ...process.env, ...environment },
    stdio: ['ignore', output, output],
    timeout: STEP_LIMIT_MINUTES * 60_000,
  });
  const streams = [child.stdout, child.stderr].map((stream) => (stream ? buffer(stream) : undefined));
  const ended = once(child, 'close').then(
    ([code, signal]) => {
      if (code === 0) return undefined;
      return signal ? `${command} was ended by ${signal}.` : `${command} ended with code ${code}.`;
    },
    (cause: Error) => `${command} cannot be started (${cause.message}).`,
  );
  return { output: Promise.all(streams).then((parts) => parts.map((part) => part ?? '').join('')), ended };
}
