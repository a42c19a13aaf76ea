import { spawnSync } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copySite } from '../../support/product/site-parts.ts';

const root = join(import.meta.dirname, '../../..');

const run = (folder: string, script: string, kind: string[] = [], answers: string[] = []) =>
  spawnSync(process.execPath, [`site/lib/${script}`, ...kind], {
    cwd: folder,
    encoding: 'utf8',
    input: answers.map((answer) => `${answer}\n`).join(''),
  });

it('a file that cannot be read is reported once, at its own place, and not by those that link to it', async () => {
  const folder = await copySite(root);
  for (const path of ['content/pictures.json', 'content/archive/gmp.json']) {
    const file = join(folder, path);
    await writeFile(file, `{,${await readFile(file, 'utf8')}`);
  }
  await appendFile(join(folder, 'content/pages/about.mdx'), '\n<b>Open\n');
  const { status, stderr, stdout } = run(folder, 'check/content-check.ts');
  expect(stderr.trim().split('\n').toSorted()).toEqual([
    expect.stringMatching(/^content\/archive\/gmp\.json: Expected property name/),
    expect.stringMatching(/^content\/pages\/about\.mdx:\d+:\d+: Expected a closing tag for `<b>`/),
    expect.stringMatching(/^content\/pictures\.json: Expected property name/),
  ]);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^Mistakes: 3\. /m)]);
});

it('content:new names the mistakes of an entry that it wrote, and those of a list before it asks', async () => {
  const folder = await copySite(root);
  const source = 'https://example.org/x';
  const answers = ['', '2025-10-28', 'A talk', 'Ada Lovelace', '', '', source];
  const written = run(folder, 'editors/content-new.ts', ['webinar'], answers);
  expect([written.status, written.stderr.trim().split('\n')]).toEqual([
    1,
    [
      'content/webinars/session-35.json is written, with mistakes. Correct these:',
      'content/webinars/session-35.json: "date": 2025-10-28 is already used by content/webinars/session-34.json. Choose a different one.',
    ],
  ]);

  const file = join(folder, 'content/newsletters.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"number": 13,', '"number": 14,'));
  const refused = run(folder, 'editors/content-new.ts', ['news']);
  expect([refused.status, refused.stdout, refused.stderr.trim().split('\n')]).toEqual([
    1,
    '',
    [
      expect.stringMatching(
        /^content\/newsletters\.json: "issues\.1\.number": 14 is already used by "issues\.0\.number"\./,
      ),
      'Correct this first, then try again.',
    ],
  ]);
});
