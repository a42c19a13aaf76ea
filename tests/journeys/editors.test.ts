import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { copySite } from '../support/product/site-parts.ts';

const root = join(import.meta.dirname, '../..');

async function writeNews(folder: string, answers: string[]) {
  const child = spawn(process.execPath, ['site/lib/editors/content-new.ts', 'news'], { cwd: folder });
  child.stdin.end(`${answers.join('\n')}\n`);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, errors };
}

it('an editor writes a news item with content:new, which asks again after a wrong answer and names the mistakes in what was written', async () => {
  const folder = await copySite(root);
  const source = 'https://example.org/where-this-can-be-checked';
  const answers = ['28 October', '2026-11-20', 'a-new-call', 'The [call](/contacts) is open.', source];
  const { output, errors } = await writeNews(folder, answers);
  const path = 'content/news/2026/2026-11-20-a-new-call.mdx';
  expect(output).toContain('The answer is wrong. Example: 2025-10-28');
  expect(errors.trim().split('\n')).toEqual([
    `${path} is written, with mistakes. Correct these:`,
    `${path}:6: "/contacts": This page doesn't exist on this site.`,
  ]);
});
