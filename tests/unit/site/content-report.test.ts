import { describe, expect, it } from 'vitest';
import { contentReport } from '../../../site/lib/check/report.ts';
import { makeContent } from '../../support/content-folder.ts';

const reportOnAll = (files: Record<string, string | Uint8Array>) => contentReport(makeContent(files));
const reportOn = (path: string, text: string | Uint8Array) => reportOnAll({ [path]: text });

const file = 'news/2025/2025-10-28-webinar-34.mdx';
const item = (lines: string, text = 'Text.') => `---\n${lines}\n---\n\n${text}\n`;
const page = 'title: x\nlede: x\ndescription: x\nsource: specification';
const good = 'date: 2025-10-28\nsource: specification';

it('the content of the site has no errors', () => expect(contentReport().problems).toEqual([]));

it('a correct item has no errors', () =>
  expect(reportOn(file, item(good, 'See the [awards](/awards).'))).toMatchObject({
    problems: [],
    gaps: [],
  }));

describe('each mistake in an item has one sentence with the file, the field or line, and the correction', () => {
  it.each([
    [item('source: specification'), '2: "date" is missing. Example: date: 2025-10-28'],
    [item(`${good}\ndat: x`), '4: "dat": unknown field. Use one of: date, of, source, sample, draft.'],
    [
      item('date: 28 October 2025\nsource: specification'),
      '2: "date" is wrong. Example: date: 2025-10-28, or 2025-10 or 2025 if only that is known',
    ],
    [item('date: 2025-11-31\nsource: specification'), '2: "date": There is no November 31 in 2025.'],
    [item('date: 2025-13\nsource: specification'), '2: "date": There is no month 13.'],
    [
      item('date: 20.11.2026\nsource: specification'),
      '2: "date" is wrong. Example: date: 2025-10-28, or 2025-10 or 2025 if only that is known',
    ],
    [
      item('date: 2025-10-27\nsource: specification'),
      ' "date" is 2025-10-27, but the file name says 2025-10-28. Make them the same.',
    ],
    [item('date: 2025-10-28'), '2: "source" is missing. Example: source: https://example.org/page'],
    [item(`${good}\nsample: yes`), '4: "sample" is wrong. Example: sample: true, or leave it out'],
    [item(good, 'To [Session 34](/webinar/).'), '6: "/webinar/": Write this link as /webinar.'],
    [
      item(good, 'To\n[a page](example.org).'),
      '7: "example.org": This isn\'t a valid link. Use https://example.org/page, or /news for a page of this site.',
    ],
    [item(good, '![Group photo](./photo.jpg)'), '6: "./photo.jpg": This image doesn\'t exist.'],
    [
      item(good, '![Group photo](https://example.org/photo.jpg)'),
      '6: "https://example.org/photo.jpg": External images aren\'t allowed. Add the image to the site and link to it.',
    ],
    [
      'Text.',
      ' Front matter is missing. Start the file with lines such as date: 2025-10-28 between two lines of ---.',
    ],
  ])('%j', (text, problem) => expect(reportOn(file, text).problems).toEqual([`content/${file}:${problem}`]));

  it.each([
    [
      file,
      item(good, 'Write to\n<ContactEmail />.'),
      "7: <ContactEmail /> can't be used here. No components are available here.",
    ],
    [
      'pages/contact.mdx',
      item(page, 'Write to <Mial />.'),
      expect.stringMatching(
        /^8: <Mial \/> can't be used here\. Available: <AwardRules \/>, <ContactEmail \/>, .*<WorkshopTravel \/>\.$/,
      ),
    ],
    [
      'pages/call.mdx',
      item(`${page}\npath: /call`, 'Write to <ContactEmail />.\n\n<section>\n<Fees />\n</section>'),
      expect.stringMatching(
        /^12: <Fees \/> can't be used here\. Available: <AwardRules \/>, .*<MembershipFees \/>/,
      ),
    ],
    [
      'pages/contact.mdx',
      item(page, "import Mail from './Mail.astro';"),
      '8: Remove "import" or "export". Components are available without it.',
    ],
    [
      file,
      item(good, 'Text.\n\nexport const year = 2025;'),
      '8: Remove "import" or "export". Components are available without it.',
    ],
  ])('an unknown component is reported in %s: %j', (path, text, problem) => {
    const [found, ...others] = reportOn(path, text).problems;
    const [, sentence] = found?.split(`content/${path}:`) ?? [];
    expect([sentence, others]).toEqual([problem, []]);
  });

  it.each([
    ['An <i>open tag', '<i> has no closing tag. Write </i> in the same paragraph.'],
    ['Two<br>lines', 'Write <br />.'],
    ['<img src="a.png">', 'Write a picture as ![what it shows](./picture.jpg).'],
    ['Less than <5 pages', 'Write \\< for the sign <.'],
    ['<me@example.org>', 'Write an email address as [me@example.org](mailto:me@example.org).'],
    ['See <https://example.org>', 'Write a link as [its text](https://example.org/page).'],
    ['<!-- later -->', "Remove the comment: a text can't have one."],
    ['A brace {', 'Write \\{ for a brace.'],
    [
      '<<<<<<< HEAD\nOne.\n=======\nOther.\n>>>>>>> main',
      'Git found two versions of these lines. Keep one, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.',
    ],
    ['A </b> tag', 'Unexpected closing tag `</b>`, expected an open tag first'],
  ])('a text that cannot be parsed is reported with its line: %s', (text, sentence) =>
    expect(reportOn(file, item(good, text)).problems).toEqual([`content/${file}:6: ${sentence}`]),
  );

  it.each([
    ['\tsample: true', 'Indent with spaces, not with a tab.'],
    [
      ' sample: true',
      'Put a value that contains a colon into double quotes, and start all fields in the same column.',
    ],
    [
      'of: "Smart" graphics',
      'There is text after the closing quote. Put the whole value into single quotes: \'"Smart" graphics\'.',
    ],
    [
      "of: 't Hooft",
      'A value that starts with a quote, here or above, has no closing quote. Add it, or put the whole value into double quotes: "\'t Hooft".',
    ],
    ['of: @home', "A value can't start with this character. Put the value into double quotes."],
    ['of: *home', "A value can't start with *. Put the value into double quotes."],
    ['date: 2025-10-28', 'This field stands above already. Keep one of the two.'],
    ['of\nsample: true', 'A line has no colon with a space after it. Write "name: value".'],
  ])('front matter that cannot be parsed is reported: %j', (line, sentence) =>
    expect(
      reportOn(file, item(`${good}\n${line}`)).problems.map((problem) =>
        problem.replace(/^.*?mdx(:\d)?: /, ''),
      ),
    ).toEqual([sentence]),
  );

  it('an item without a text is reported', () =>
    expect(reportOn(file, item(good, '')).problems).toEqual([
      `content/${file}: There is no text below the front matter.`,
    ]));

  it('a dead link is reported with the nearest page', () =>
    expect(reportOn(file, item(good, '[x](/Award)')).problems).toEqual([
      `content/${file}:6: "/Award": This page doesn't exist on this site. Did you mean /awards?`,
    ]));
});

