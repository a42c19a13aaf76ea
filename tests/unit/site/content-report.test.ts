import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contentReport } from '../../../site/lib/check/report.ts';

const reportOnAll = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return contentReport(pathToFileURL(`${folder}/`));
};
const reportOn = (path: string, text: string) => reportOnAll({ [path]: text });

const file = 'news/2025/2025-10-28-webinar-34.mdx';
const item = (lines: string, text = 'Text.') => `---\n${lines}\n---\n\n${text}\n`;
const page = 'title: x\nlede: x\ndescription: x\nsource: specification';
const good = 'date: 2025-10-28\nsource: specification';

it('finds nothing to mend in the content of the site', () => expect(contentReport().problems).toEqual([]));

it('finds nothing in a good item', () =>
  expect(reportOn(file, item(good, 'See the [awards](/awards).'))).toMatchObject({
    problems: [],
    samples: [],
  }));

describe('one sentence for each mistake of an item, with the file, the field or line, and what is right', () => {
  it.each([
    [item('source: specification'), '"date" is missing; write it as date: 2025-10-28'],
    [item(`${good}\ndat: x`), '"dat" is not a field here; the fields are date, source, sample'],
    [
      item('date: 28 October 2025\nsource: specification'),
      '"date" is not right; write it as date: 2025-10-28',
    ],
    [
      item('date: 2025-10-27\nsource: specification'),
      '"date" is 2025-10-27, but the file\'s name says 2025-10-28; make them the same',
    ],
    [item('date: 2025-10-28'), '"source" is missing; write it as source: https://example.org/page'],
    [item(`${good}\nsample: yes`), '"sample" is not right; write it as sample: true, or leave it out'],
    [item(good, 'To [Session 34](/webinar/).'), 'line 6: "/webinar/" is written /webinar here'],
    [
      item(good, 'To\n[a page](example.org).'),
      'line 7: "example.org" is no web address; write https://example.org/page, or /news for a page of this site',
    ],
    [item(good, '![Group photo](./photo.jpg)'), 'line 6: "./photo.jpg" is a picture that does not exist'],
    [
      item(good, '![Group photo](https://example.org/photo.jpg)'),
      'line 6: "https://example.org/photo.jpg" is an outside picture; keep the file in the site and link to that',
    ],
    ['Text.', 'has no front matter; begin it with lines such as date: 2025-10-28 between two lines of ---'],
  ])('%j', (text, problem) => expect(reportOn(file, text).problems).toEqual([`content/${file}: ${problem}`]));

  it.each([
    [
      file,
      item(good, 'Write to\n<ContactEmail />.'),
      'line 7: <ContactEmail /> is no part of this text; it has none',
    ],
    [
      'pages/contact.mdx',
      item(page, 'Write to <Mial />.'),
      expect.stringMatching(
        /^line 8: <Mial \/> is no part of this text; its parts are <AwardRules \/>, <ContactEmail \/>, .*<WorkshopTravel \/>$/,
      ),
    ],
    [
      'pages/call.mdx',
      item(`${page}\npath: /call`, 'Write to <ContactEmail />.\n\n<section>\n<Fees />\n</section>'),
      expect.stringMatching(
        /^line 12: <Fees \/> is no part of this text; its parts are <AwardRules \/>, .*<MembershipFees \/>/,
      ),
    ],
    [
      'pages/contact.mdx',
      item(page, "import Mail from './Mail.astro';"),
      'line 8: a text imports and exports nothing; its parts are there by their names',
    ],
    [
      file,
      item(good, 'Text.\n\nexport const year = 2025;'),
      'line 8: a text imports and exports nothing; its parts are there by their names',
    ],
  ])('a part that is none, in %s: %j', (path, text, problem) => {
    const [found, ...others] = reportOn(path, text).problems;
    const [, sentence] = found?.split(`content/${path}: `) ?? [];
    expect([sentence, others]).toEqual([problem, []]);
  });

  it('names the line of a text that cannot be read', () =>
    expect(reportOn(file, item(good, 'An <i>open tag')).problems).toEqual([
      expect.stringMatching(/: line 6: Expected a closing tag for `<i>`/),
    ]));

  it('lists the pages there are, for a link to none', () =>
    expect(reportOn(file, item(good, '[x](/nowhere)')).problems).toEqual([
      expect.stringMatching(
        /line 6: "\/nowhere" leads to no page of this site; there are \/ .*\/about .*\/awards /,
      ),
    ]));
});

