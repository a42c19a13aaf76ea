import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');

it('the tests in a log are a line for each project, then each failure once, without colours', async () => {
  const folder = temporaryFolder();
  const project = (name: string) => ({ test: { name, globals: true, include: [`${name}.test.js`] } });
  const config = { test: { projects: ['good', 'bad', 'broken'].map(project) } };
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
  writeFileSync(join(folder, 'good.test.js'), "for (const n of Array(300).keys()) it('is ' + n, () => {});");
  writeFileSync(
    join(folder, 'bad.test.js'),
    "it('is 1', () => {}); it('differs', () => expect({ a: 1 }).toEqual({ a: 2 }));",
  );
  writeFileSync(join(folder, 'broken.test.js'), "throw new Error('no tests');");
  const { FORCE_COLOR: _, ...env } = process.env;
  const reporter = join(root, 'tests/runner/plain-reporter.ts');
  const output = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--no-color', `--reporter=${reporter}`],
      { cwd: folder, env },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    ),
  );
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  expect(lines.slice(1, 4).sort()).toEqual([
    expect.stringMatching(/^FAILS tests: bad \(\d+\.\d s\): 1 passed, 1 failed$/),
    expect.stringMatching(/^FAILS tests: broken \(\d+\.\d s\): 0 passed, 1 failed$/),
    expect.stringMatching(/^ok {4}tests: good \(\d+\.\d s\): 300 passed, 0 failed$/),
  ]);
  expect(output.match(/bad\.test\.js > differs/g)).toHaveLength(1);
  expect(output).toContain('-   "a": 2,\n+   "a": 1,');
  expect(output).not.toContain('\u001B');
  expect(lines.length).toBeLessThan(60);
});