it.each([
  ['news/2024/2025-10-28-x.mdx', ' Wrong folder. Move this file to news/2025/.'],
  [
    'news/2025/x.mdx',
    ' Wrong file name. Use date and topic, for example news/2025/2025-10-28-webinar-34.mdx.',
  ],
  [
    'news/2025/2025-10-28.mdx',
    ' Wrong file name. Use date and topic, for example news/2025/2025-10-28-webinar-34.mdx.',
  ],
  ...['notes.json', 'news/2025/2025-10-28-x.md', 'awards/young-2026.md', 'newsletters.txt'].map((path) => [
    path,
    ' Unknown content file. See content/README.md for the files you can use.',
  ]),
  [
    'newsletters/issue15.pdf',
    ' Wrong file name. Use the number of the issue, for example newsletters/issue-15.pdf.',
  ],
  ['newsletters/issue-99.pdf', ' content/newsletters.json has no issue 99. Add its line there.'],
])('the file name %s is rejected', (path, problem) =>
  expect(reportOn(path, path.endsWith('.json') ? '{}' : item(good)).problems).toEqual([
    `content/${path}:${problem}`,
  ]),
);

it.each([
  ['{"headline": "x", "description": "x"}', '1: "membership" is missing.'],
  ['{"headline": 13, "description": "x", "membership": "x"}', '1: "headline" must be a text.'],
  [
    '{"headline": "x", "description": "x", "membership": "x", "colour": "red"}',
    '1: "colour": unknown field. Use one of: headline, description, membership.',
  ],
])('the field of a data file is named: %s', (text, problem) =>
  expect(reportOn('home.json', text).problems).toEqual([`content/home.json:${problem}`]),
);

