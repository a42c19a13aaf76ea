import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { programStep, runStep, runVitest } from '../../runner/steps.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});

it('a program that ends with 0 counts as passed, with one line', async () => {
  const step = programStep('node', '.', process.execPath, '-e', 'console.log("much to read")');
  expect(await runStep(step)).toEqual({ passed: 1, failed: 0 });
  expect(printed).toEqual([expect.stringMatching(/^ok {4}node \(\d+\.\d s\)$/)]);
});

it('a program that fails counts as failed, with its output', async () => {
  const step = programStep('node', '.', process.execPath, '-e', 'console.error("wrong"); process.exit(3)');
  expect(await runStep(step)).toEqual({ passed: 0, failed: 1 });
  expect(printed).toEqual([
    expect.stringMatching(/^FAILS node \(\d+\.\d s\)$/),
    `wrong\n${process.execPath} ended with code 3.`,
  ]);
});

it('a program that cannot be started counts as failed', async () => {
  expect(await runStep(programStep('lint', '.', '/no/such/program'))).toEqual({ passed: 0, failed: 1 });
  expect(printed).toEqual([
    expect.stringMatching(/^FAILS lint/),
    '/no/such/program cannot be started (spawn /no/such/program ENOENT).',
  ]);
});

it.each([
  ['dies', 'process.kill(process.pid, "SIGKILL")', 'was ended by SIGKILL.'],
  ['ends without results', '', ''],
])('one failure is counted when vitest %s', async (_, code, sentence) => {
  const vitest = join(temporaryFolder(), 'vitest');
  await writeFile(vitest, `#!/usr/bin/env node\n${code}`, { mode: 0o755 });
  expect(await runVitest('.', vitest, [])).toEqual({ passed: 0, failed: 1 });
  expect(printed.join('\n').trim()).toBe(
    `FAILS tests: vitest left no results, so no test is counted. ${sentence && `${vitest} ${sentence}`}`.trim(),
  );
});

it('a failure is added when vitest fails without a failed test, with the command for a failed file', async () => {
  const root = join(temporaryFolder(), '会 员');
  const vitest = join(root, 'vitest');
  const results = JSON.stringify({
    numPassedTests: 7,
    numFailedTests: 0,
    testResults: [
      { name: join(root, 'tests/right.test.ts'), status: 'passed' },
      { name: join(root, 'tests/wrong.test.ts'), status: 'failed' },
    ],
  });
  await mkdir(root);
  await writeFile(
    vitest,
    `#!/usr/bin/env node
    const file = process.argv.at(-1).replace('--outputFile.json=', '');
    require('fs').writeFileSync(file, '${results}');
    process.exit(1);`,
    { mode: 0o755 },
  );
  expect(await runVitest(root, vitest, ['--reporter=dot'])).toEqual({ passed: 7, failed: 1 });
  expect(printed).toEqual(['Run it alone: npm test -- "tests/wrong.test.ts"']);
});
