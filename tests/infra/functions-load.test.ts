import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { envNames } from '#shared/deployment';
import { functionNames } from '../../infra/build-functions.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { copyFunction } from '../support/product/built-function.ts';
import { localAws } from '../support/table/dynamo.ts';

const env = {
  ...localAws,
  ...apiEnvironment,
  // Makes each handler while it is loaded.
  AWS_LAMBDA_FUNCTION_NAME: 'any',
  [envNames.tableName]: 'table',
  [envNames.mailFrom]: 'office@example.org',
};

/** Loads every lazy part, which is otherwise first read when it is needed. */
it.each(functionNames)('%s loads from its built folder, outside the project', async (name) => {
  const outside = mkdtempSync(join(tmpdir(), 'lambda-'));
  const code = copyFunction(name, outside);
  const modules = readdirSync(code).filter((file) => file.endsWith('.mjs'));
  expect(modules).toContain('index.mjs');
  const load = modules.map((file) => `await import('${join(code, file)}');`);
  const script = [
    '--input-type=module',
    '--eval',
    [...load, "console.log('loaded');", 'process.exit();'].join('\n'),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: outside, env });
  expect(stdout).toBe('loaded\n');
});