it.each([
  ['session-99', ['There is no session-99 in content/.']],
  ['young-1999', ['There is no young-1999 in content/.']],
  ['newsletter-99', ['There is no newsletter-99 in content/.']],
  ['session-34', []],
  ['young-2024', []],
  ['newsletter-14', []],
])('a news item in place of the one about %s', (of, problems) =>
  expect(reportOn(file, item(`${good}\nof: ${of}`)).problems).toEqual(
    problems.map((problem) => `content/${file}: "of": ${problem}`),
  ),
);

it.each([
  ['{\n"headline": "x",\n}\n', ':3: There is a comma, quote or bracket too few or too many'],
  ['[\n1,\n]\n\n', ':3: There is a comma, quote or bracket too few or too many'],
  ['{\n"headline": "x"\n"a": 1}\n', ':3: There is a comma, quote or bracket too few or too many'],
  [
    '{\n"headline": "a "b" c"}\n',
    ':2: There is a comma, quote or bracket too few or too many here, or at the end of the line above.',
  ],
  ['{\n"headline": “x”,\n"membership": "“x”"\n}\n', ':2: Use straight quotes: write " for “.'],
  ['{\n"headline": "x,\n"a": 1\n}\n', ':2: The text in this line has no closing quote.'],
  ['{"headline": "x"\n\n', ':1: There is a comma, quote or bracket too few or too many'],
  ['{\n"headline": "x"，\n"a": 1}', ':2: Replace the full-width ， with an ordinary , here.'],
  ['{\n"headline":\u00A0"x"}', ':2: Write an ordinary space here.'],
  ['{\n"headline": "a\tb"}', ':2: Write an ordinary space here.'],
  ['{\n"headline": "C:\\paper"}', ':2: Write \\\\ for a backslash.'],
  ['{\n<<<<<<< HEAD\n"headline": "x"}', ':2: Git found two versions of these lines.'],
  ['\n', ': This file is empty. Write its text, or delete the file.'],
  ['\uFEFF{}', ':1: This file starts with a byte order mark. Save it as UTF-8 without BOM.'],
])('a syntax error in a data file is named with its line: %j', (text, problem) => {
  const [found, ...others] = reportOn('home.json', text).problems;
  expect([found?.slice(0, `content/home.json${problem}`.length), others]).toEqual([
    `content/home.json${problem}`,
    [],
  ]);
});

it.each([
  ['{\n"headline": "a",\n"description": "x",\n"membership": "x",\n"headline": "b"\n}', 'home.json', [5]],
  [
    '[\n{"text": "a", "href": "/news"},\n{"text": "b", "href": "/about",\n"text": "c",\n"text": "d"}\n]',
    'nav.json',
    [4, 5],
  ],
  [
    '[\n{"text": "a", "href": "/news", "below": []},\n{"text": "b", "href": "/about", "below": [],\n"below": []}]',
    'nav.json',
    [4],
  ],
])('a field that stands twice in an entry is reported with its line: %j', (text, path, lines) =>
  expect(reportOn(path, text).problems).toEqual(
    lines.map((line) => `content/${path}:${line}: This field stands above already. Keep one of the two.`),
  ),
);

it('beside a field that stands twice, others are reported with their lines', () =>
  expect(
    reportOn('home.json', '{\n"headline": "x",\n"description": 1,\n"membership": "x",\n"headline": "x"\n}')
      .problems,
  ).toEqual([
    'content/home.json:3: "description" must be a text.',
    'content/home.json:5: This field stands above already. Keep one of the two.',
  ]));

it.each([
  ['latin1', '{\n"headline": "Genève"}', 2],
  ['utf16le', '{"headline": "Genève"}', 1],
] as const)('a file in %s is reported', (encoding, text, line) =>
  expect(reportOn('home.json', Buffer.from(text, encoding)).problems).toEqual([
    `content/home.json:${line}: This file isn't saved as UTF-8. Save it with this encoding.`,
  ]),
);

