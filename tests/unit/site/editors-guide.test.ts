import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkContent } from '../../../site/lib/check/report.ts';
import { makeContent } from '../../support/content-folder.ts';

const content = join(import.meta.dirname, '../../../content');
const guide = readFileSync(join(content, 'README.md'), 'utf8');

/** The example under a heading of content/README.md, as an editor would copy it. */
const example = (heading: string): string => {
  const [, section = ''] = guide.split(`## ${heading}\n`);
  const [, indent = '', text = ''] = /^( *)```\w+\n([\s\S]*?)^ *```$/m.exec(section) ?? [];
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
};

const inList = (file: string, list: string, entry: string) => {
  const data = JSON.parse(readFileSync(join(content, file), 'utf8'));
  return JSON.stringify({ ...data, [list]: [JSON.parse(entry), ...data[list]] });
};

it.each([
  ['Add a news item', 'news/2025/2025-10-28-webinar-34.mdx', (text: string) => text],
  ['Add a session of the web seminar', 'webinars/session-35.json', (text: string) => text],
  [
    'Add a row to a conference table',
    'conferences/gmp.json',
    (text: string) => inList('conferences/gmp.json', 'editions', text),
  ],
  ['Add an award', 'awards/young-2026.mdx', (text: string) => text.replace(/^ {2}photo: .*\n/m, '')],
  [
    'Add to the archive of GMP',
    'archive/gmp.json',
    (text: string) => inList('archive/gmp.json', 'meetings', text),
  ],
])('the example of "%s" can be copied as it is', (heading, file, place) => {
  const { problems } = checkContent(makeContent({ [file]: place(example(heading)) }));
  expect(
    problems.filter((problem) => !/content\/archive\/documents\/.* is missing\.$/.test(problem)),
  ).toEqual([]);
});
