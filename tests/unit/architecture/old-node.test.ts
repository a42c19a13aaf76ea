import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';

it('Node 14.8 and later can parse what says that a version is too old', async () => {
  const source = await readFile(join(import.meta.dirname, '../../../infra/local/launch.mjs'), 'utf8');
  const parse = (target: string) => transform(source, { target, format: 'esm' });
  // Syntax that the target lacks is rewritten or an error; without any, only the layout changes.
  expect((await parse('node14.8')).code).toBe((await parse('esnext')).code);
  await expect(parse('node14.7')).rejects.toThrow('Top-level await is not available');
});