it('links in data files are checked', () =>
  expect(reportOn('nav.json', '[{"text": "x", "href": "/nowhere"}]').problems).toEqual([
    expect.stringMatching(/^content\/nav\.json:1: "\/nowhere": This page doesn't exist on this site\./),
  ]));

it('a missing portrait is reported', () =>
  expect(
    reportOn(
      'people.json',
      '{"officers": [{"name": "x", "photo": "x.jpg", "sample": true}], "executiveCommittee": []}',
    ).problems,
  ).toEqual(['content/people.json: "photo": x.jpg is missing from content/portraits.']));

it('a link to a session that does not exist is reported', () => {
  const session = { 'webinars/session-34.json': '{}' };
  const problems = (number: number) =>
    reportOnAll({ ...session, [file]: item(good, `See [it](/webinar#session${number}).`) }).problems.filter(
      (problem) => problem.startsWith('content/news'),
    );
  expect(problems(34)).toEqual([]);
  expect(problems(35)).toEqual([
    expect.stringMatching(/:6: "\/webinar#session35": This session doesn't exist\./),
  ]);
});

it.each([
  ['/news#newsletter-99', '/news has no section with this name. Did you mean #newsletter-9?'],
  ['/constitution#article-26', '/constitution has no section with this name. Did you mean #article-2?'],
])('a dead anchor is reported with the nearest one: %s', (href, problem) =>
  expect(reportOn(file, item(good, `See [it](${href}).`)).problems).toEqual([
    `content/${file}:6: "${href}": ${problem}`,
  ]),
);

it('an anchor of the same page is one of its headings', () =>
  expect(
    reportOn('pages/call.mdx', item(`${page}\npath: /call`, '## Topics\n\n[Here](#topics), [there](#topic).'))
      .problems,
  ).toEqual([
    'content/pages/call.mdx:11: "#topic": This page has no section with this name. Did you mean #topics?',
  ]));

it.each<[text: string, problems: [line: number, sentence: string][]]>([
  ['# Title', [[0, 'Start with ##. The page has its title already.']]],
  ['Title\n=====', [[0, 'Start with ##. The page has its title already.']]],
  ['### Topics', [[0, 'A level is skipped. Start with ##.']]],
  ['## Topics\n\n#### One', [[2, 'A level is skipped. Start with ###.']]],
  ['## Topics\n\n##\n\nText.', [[2, 'This heading is empty. Write its words, or remove the line.']]],
  ['## Topics\n\n### One\n\n#### *A*\n\n## Dates', []],
])('the headings of a text: %j', (text, problems) => {
  // A page has front matter of five lines, an item of two.
  for (const [path, lines, first] of [
    ['pages/call.mdx', `${page}\npath: /call`, 9],
    [file, good, 6],
  ] as const)
    expect(reportOn(path, item(lines, text)).problems).toEqual(
      problems.map(([line, sentence]) => `content/${path}:${first + line}: ${sentence}`),
    );
});

it('links of the archive that lead to one page must name it', () => {
  const papers = (text: string) => ({
    papers: [2017, 2016].map((year) => ({
      year,
      links: [{ text: `Volume of ${year}${text}`, url: 'https://journal.example.org/' }],
      source: 'specification',
    })),
    proposals: [],
    meetings: [],
  });
  const problems = (text: string) => reportOn('archive/gmp.json', JSON.stringify(papers(text))).problems;
  expect(problems(', journal page')).toEqual([]);
  expect(problems('')).toEqual([
    expect.stringMatching(
      /Several links lead to one page\. Link to each volume, or end each text with "journal page"\./,
    ),
  ]);
});

it('a missing document of the archive is reported', () =>
  expect(
    reportOn(
      'archive/gmp.json',
      '{"papers": [], "proposals": [], "meetings": [{"year": 2024, "links": [{"text": "x", "file": "x.pdf"}], "source": "specification"}]}',
    ).problems,
  ).toEqual(['content/archive/gmp.json: "file": x.pdf is missing from content/archive/documents.']));

it('links to generated forms are accepted', () => {
  expect(reportOn(file, item(good, 'The [form](/forms/young.pdf).')).problems).toEqual([]);
  expect(reportOn(file, item(good, 'The [form](/forms/best.pdf).')).problems).toHaveLength(1);
});

it('a wrong link in front matter is reported once', () =>
  expect(
    reportOn('awards/young-2025.mdx', item('winner:\n  name: x\n  link: example.org\nsample: true')).problems,
  ).toEqual(['content/awards/young-2025.mdx:4: "winner.link" is wrong. Example: https://example.org/page']));

it('a picture needs a description, and a word on its rights', () => {
  expect(reportOn(file, item(good, '![](./photo.png)')).problems).toContain(
    `content/${file}:6: This picture has no description. Write what it shows between [ and ].`,
  );
  expect(
    reportOn('pictures.json', '{"portraits/ada.jpg": {"by": "Ada", "rights": "CC0 1.0"}}').problems,
  ).toEqual([`content/pictures.json: "portraits/ada.jpg": This picture doesn't exist.`]);
});

it('what is not known is listed by page, without errors', () => {
  const gapsOf = (path: string, text: string) => {
    const { problems, gaps } = reportOn(path, text);
    return [...problems, ...gaps.map(({ page, gap }) => `${page}: ${gap}`)];
  };
  const issues = '[{"number": 2, "date": "2026-03-31"}, {"number": 1}]';
  expect(gapsOf('newsletters.json', `{"source": "specification", "issues": ${issues}}`)).toEqual([
    '/newsletter: 2 has no "document"',
    '/newsletter: 1 has no "date" and no "document"',
  ]);
  expect(gapsOf(file, item(`${good}\nsample: true`, 'x'))).toEqual(['/news: This entry is a sample']);
  expect(
    gapsOf('awards/young-2018.mdx', item('winner:\n  name: x\ngaps: [The jury]\nsource: specification')),
  ).toEqual(['/awards/young2018: The jury']);
  expect(gapsOf('pages/call.mdx', item(`${page}\npath: /call\ngaps: [The topics]`))).toEqual([
    '/call: The topics',
  ]);
  expect(contentReport().gaps).toEqual(
    expect.arrayContaining([
      { page: 'every page', file: 'content/site.json', gap: '"registration" is a sample' },
      { page: '/PGConferences', file: 'content/conferences/pg.json', gap: '2014 has no "dates"' },
      {
        page: '/PacificGraphics',
        file: 'content/conferences/pg.json',
        gap: '"steering.members.0" (Utah Teapot) is a sample',
      },
      {
        page: '/GMPConferences',
        file: 'content/conferences/gmp.json',
        gap: '"editions.1" (2025): "conferenceChairs" is incomplete',
      },
      {
        page: '/asiagraphics-workshop-on-intelligent-graphics',
        file: 'content/workshops/intelligent-graphics.json',
        gap: '"committee.0" (Elephant) is a sample',
      },
    ]),
  );
});

const series = (...editions: object[]) =>
  JSON.stringify({
    shortName: 'PG',
    name: 'Pacific Graphics',
    since: 1993,
    summary: 'x',
    figure: 'hopf',
    link: '/PacificGraphics',
    editions: editions.map((edition) => ({ year: 2027, sources: ['specification'], ...edition })),
  });
const onPlace = (name: string) =>
  `"editions.0.location": "${name}" isn't a country or region. End with one after a comma, for example Kyoto, Japan.`;
const onDays = (sentence: string) => [`"editions.0.dates": ${sentence}`];
const onDates = '"editions.0.dates" must contain the year, 2027. Example: May 26-28, 2027';

it.each([
  [{ keynoteSpeakers: ['Ada Lovelace (London, UK)'] }, []],
  [
    { keynoteSpeakers: ['Ada Lovelace, London'] },
    [
      '"editions.0.keynoteSpeakers.0": Write the affiliation in brackets: "Nico Pietroni (University of Technology Sydney)".',
    ],
  ],
  [{ location: 'Maui, Hawaii, USA' }, []],
  [{ number: 0 }, ['"editions.0.number" must be at least 1.']],
  [{ location: 'Singapore' }, []],
  [{ location: 'Tokyo, Japn' }, [onPlace('Japn')]],
  [{ location: 'City' }, [onPlace('City')]],
  [{ dates: 'June 29 - July 1, 2027' }, []],
  ...['Oct 3-5, 2027', 'Opened October 14, 2027', '14-17 October 2027', 'Summer 2027', 'Days 1-3, 2027'].map(
    (dates): [object, string[]] => [{ dates }, []],
  ),
  [{ dates: 'October 32-40, 2027' }, onDays('There is no October 32 in 2027.')],
  [{ dates: 'February 27-29, 2027' }, onDays('There is no February 29 in 2027.')],
  [{ dates: 'June 29 - July 0, 2027' }, onDays('There is no July 0 in 2027.')],
  [{ dates: 'October 17-14, 2027' }, onDays('October 17-14 ends before it begins.')],
  [{ dates: '17-14 October 2027' }, onDays('October 17-14 ends before it begins.')],
  [{ dates: 'Octobr 14-17, 2027' }, onDays('"Octobr" isn\'t a month. Did you mean October?')],
  [{ dates: '14-17 october 2027' }, onDays('"october" isn\'t a month. Did you mean October?')],
  [{ dates: 'May 26-28, 2026' }, [onDates]],
  [{ dates: 'May 26-28' }, [onDates]],
  [{ dates: 'May 26-28, 2028', heldWith: 2028 }, []],
  [
    { reportLink: 'example.org' },
    [
      '"editions.0.reportLink": Use a web address, for example https://example.org/page, or a path of this site, for example /news.',
    ],
  ],
])('the entry of an edition: %j', (edition, problems) =>
  expect(reportOn('conferences/pg.json', series(edition)).problems).toEqual(
    problems.map((problem) => `content/conferences/pg.json:1: ${problem}`),
  ),
);

const session = (number: number, date: string) =>
  JSON.stringify({
    number,
    date,
    talks: [{ title: 'x', speaker: { name: 'x' } }],
    sources: ['https://example.org/x'],
  });

it.each([
  ['webinars/session-40.json', 35, 'webinars/session-35.json'],
  ['webinars/session-036.json', 36, 'webinars/session-36.json'],
  ['webinars/session-7.json', 7, 'webinars/session-07.json'],
])('the file name %s is wrong for session %i', (path, number, right) =>
  expect(reportOn(path, session(number, '2026-11-24')).problems).toEqual([
    `content/${path}: Wrong file name. "number" is ${number}, so use ${right}, or correct the number.`,
  ]),
);

it.each([
  ['Session 35: First Speaker', []],
  [
    'Session 36: First Speaker',
    [
      '"linktitle" must begin with the number of the session. Example: Session 34: First Speaker, Second Speaker',
    ],
  ],
])('the title %s of a link to session 35', (linktitle, problems) =>
  expect(
    reportOn(
      'webinars/session-35.json',
      JSON.stringify({
        number: 35,
        date: '2026-11-24',
        linktitle,
        talks: [{ title: 'x', speaker: { name: 'x' } }],
        sources: ['specification'],
      }),
    ).problems,
  ).toEqual(problems.map((problem) => `content/webinars/session-35.json:1: ${problem}`)),
);

it.each([
  [
    [
      { number: 15, date: '2020-01-31' },
      { number: 14, date: '2025-11-30' },
    ],
    1,
  ],
  [[{ number: 14 }, { number: 15 }], 1],
  [[{ number: 15, date: '2026-01-31' }, { number: 14 }, { number: 13, date: '2025-11-30' }], 0],
])('issues are in order: %j', (issues, count) =>
  expect(reportOn('newsletters.json', JSON.stringify({ source: 'specification', issues })).problems).toEqual(
    Array(count).fill(
      'content/newsletters.json:1: "issues": List issues newest first, by number and by date.',
    ),
  ),
);

it('a number that does not follow the one below is listed without errors', () => {
  const { problems, notices } = reportOnAll({
    'conferences/pg.json': series({ number: 77 }, { year: 2026, number: 34 }, { year: 2025, number: 33 }),
    'newsletters.json': '{"source": "specification", "issues": [{"number": 25}, {"number": 14}]}',
  });
  expect([problems, notices]).toEqual([
    [],
    [
      'content/conferences/pg.json: "editions.0.number" is 77, but the entry below has 34. Is an entry missing?',
      'content/newsletters.json: "issues.0.number" is 25, but the entry below has 14. Is an entry missing?',
    ],
  ]);
});

it.each([
  ['Mai 26-28, 2027', 1],
  ['May 26–28, 2027', 1],
  ['26-28 May 2027', 1],
  ['June 29 - July 1, 2027', 0],
  ['Opened October 14, 2027', 0],
  ['October 2027', 0],
])('dates that the open data can not read are listed without errors: %s', (dates, count) =>
  expect(reportOn('conferences/pg.json', series({ dates }))).toMatchObject({
    problems: [],
    notices: Array(count).fill(
      `content/conferences/pg.json: "editions.0.dates" can't be read as dates. Example: May 26-28, 2027, or June 29 - July 1, 2027.`,
    ),
  }),
);

it('statistics that the open data can not read are listed without errors', () =>
  expect(reportOn('conferences/pg.json', series({ statistics: '45 of 234 papers' })).notices).toEqual([
    `content/conferences/pg.json: "editions.0.statistics" can't be read as numbers. Example: 234 submissions, 45 accepted papers, acceptance rate 19%.`,
  ]));

it('the example for a wrong date has the name of its field', () =>
  expect(
    reportOn('awards/young-2025.mdx', item('winner:\n  name: x\nannounced: 30 May\nsample: true')).problems,
  ).toEqual([
    'content/awards/young-2025.mdx:4: "announced" is wrong. Example: announced: 2025-10-28, or 2025-10 or 2025 if only that is known',
  ]));

it('an award page without award and year in its name is rejected', () =>
  expect(reportOn('awards/best-2025.mdx', item('winner:\n  name: x\nsample: true')).problems).toEqual([
    'content/awards/best-2025.mdx: Wrong file name. Use award and year, for example awards/young-2025.mdx.',
  ]));

it('a name is reported with the file and the line that has it', () => {
  const winner = (name: string) => item(`winner:\n  name: ${name}\nsource: specification`);
  const { problems } = reportOnAll({
    'awards/young-2025.mdx': winner('Shi-Min Hu'),
    'awards/young-2026.mdx': winner('Hu Shimin'),
    'awards/lifetime-2026.mdx': winner('李雷'),
    'names.json': '{"aliases": [], "different": [], "languages": {"李雷": "zh-Hans"}}',
  });
  expect(problems).toEqual([
    'content/names.json: "李雷" (content/awards/lifetime-2026.mdx:3) has no Latin letters for its address. Add the Latin spelling with this one under "also" to "aliases" in content/names.json.',
    'content/names.json: "Shi-Min Hu" (content/awards/young-2025.mdx:3) and "Hu Shimin" (content/awards/young-2026.mdx:3) are most likely one person. Use one spelling, or add both to "aliases" or "different" in content/names.json.',
  ]);
});

it('a date that is most likely mistyped is listed without errors', () => {
  const session = (number: number, date: string) =>
    JSON.stringify({
      number,
      date,
      talks: [{ title: 'x', speaker: { name: 'x' } }],
      sources: ['specification'],
    });
  const { problems, notices } = contentReport(
    makeContent({
      'news/2026/2026-11-20-x.mdx': item('date: 2026-11-20\nsource: specification'),
      'news/2062/2062-11-20-x.mdx': item('date: 2062-11-20\nsource: specification'),
      'webinars/session-01.json': session(1, '2026-11-24'),
      'webinars/session-02.json': session(2, '2006-12-08'),
    }),
    new Date('2026-11-26T00:00:00Z'),
  );
  expect([problems, notices]).toEqual([
    [],
    [
      'content/news/2062/2062-11-20-x.mdx: "date" is 2062-11-20. Is the year right?',
      'content/webinars/session-02.json: "date" is 2006-12-08, but session 1 was on 2026-11-24. Is one of these dates wrong?',
    ],
  ]);
});

it.each([
  ['[About] (/about)', 6],
  ['[About](/about us)', 6],
  ['A line.\n\n![Group](./group photo.jpg)', 8],
  ['[Page] (https://example.org/page)', 6],
])('a link that stays plain text is reported: %s', (text, line) =>
  expect(reportOn(file, item(good, text)).problems).toEqual([
    `content/${file}:${line}: A link or picture is shown as plain text here. Write [its text](/page) or ![what it shows](./picture.jpg), with no space after ] and none in the address.`,
  ]),
);

it.each(['An interval [0, 1] (closed).', 'See [1] (page 3).'])('brackets are no link: %s', (text) =>
  expect(reportOn(file, item(good, text)).problems).toEqual([]),
);

it.each([
  ['news/2025/Photo.JPG', 'Write the file extension in small letters: .jpg or .png.'],
  ['news/2025/photo.heic', 'Save this picture as jpg or png.'],
  [
    'news/2025/call.pdf',
    'A PDF belongs in content/documents/, with a name in small letters, digits and hyphens. Move or rename this one, and link to it as /documents/the-name.pdf.',
  ],
  [
    'documents/My Call.pdf',
    'A PDF belongs in content/documents/, with a name in small letters, digits and hyphens. Move or rename this one, and link to it as /documents/the-name.pdf.',
  ],
  ['news/2025/notes.docx', 'Unknown content file. See content/README.md for the files you can use.'],
])('a file that cannot be used is reported: %s', (path, sentence) =>
  expect(reportOn(path, 'x').problems).toEqual([`content/${path}: ${sentence}`]),
);

it('a picture with other capitals is named, as computers differ in whether they find it', () =>
  expect(
    reportOnAll({ [file]: item(good, '![Group](./Photo.jpg)'), 'news/2025/photo.jpg': 'x' }).problems,
  ).toContain(`content/${file}:6: "./Photo.jpg": This image doesn't exist. Did you mean photo.jpg?`));

it('notices about a session are listed without errors', () => {
  const { problems, notices } = contentReport();
  expect(problems).toEqual([]);
  expect(notices).toContain(
    'content/webinars/session-09.json: "chair.affiliation" is a date (Tuesday, May 31, 2022) and isn\'t shown. Enter the institution.',
  );
});

describe('a value that occurs twice is reported with both positions', () => {
  const issues = (...list: object[]) => JSON.stringify({ source: 'specification', issues: list });
  const award = (id: string) => ({
    id,
    name: 'x',
    rule: 'x',
    figure: 'teapot',
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
        'content/webinars/session-35.json:1: "number": 34 is already used by content/webinars/session-34.json. Choose a different one.',
      ],
    ],
    [
      'the date of a session',
      {
        'webinars/session-34.json': session(34, '2025-10-28'),
        'webinars/session-35.json': session(35, '2025-10-28'),
      },
      [
        'content/webinars/session-35.json:1: "date": 2025-10-28 is already used by content/webinars/session-34.json. Choose a different one.',
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
        'content/newsletters.json:1: "issues.2.number": 14 is already used by "issues.0.number". Choose a different one.',
        'content/newsletters.json:1: "issues.2.date": March 2026 is already used by "issues.0.date". Choose a different one.',
      ],
    ],
    [
      'the year and the number of an edition',
      {
        'conferences/gmp.json': series({ year: 2027, number: 21 }),
        'conferences/pg.json': series({ year: 2027, number: 21 }, { year: 2027, number: 21 }),
      },
      [
        'content/conferences/pg.json:1: "editions.1.year": 2027 is already used by "editions.0.year". Choose a different one.',
        'content/conferences/pg.json:1: "editions.1.number": 21 is already used by "editions.0.number". Choose a different one.',
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
        'content/news/2025/2025-10-29-webinar-34.mdx:2: "topic": webinar-34 is already used by content/news/2025/2025-10-28-webinar-34.mdx. Choose a different one.',
      ],
    ],
    [
      'the path of a page',
      {
        'pages/a.mdx': item(`${page}\npath: /{slug}-a`),
        'pages/b.mdx': item(`${page}\npath: /asiagraphics-a`),
      },
      [
        'content/pages/b.mdx:6: "path": /asiagraphics-a is already used by content/pages/a.mdx. Choose a different one.',
      ],
    ],
    [
      'the path of a page of the site',
      { 'pages/a.mdx': item(`${page}\npath: /news`) },
      [
        'content/pages/a.mdx:6: "path": /news is already used by site/pages/news.astro. Choose a different one.',
      ],
    ],
    [
      'a place in the menu',
      { 'nav.json': '[{"text": "News", "href": "/news"}, {"text": "More", "href": "/news"}]' },
      ['content/nav.json:1: "1.href": /news is already used by "0.href". Choose a different one.'],
    ],
    [
      'the id of an award',
      { 'awards.json': JSON.stringify([award('young'), award('lifetime'), award('young')]) },
      ['content/awards.json:1: "2.id": young is already used by "0.id". Choose a different one.'],
    ],
  ])('%s', (_what, files, problems) =>
    expect(reportOnAll(files).problems.filter((problem) => problem.includes('is already used by'))).toEqual(
      problems,
    ),
  );
});

it.each(['../../../photo.jpg', '/../../photo.jpg', '../../../../../etc/photo.jpg'])(
  'an image from outside content is rejected: %s',
  (path) =>
    expect(reportOn(file, item(good, `![x](${path})`)).problems).toEqual([
      `content/${file}:6: "${path}": This file is outside content/. Put the image beside the text.`,
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
])('a file of another folder is rejected in %s', (path, text) =>
  expect(reportOn(path, text).problems[0]).toMatch(/for example|Example:/),
);
