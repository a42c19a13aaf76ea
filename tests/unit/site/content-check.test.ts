import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { checkContent } from '../../../site/lib/check/check-content.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Files share a worker: the API's contract sets sentences of its own for all schemas, if another file has loaded it.
const { localeError } = z.config();
beforeAll(() => {
  z.config(z.locales.en());
});
afterAll(() => {
  z.config({ localeError });
});

/** A folder like content/ with these files. */
function makeContent(files: Record<string, string>): URL {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return pathToFileURL(`${folder}/`);
}
const problemsOf = (files: Record<string, string>) => checkContent(makeContent(files)).problems;

const news = 'news/2025/2025-10-28-webinar-34.mdx';
const page = 'title: x\nlede: x\ndescription: x\nsource: specification';
const good = 'date: 2025-10-28\nsource: specification';
const item = (fields: string, text = 'Text.') => `---\n${fields}\n---\n\n${text}\n`;
const session = (number: number, date: string) =>
  JSON.stringify({
    number,
    date,
    talks: [{ title: 'x', speaker: { name: 'Ada' } }],
    sources: ['specification'],
  });

it('a mistake in a text has its file, its line and a sentence', () => {
  const texts: [text: string, problem?: string][] = [
    ['The [awards](/awards#young), the [form](/forms/young.pdf), a [session](/webinar#session34).'],
    ['The [year](/news?year=2024#y2024), [top](/news#top), [mail](mailto:someone@example.org).'],
    ['To\n[a page](example.org).', `7: "example.org": This isn't a valid link.`],
    ['A [call]\n\n[call]: javascript:alert(1)', `8: "javascript:alert(1)": This isn't a valid link.`],
    ['[x](mailto:someone)', `6: "mailto:someone": This isn't a valid email address.`],
    ['[x](/news/)', `6: "/news/": This page doesn't exist on this site.`],
    ['[x](https://www.asiagraphics.org/news#y2025)', 'Write this link as /news#y2025.'],
    ['[x](/webinar#session99)', '6: "/webinar#session99": /webinar has no section with this name.'],
    ['[x](/a-call#dates) and [y](/a-call#date)', '6: "/a-call#date": /a-call has no section with this name.'],
    ['![Group](./photo.jpg)', `6: "./photo.jpg": This image doesn't exist.`],
    ['![Group](https://example.org/photo.jpg)', `6: "https://example.org/photo.jpg": External images aren't`],
    ['![x](../../../photo.jpg)', '6: "../../../photo.jpg": This file is outside content/.'],
    ['![](/figures/hopf.svg)', '6: This picture has no description.'],
    ['A {1 + 1}.', '6: {1 + 1} is code'],
    ['An <i>open tag', '6:'],
  ];
  const file = (nth: number) => `news/2025/2025-10-28-text-${nth}.mdx`;
  const { problems } = checkContent(
    makeContent({
      'forms/young.pdf': '',
      'pages/a-call.mdx': item(`${page}\npath: /a-call`, '## Dates'),
      'webinars/session-34.json': session(34, '2025-10-28'),
      ...Object.fromEntries(texts.map(([text], nth) => [file(nth), item(good, text)])),
    }),
  );
  const of = (nth: number) => problems.filter((problem) => problem.startsWith(`content/${file(nth)}:`));
  for (const [nth, [, problem]] of texts.entries())
    expect(of(nth)).toEqual(problem ? [expect.stringContaining(problem)] : []);
});

const meeting = '{"year": 2024, "links": [{"text": "x", "file": "x.pdf"}], "source": "specification"}';

