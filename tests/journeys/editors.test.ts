import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { copySite } from '../support/product/site-parts.ts';

const root = join(import.meta.dirname, '../..');

async function contentNew(folder: string, kind: string, { answers = '', csv = '' }) {
  writeFileSync(join(folder, 'rows.csv'), csv);
  const from = csv ? ['--from', 'rows.csv'] : [];
  const command = ['site/lib/editors/content-new.ts', kind, ...from];
  const child = spawn(process.execPath, command, { cwd: folder });
  child.stdin.end(answers);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, errors: errors.trim().split('\n') };
}

it('an editor writes a news item with content:new, which asks again after a wrong answer and names the mistakes in what was written', async () => {
  const folder = await copySite(root);
  const source = 'https://example.org/where-this-can-be-checked';
  const answers = ['28 October', '2026-11-20', 'a-new-call', 'The [call](/contacts) is open.', source];
  const { output, errors } = await contentNew(folder, 'news', { answers: `${answers.join('\n')}\n` });
  const path = 'content/news/2026/2026-11-20-a-new-call.mdx';
  expect(output).toContain('The answer is wrong. Example: 2025-10-28');
  expect(output).toContain(`${path} is written.`);
  expect(errors).toEqual([
    'It has mistakes. Correct these:',
    `${path}:6: "/contacts": This page doesn't exist on this site.`,
  ]);
});

it('many entries come from a CSV file: each wrong cell is named and nothing written, then samples are replaced and gaps filled, and nothing else is overwritten', async () => {
  const folder = await copySite(root);
  const read = (path: string) => readFileSync(join(folder, 'content', path), 'utf8');
  const columns = 'number,date,talks.1.title,talks.1.speaker.name,talks.2.title,talks.2.speaker.name,sources';
  const session = (number: number, date: string, speaker = 'Ada Lovelace') =>
    `${number},${date},"Notes, with numbers",${speaker},Compilers,Grace Hopper,https://example.com/a; specification`;
  const write = (kind: string, rows: string[]) => contentNew(folder, kind, { csv: rows.join('\n') });

  const before = read('webinars/session-20.json');
  const wrong = [
    columns,
    session(20, '2023-11-31'),
    session(34, '2025-10-28'),
    session(36, '2026-02-24', ''),
  ];
  expect((await write('webinar', wrong)).errors).toEqual([
    'Row 2, column "date": There is no November 31 in 2023.',
    'Row 3: content/webinars/session-34.json is there already. It is not overwritten.',
    'Row 4, column "talks.1.speaker" is missing.',
    'Nothing was written.',
  ]);
  const twice = [columns, session(20, '2023-11-28'), session(36, '2025-10-28')];
  expect((await write('webinar', twice)).errors).toEqual([
    expect.stringMatching(/^Row 3: content\/webinars\/session-36\.json: "date": 2025-10-28 is already used/),
    'Nothing was written.',
  ]);
  expect(read('webinars/session-20.json')).toBe(before);

  await write('webinar', [columns, session(20, '2023-11-28'), session(36, '2026-02-24')]);
  expect([
    JSON.parse(read('webinars/session-20.json')),
    JSON.parse(read('webinars/session-36.json')),
  ]).toEqual(
    [
      [20, '2023-11-28'],
      [36, '2026-02-24'],
    ].map(([number, date]) => ({
      number,
      date,
      talks: [
        { title: 'Notes, with numbers', speaker: { name: 'Ada Lovelace' } },
        { title: 'Compilers', speaker: { name: 'Grace Hopper' } },
      ],
      sources: ['https://example.com/a', 'specification'],
    })),
  );
  await write('newsletters', ['number,date', '15,2026-01-31', '14,2025-11-30']);
  expect(JSON.parse(read('newsletters.json')).issues.slice(0, 2)).toEqual([
    { number: 15, date: '2026-01-31' },
    { number: 14, date: '2025-11-30' },
  ]);
  await write('people', ['list,title,name,source', 'officers,Secretary,Ada Lovelace,https://example.com/a']);
  expect(JSON.parse(read('people.json')).officers[3]).toMatchObject({ name: 'Ada Lovelace' });
  const edition = await write('editions', [
    'series,year,dates,sources',
    'pg,2025,"May 1-2, 2025",specification',
  ]);
  expect(edition.errors[0]).toMatch(/^Row 2, column "dates": "October 14-17, 2025" is there already\./);
});
