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

const inList = (file: string, list: string, heading: string) => {
  const data = JSON.parse(readFileSync(join(content, file), 'utf8'));
  return JSON.stringify({ ...data, [list]: [JSON.parse(example(heading)), ...data[list]] });
};

it('the examples of the guide can be copied as they are', () => {
  const photo = /^ {2}photo: .*\n/m;
  const { problems } = checkContent(
    makeContent({
      'news/2025/2025-10-28-webinar-34.mdx': example('Add a news item'),
      'webinars/session-35.json': example('Add a session of the web seminar'),
      'conferences/gmp.json': inList('conferences/gmp.json', 'editions', 'Add a row to a conference table'),
      'awards/young-2026.mdx': example('Add an award').replace(photo, ''),
      'archive/gmp.json': inList('archive/gmp.json', 'meetings', 'Add to the archive of GMP'),
    }),
  );
  const isOfDocument = (problem: string) => /content\/archive\/documents\/.* is missing\.$/.test(problem);
  expect(problems.filter((problem) => !isOfDocument(problem))).toEqual([]);
});