it.each([
  ['home.json', '{\n"headline": "x",\n}\n', /^content\/home\.json: .* JSON /],
  ['home.json', '{"headline": "x"}', /^content\/home\.json: "description" is missing\./],
  [news, item('date: "2025'), /^content\/news\/2025\/2025-10-28-webinar-34\.mdx:.* at line 2,/],
  [news, item('date: 28 October\nsource: specification'), /: "date" is wrong\. Example: date: 2025-10-28/],
  [news, item('date: 2025-11-31\nsource: specification'), /: "date": There is no November 31 in 2025\./],
  [news, item('date: 2025-10-28'), /: "source" is missing\. Example: source: https:\/\/example\.org\/page/],
  [news, item(`${good}\nauthor: Ada`), /"author"/],
  ['webinars/session-34.json', '{"number": "34"}', /: "number" is wrong\. Example: "number": 34/],
  ['news/2025/2025-10-28-x.md', item(good), /Unknown file/],
  ['nav.json', '[{"text": "x", "href": "/nowhere"}]', /"\/nowhere": This page doesn't exist on this site\./],
  ['people.json', '{"officers": [{"photo": "x.jpg"}]}', /content\/portraits\/x\.jpg is missing\./],
  [
    'people.json',
    '{"officers": [{"photo": "../x.jpg"}]}',
    /: "officers\.0\.photo": Use the name of a file in/,
  ],
  ['archive/gmp.json', `{"meetings": [${meeting}]}`, /content\/archive\/documents\/x\.pdf is missing\./],
  ['archive/gmp.json', '{"papers": [], "proposals": []}', /^content\/archive\/gmp\.json: "meetings"/],
  [news, item(`${good}\nof: session-99`), /content\/webinars\/session-99\.json is missing\./],
  [news, item(`${good}\nof: young-1999`), /content\/awards\/young-1999\.mdx is missing\./],
  ['pictures.json', '{"portraits/ada.jpg": {"by": "Ada", "rights": "CC0 1.0"}}', /picture doesn't exist\./],
  ['portraits/ada.jpg', 'x', /^content\/portraits\/ada\.jpg: Say in content\/pictures\.json who made this/],
])('a mistake in %s is named', (path, text, problem) =>
  expect(problemsOf({ [path]: text })).toContainEqual(expect.stringMatching(problem)),
);

it('a value that occurs twice is reported with both positions', () => {
  const gmp = { year: 2027, number: 21, dates: 'x', location: 'x' };
  const problems = problemsOf({
    'awards.json': '[{"id": "young"}, {"id": "lifetime"}, {"id": "young"}]',
    'conferences/gmp.json': JSON.stringify({ editions: [gmp] }),
    'conferences/pg.json': JSON.stringify({ editions: [gmp, { ...gmp, number: 22 }] }),
    'nav.json': '[{"text": "News", "href": "/news"}, {"text": "More", "href": "/news"}]',
    [news]: item(good),
    'news/2025/2025-10-29-webinar-34.mdx': item(good.replace('28', '29')),
    // An event of another year.
    'news/2026/2026-10-29-webinar-34.mdx': item(good.replace('2025-10-28', '2026-10-29')),
    'pages/a.mdx': item(`${page}\npath: /{slug}-a`),
    'pages/b.mdx': item(`${page}\npath: /asiagraphics-a`),
    'pages/c.mdx': item(`${page}\npath: /news`),
    'webinars/session-34.json': session(34, '2025-10-28'),
    'webinars/session-35.json': session(34, '2025-11-25'),
    'webinars/session-36.json': session(36, '2025-10-28'),
  });
  const session34 = 'content/webinars/session-34.json';
  const again = problems.filter((problem) => problem.includes('already used'));
  expect(again.toSorted()).toEqual(
    [
      'awards.json: "2.id": young is already used by "0.id".',
      'conferences/pg.json: "editions.1.year": 2027 is already used by "editions.0.year".',
      'nav.json: "1.href": /news is already used by "0.href".',
      `news/2025/2025-10-29-webinar-34.mdx: "topic": webinar-34 is already used by content/${news}.`,
      'pages/b.mdx: "path": /asiagraphics-a is already used by content/pages/a.mdx.',
      'pages/c.mdx: "path": /news is already used by site/pages/news.astro.',
      `webinars/session-35.json: "number": 34 is already used by ${session34}.`,
      `webinars/session-36.json: "date": 2025-10-28 is already used by ${session34}.`,
    ].map((problem) => `content/${problem} Choose a different one.`),
  );
});

it('drafts are shown by the editors’ server alone', async () => {
  const isShown = async (drafts: string) => {
    vi.stubEnv('DRAFTS', drafts);
    vi.resetModules();
    const { isPublished } = await import('../../../site/schemas/fields.ts');
    return [isPublished({ draft: true }), isPublished({})];
  };
  expect([await isShown('no'), await isShown('yes')]).toEqual([
    [false, true],
    [true, true],
  ]);
  vi.unstubAllEnvs();
});