it.each([
  ['news/2024/2025-10-28-x.mdx', 'the file of 2025-10-28 belongs in news/2025/'],
  ['news/2025/x.mdx', 'the file is named by day and topic; write it as news/2025/2025-10-28-webinar-34.mdx'],
  ['notes.json', 'is no kind of content that the site knows; content/README.md lists them'],
])('refuses the file name %s', (path, problem) =>
  expect(reportOn(path, path.endsWith('.json') ? '{}' : item(good)).problems).toEqual([
    `content/${path}: ${problem}`,
  ]),
);

it.each([
  ['{"headline": "x", "newsletterIssue": 13}', '"membership" is missing'],
  [
    '{"headline": "x", "newsletterIssue": "13", "membership": "x"}',
    '"newsletterIssue" is not right: expected number, received string',
  ],
  [
    '{"headline": "x", "newsletterIssue": 13, "membership": "x", "colour": "red"}',
    '"colour" is not a field here; the fields are headline, newsletterIssue, membership',
  ],
])('names the field of a data file: %s', (text, problem) =>
  expect(reportOn('home.json', text).problems).toEqual([`content/home.json: ${problem}`]),
);

it('names the place in a data file that cannot be read', () =>
  expect(reportOn('home.json', '{"headline": "x",}').problems).toEqual([
    expect.stringMatching(/^content\/home\.json: .*line 1 column 18/),
  ]));

it('checks the links of data files', () =>
  expect(reportOn('nav.json', '[{"text": "x", "href": "/nowhere"}]').problems).toEqual([
    expect.stringMatching(/^content\/nav\.json: "\/nowhere" leads to no page/),
  ]));

it('names a portrait that is not there', () =>
  expect(
    reportOn(
      'people.json',
      '{"officers": [{"name": "x", "photo": "x.jpg", "sample": true}], "executiveCommittee": []}',
    ).problems,
  ).toEqual(['content/people.json: "photo" names x.jpg, which is not in content/portraits']));

it('names a document of the archive that is not there', () =>
  expect(
    reportOn(
      'archive/gmp.json',
      '{"papers": [], "proposals": [], "meetings": [{"year": 2024, "links": [{"text": "x", "file": "x.pdf"}], "source": "specification"}]}',
    ).problems,
  ).toEqual(['content/archive/gmp.json: "file" names x.pdf, which is not in content/archive/documents']));

it('knows the forms that the build makes', () => {
  expect(reportOn(file, item(good, 'The [form](/forms/young.pdf).')).problems).toEqual([]);
  expect(reportOn(file, item(good, 'The [form](/forms/best.pdf).')).problems).toHaveLength(1);
});

it('checks the links of front matter', () =>
  expect(
    reportOn('awards/young-2025.mdx', item('winner:\n  name: x\n  link: example.org\nsample: true')).problems,
  ).toContain(
    'content/awards/young-2025.mdx: "example.org" is no web address; write https://example.org/page, or /news for a page of this site',
  ));

it('lists what is to be confirmed, and finds no mistake in it', () => {
  const newsletters =
    '{"source": "specification", "issues": [{"number": 2, "date": "March 2026"}, {"number": 1}]}';
  expect(reportOn('newsletters.json', newsletters)).toMatchObject({
    problems: [],
    unconfirmed: ['content/newsletters.json: issues 1: no date'],
  });
  expect(reportOn(file, item(good, 'x')).unconfirmed).toEqual([]);
  expect(contentReport().unconfirmed).toContain(
    'content/people.json: officers.1.term: "Dates to be confirmed"',
  );
});

it('refuses an award page that is not named by award and year', () =>
  expect(reportOn('awards/best-2025.mdx', item('winner:\n  name: x\nsample: true')).problems).toEqual([
    'content/awards/best-2025.mdx: the file is named by award and year; write it as awards/young-2025.mdx',
  ]));

it('lists what a sample fills', () =>
  expect(reportOn(file, item(`${good}\nsample: true`)).samples).toEqual([`content/${file}`]));

it('names what to look at in a session, without refusing it', () => {
  const { problems, notices } = contentReport();
  expect(problems).toEqual([]);
  expect(notices).toContain(
    'content/webinars/session-09.json: "chair.affiliation" is a date, Tuesday, May 31, 2022; it is not shown, write the institution',
  );
});

