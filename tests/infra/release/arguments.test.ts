import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each([
  ['release/deploy-command.ts', [], 'Missing option --stage. Run "npm run deploy -- --help" for help.'],
  ['build.ts', ['--force'], 'build doesn\'t take --force. Run "npm run build -- --help" for its options.'],
])('infra/%s says what is wrong with %j', (program, args, sentence) => {
  const file = join(import.meta.dirname, '../../../infra', program);
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: `${sentence}\n` });
});

it('a deployment with half of what a check of the site needs stops before it changes anything', () => {
  const file = join(import.meta.dirname, '../../../infra/release/deploy-command.ts');
  const { status, stderr } = spawnSync(process.execPath, [file, '--stage', 'staging'], {
    encoding: 'utf8',
    env: { ...process.env, SMOKE_USERNAME: 'canary', SMOKE_PASSWORD: '' },
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'SMOKE_PASSWORD is missing. Set SMOKE_USERNAME and SMOKE_PASSWORD, or neither of them.\n',
  });
});
