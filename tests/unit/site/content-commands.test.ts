import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copySite } from '../../support/product/site-parts.ts';

it('content:new names the mistakes of an entry that it wrote, and those of a list before it asks; content:check reports a file that cannot be read once, and not by those that link to it', async () => {
  const folder = await copySite(join(import.meta.dirname, '../../..'));
  const run = (script: string, kind: string[] = [], answers: string[] = []) => {
    const input = answers.map((answer) => `${answer}\n`).join('');
    const options = { cwd: folder, encoding: 'utf8', input } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [`site/lib/${script}`, ...kind], options);
    return { status, stdout, errors: stderr.trim().split('\n') };
  };
  const edit = async (path: string, change: (text: string) => string) =>
    writeFile(join(folder, path), change(await readFile(join(folder, path), 'utf8')));

  const source = 'https://example.org/x';
  const answers = ['', '2025-10-28', 'A talk', 'Ada Lovelace', '', '', source];
  expect(run('editors/content-new.ts', ['webinar'], answers)).toMatchObject({
    status: 1,
    errors: [
      'content/webinars/session-35.json is written, with mistakes. Correct these:',
      'content/webinars/session-35.json: "date": 2025-10-28 is already used by content/webinars/session-34.json. Choose a different one.',
    ],
  });
  await edit('content/webinars/session-35.json', (text) => text.replace('2025-10-28', '2025-11-25'));

  await edit('content/newsletters.json', (text) => text.replace('"number": 13,', '"number": 14,'));
  expect(run('editors/content-new.ts', ['news'])).toEqual({
    status: 1,
    stdout: '',
    errors: [
      expect.stringContaining(
        'newsletters.json: "issues.1.number": 14 is already used by "issues.0.number".',
      ),
      'Correct this first, then try again.',
    ],
  });

  for (const path of ['content/newsletters.json', 'content/archive/gmp.json'])
    await edit(path, (text) => `{,${text}`);
  await edit('content/pages/about.mdx', (text) => `${text}\n<b>Open\n`);
  const { status, stdout, errors } = run('check/content-check.ts');
  expect(errors.toSorted()).toEqual([
    expect.stringMatching(/^content\/archive\/gmp\.json: Expected property name/),
    expect.stringMatching(/^content\/newsletters\.json: Expected property name/),
    expect.stringMatching(/^content\/pages\/about\.mdx:\d+:\d+: Expected a closing tag for `<b>`/),
  ]);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^Mistakes: 3\. /m)]);
});
