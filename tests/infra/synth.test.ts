import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs a program as `npm run synth` does, without credentials and the tests' environment variables. */
function run(program: string, args: string[], more: NodeJS.ProcessEnv = {}) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, AWS_EC2_METADATA_DISABLED: 'true', ...more };
  return new Promise<{ status: unknown; output: string }>((resolve) => {
    execFile(program, args, { cwd: join(root, 'infra'), env }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

describe('npm run synth', () => {
  it.concurrent('makes the templates of both stages without warnings', async ({ expect }) => {
    const output = mkdtempSync(join(tmpdir(), 'synth-'));
    const cdk = join(root, 'node_modules/.bin/cdk');
    // The CDK's own validation is left to the test of cdk-nag, which has all that a stage can get.
    const printed = await run(cdk, ['synth', '--quiet', '--output', output], { CDK_VALIDATION: 'false' });
    expect(printed).toEqual({ status: 0, output: expect.not.stringMatching(/WARNING|ERROR/) });
    expect(readdirSync(output).filter((file) => file.endsWith('.template.json'))).toHaveLength(10);
  });
});
