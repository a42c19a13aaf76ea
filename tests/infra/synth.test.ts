import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDist } from './built-site.ts';

const root = join(import.meta.dirname, '../..');

/** The CDK's command as in `npm run synth`, without credentials and other environment variables. */
function synth(...more: string[]) {
  const output = mkdtempSync(join(tmpdir(), 'synth-'));
  const { PATH, HOME } = process.env;
  return new Promise<{ status: unknown; output: string; files: string[] }>((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/cdk'),
      ['synth', '--quiet', '--output', output, ...more],
      { cwd: join(root, 'infra'), env: { PATH, HOME, AWS_EC2_METADATA_DISABLED: 'true' } },
      (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, output: stdout + stderr, files: readdirSync(output) }),
    );
  });
}

describe('npm run synth', () => {
  it('makes the templates of both stages without warnings', async () => {
    const { status, output, files } = await synth();
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringContaining('Successfully synthesized'),
    });
    expect(output).not.toMatch(/WARNING|ERROR/);
    expect(files.filter((file) => file.endsWith('.template.json'))).toHaveLength(16);
  });

  it.each([
    ['site', {}, /The site hasn't been built\. .*paths\.json is missing\. Run "npm run build" first\./],
    [
      'functions',
      { site: makeDist() },
      /The functions haven't been built\. .*api is missing\. Run "npm run build" first\./,
    ],
  ])(
    'says in one sentence that a build is missing: the %s',
    async (_, { site }: { site?: string }, sentence) => {
      const { status, output } = await synth(
        '--context',
        `dist=${site ?? mkdtempSync(join(tmpdir(), 'empty-'))}`,
      );
      expect(status).toBe(1);
      expect(output).toMatch(sentence);
      expect(output).not.toContain('    at ');
    },
  );
});
