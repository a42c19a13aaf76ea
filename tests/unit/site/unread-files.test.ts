import { expect, it } from 'vitest';
import { contentReport } from '../../../site/lib/check/report.ts';
import { makeContent } from '../../support/content-folder.ts';

const source = 'specification';
const texts = {
  'people.json': JSON.stringify({
    officers: [
      { name: 'Ada One', source },
      { name: '王小明', source },
    ],
    executiveCommittee: [{ name: 'Bea Two', source }],
  }),
  'names.json': JSON.stringify({
    aliases: [{ name: 'Wang Xiaoming', also: ['王小明'] }],
    different: [],
    languages: { 王小明: 'zh-Hans' },
  }),
  'webinars/session-01.json': JSON.stringify({
    number: 1,
    date: '2021-01-26',
    talks: [
      { title: 'x', speaker: { name: 'Cem Three' } },
      { title: 'x', speaker: { name: 'Dan Four', image: 'dan' } },
    ],
    sources: [source],
  }),
  'awards/young-2025.mdx':
    '---\nwinner:\n  name: Eve Five\n  photo: prize.png\nsource: specification\ndraft: true\n---\n\nText.\n',
  'awards/young-2026.mdx':
    '---\nwinner:\n  name: Fay Six\nsource: specification\ndraft: true\n---\n\nText.\n',
  'news/2025/2025-10-28-x.mdx':
    '---\ndate: 2025-10-28\nsource: specification\n---\n\n![Everybody](./group.webp) ![Hopf torus](/figures/hopf.svg) [Call](/documents/call.pdf#page=2)\n',
  'archive/gmp.json': JSON.stringify({
    papers: [],
    proposals: [],
    meetings: [{ year: 2024, links: [{ text: 'x', file: 'minutes.pdf' }], source }],
  }),
};
const used = [
  'portraits/ada-one.jpg',
  'portraits/wang-xiaoming.png',
  'portraits/prize.png',
  'portraits/fay-six.jpg',
  'webinars/speakers/cem-three.png',
  'webinars/speakers/dan.jpg',
  'news/2025/group.webp',
  'archive/documents/minutes.pdf',
  'documents/call.pdf',
];

const problemsWith = (paths: string[], more: Record<string, string> = {}) => {
  const files = Object.fromEntries([...used, ...paths].map((path) => [path, 'x']));
  const written = Object.fromEntries(
    Object.keys(files)
      .filter((path) => !path.endsWith('.pdf'))
      .map((path) => [path, { by: 'x', rights: 'CC0 1.0' }]),
  );
  const pictures = { 'pictures.json': JSON.stringify(written) };
  return contentReport(makeContent({ ...texts, ...files, ...pictures, ...more })).problems;
};

it('pictures that a page shows, also those of drafts, and documents of the archive are right', () =>
  expect(problemsWith([])).toEqual([]));

const portrait =
  'No page shows this picture. Officers, award winners and speakers have one: name it after one of them, as first-last.jpg or first-last.png, or delete it.';
it.each([
  ['portraits/nobody.png', portrait],
  ['portraits/bea-two.jpg', portrait],
  ['portraits/ada-one.png', portrait],
  ['portraits/ada-one.jpeg', portrait],
  ['portraits/ada-one.webp', portrait],
  ['portraits/ada-one.gif', portrait],
  ['portraits/Ada One.jpg', portrait],
  ['webinars/speakers/ada-one.jpg', portrait],
  ['webinars/speakers/nobody.jpg', portrait],
  [
    'news/2025/other.jpg',
    'No page shows this picture. Put it into the text beside it as ![what it shows](./picture.jpg), or delete it.',
  ],
  [
    'archive/documents/other.pdf',
    'No list of the archive names this document. Name it by "file" in content/archive/gmp.json, or delete it.',
  ],
  [
    'documents/other.pdf',
    'No page links to this document. Link to it as /documents/other.pdf, or delete it.',
  ],
])('%s is a file that no page reads', (path, sentence) =>
  expect(problemsWith([path])).toEqual([`content/${path}: ${sentence}`]),
);

it('while a file has errors, its pictures are not reported too', () =>
  expect(problemsWith([], { 'people.json': '{' })).toEqual([
    expect.stringContaining('content/people.json:1:'),
  ]));