describe('what stands twice, with both places', () => {
  const session = (number: number, date: string) =>
    JSON.stringify({
      number,
      date,
      talks: [{ title: 'x', speaker: { name: 'x' } }],
      sources: ['https://example.org/x'],
    });
  const issues = (...list: object[]) => JSON.stringify({ source: 'specification', issues: list });
  const award = (id: string) => ({
    id,
    name: 'x',
    rule: 'x',
    plate: 'teapot',
    caption: 'x',
    source: 'specification',
  });

  it.each<[string, Record<string, string>, string[]]>([
    [
      'the number of a session',
      {
        'webinars/session-34.json': session(34, '2025-10-28'),
        'webinars/session-35.json': session(34, '2025-11-25'),
      },
      [
        'content/webinars/session-35.json: "number" 34 is that of content/webinars/session-34.json too; choose another',
      ],
    ],
    [
      'the date of a session',
      {
        'webinars/session-34.json': session(34, '2025-10-28'),
        'webinars/session-35.json': session(35, '2025-10-28'),
      },
      [
        'content/webinars/session-35.json: "date" 2025-10-28 is that of content/webinars/session-34.json too; choose another',
      ],
    ],
    [
      'the number and the date of an issue',
      {
        'newsletters.json': issues(
          { number: 14, date: 'March 2026' },
          { number: 13 },
          { number: 14, date: 'March 2026' },
          { number: 12 },
        ),
      },
      [
        'content/newsletters.json: "issues.2.number" 14 is that of "issues.0.number" too; choose another',
        'content/newsletters.json: "issues.2.date" March 2026 is that of "issues.0.date" too; choose another',
      ],
    ],
    [
      'the topic of a news item',
      {
        'news/2025/2025-10-28-webinar-34.mdx': item(good),
        'news/2025/2025-10-29-webinar-34.mdx': item(good.replace('28', '29')),
        'news/2026/2026-10-29-webinar-34.mdx': item(good.replace('2025-10-28', '2026-10-29')),
      },
      [
        'content/news/2025/2025-10-29-webinar-34.mdx: "topic" webinar-34 is that of content/news/2025/2025-10-28-webinar-34.mdx too; choose another',
      ],
    ],
    [
      'the path of a page',
      {
        'pages/a.mdx': item(`${page}\npath: /{slug}-a`),
        'pages/b.mdx': item(`${page}\npath: /asiagraphics-a`),
      },
      ['content/pages/b.mdx: "path" /asiagraphics-a is that of content/pages/a.mdx too; choose another'],
    ],
    [
      'the path of a page of the site',
      { 'pages/a.mdx': item(`${page}\npath: /news`) },
      ['content/pages/a.mdx: "path" /news is that of site/pages/news.astro too; choose another'],
    ],
    [
      'a place in the menu',
      { 'nav.json': '[{"text": "News", "href": "/news"}, {"text": "More", "href": "/news"}]' },
      ['content/nav.json: "1.href" /news is that of "0.href" too; choose another'],
    ],
    [
      'the id of an award',
      { 'awards.json': JSON.stringify([award('young'), award('lifetime'), award('young')]) },
      ['content/awards.json: "2.id" young is that of "0.id" too; choose another'],
    ],
  ])('%s', (_what, files, problems) =>
    expect(reportOnAll(files).problems.filter((problem) => problem.includes('too; choose another'))).toEqual(
      problems,
    ),
  );
});

it.each(['../../../photo.jpg', '/../../photo.jpg', '../../../../../etc/photo.jpg'])(
  'shows no picture from outside of content: %s',
  (path) =>
    expect(reportOn(file, item(good, `![x](${path})`)).problems).toEqual([
      `content/${file}: line 6: "${path}" is a file outside of content; put the picture beside the text`,
    ]),
);

it.each([
  [
    'people.json',
    '{"officers": [{"name": "x", "photo": "../site.json", "sample": true}], "executiveCommittee": []}',
  ],
  [
    'archive/gmp.json',
    '{"papers": [], "proposals": [], "meetings": [{"year": 2024, "links": [{"text": "x", "file": "../gmp.json"}], "source": "specification"}]}',
  ],
])('takes no file of another folder in %s', (path, text) =>
  expect(reportOn(path, text).problems[0]).toMatch(/write it as/),
);
