import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each([
  ['release/smoke.ts', [], 'Usage: npm run smoke -- URL'],
  ['release/smoke.ts', ['x', 'y'], 'Too many arguments. Usage: npm run smoke -- URL'],
  ['release/deploy-command.ts', [], 'Missing option --stage. Run "npm run deploy -- --help" for help.'],
  ['build.ts', ['--force'], 'build doesn\'t take --force. Run "npm run build -- --help" for its options.'],
])('infra/%s says what is wrong with %j', (program, args, sentence) => {
  const file = join(import.meta.dirname, '../../../infra', program);
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: `${sentence}\n` });
});
