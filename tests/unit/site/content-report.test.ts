import { describe, expect, it } from 'vitest';
import { contentReport } from '../../../site/lib/check/report.ts';
import { makeContent } from '../../support/content-folder.ts';

const reportOnAll = (files: Record<string, string | Uint8Array>) => contentReport(makeContent(files));
const reportOn = (path: string, text: string | Uint8Array) => reportOnAll({ [path]: text });

type Case = [path: string, text: string | Uint8Array, problems: unknown[]];

/** Expects what follows the path of each of these files, which lie in one folder: each report reads the whole site. */
function expectProblems(cases: readonly Case[]) {
  const { problems } = reportOnAll(Object.fromEntries(cases));
  const found = cases.map(([path]) =>
    problems.flatMap((problem) => problem.split(`content/${path}:`).slice(1)),
  );
  expect(cases.map(([path, text], index) => [path, text, found[index]])).toEqual(cases);
  expect(found.flat()).toHaveLength(problems.length);
}

const file = 'news/2025/2025-10-28-webinar-34.mdx';

/** The same of texts that are news items. */
const expectOfItems = (cases: readonly (readonly [text: string, ...problems: string[]])[]) =>
  expectProblems(
    cases.map(([text, ...problems], index) => [`news/2025/2025-10-28-item-${index}.mdx`, text, problems]),
  );

const item = (lines: string, text = 'Text.') => `---\n${lines}\n---\n\n${text}\n`;
const page = 'title: x\nlede: x\ndescription: x\nsource: specification';
const good = 'date: 2025-10-28\nsource: specification';

it('the content of the site has no errors, and lists what is not known by page, and notices about a session', () => {
  const { problems, gaps, notices } = contentReport();
  expect(problems).toEqual([]);
  expect(gaps).toEqual(
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
  expect(notices).toContain(
    'content/webinars/session-09.json: "chair.affiliation" is a date (Tuesday, May 31, 2022) and isn\'t shown. Enter the institution.',
  );
});

it('a correct item has no errors', () =>
  expect(reportOn(file, item(good, 'See the [awards](/awards).'))).toMatchObject({
    problems: [],
    gaps: [],
  }));

describe('each mistake in an item has one sentence', () => {
  it('with the file, the field or line, and the correction', () =>
    expectOfItems([
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
      [item(good, ''), ' There is no text below the front matter.'],
      [
        item(good, '[x](/Award)'),
        '6: "/Award": This page doesn\'t exist on this site. Did you mean /awards?',
      ],
      ...['../../../photo.jpg', '/../../photo.jpg', '../../../../../etc/photo.jpg'].map(
        (path): [string, string] => [
          item(good, `![x](${path})`),
          `6: "${path}": This file is outside content/. Put the image beside the text.`,
        ],
      ),
      ...(
        [
          ['[About] (/about)', 6],
          ['[About](/about us)', 6],
          ['A line.\n\n![Group](./group photo.jpg)', 8],
          ['[Page] (https://example.org/page)', 6],
        ] as const
      ).map(([text, line]): [string, string] => [
        item(good, text),
        `${line}: A link or picture is shown as plain text here. Write [its text](/page) or ![what it shows](./picture.jpg), with no space after ] and none in the address.`,
      ]),
      [
        item(good, 'See [it](/news#newsletter-99).'),
        '6: "/news#newsletter-99": /news has no section with this name. Did you mean #newsletter-9?',
      ],
      [
        item(good, 'See [it](/constitution#article-26).'),
        '6: "/constitution#article-26": /constitution has no section with this name. Did you mean #article-2?',
      ],
      [
        item(good, 'The [form](/forms/best.pdf).'),
        `6: "/forms/best.pdf": This page doesn't exist on this site. Did you mean /forms/young.pdf?`,
      ],
      [item(good, 'The [form](/forms/young.pdf).')],
      [item(good, 'An interval [0, 1] (closed).')],
      [item(good, 'See [1] (page 3).')],
    ]));

  it('if a component is unknown, or imported', () =>
    expectProblems([
      [
        file,
        item(good, 'Write to\n<ContactEmail />.'),
        ["7: <ContactEmail /> can't be used here. No components are available here."],
      ],
      [
        'pages/contact.mdx',
        item(page, 'Write to <Mial />.'),
        [
          expect.stringMatching(
            /^8: <Mial \/> can't be used here\. Available: <AwardRules \/>, <ContactEmail \/>, .*<WorkshopTravel \/>\.$/,
          ),
        ],
      ],
      [
        'pages/call.mdx',
        item(`${page}\npath: /call`, 'Write to <ContactEmail />.\n\n<section>\n<Fees />\n</section>'),
        [
          expect.stringMatching(
            /^12: <Fees \/> can't be used here\. Available: <AwardRules \/>, .*<MembershipFees \/>/,
          ),
        ],
      ],
      [
        'pages/about.mdx',
        item(page, "import Mail from './Mail.astro';"),
        ['8: Remove "import" or "export". Components are available without it.'],
      ],
      [
        'news/2025/2025-10-28-webinar-35.mdx',
        item(good, 'Text.\n\nexport const year = 2025;'),
        ['8: Remove "import" or "export". Components are available without it.'],
      ],
    ]));

  it('if a text cannot be parsed, with its line', () =>
    expectOfItems(
      (
        [
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
        ] as const
      ).map(([text, sentence]) => [item(good, text), `6: ${sentence}`]),
    ));

  it('if front matter cannot be parsed', () => {
    const lines = [
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
    ];
    const { problems } = reportOnAll(
      Object.fromEntries(
        lines.map(([line], index) => [`news/2025/2025-10-28-item-${index}.mdx`, item(`${good}\n${line}`)]),
      ),
    );
    expect(problems.map((problem) => problem.replace(/^.*?mdx(:\d)?: /, ''))).toEqual(
      lines.map(([, sentence]) => sentence),
    );
  });
});

it('a file with a wrong name, or of a kind that is not used, is rejected', () => {
  const pdf =
    'A PDF belongs in content/documents/, with a name in small letters, digits and hyphens. Move or rename this one, and link to it as /documents/the-name.pdf.';
  const cases = {
    'news/2024/2025-10-28-x.mdx': 'Wrong folder. Move this file to news/2025/.',
    ...Object.fromEntries(
      ['news/2025/x.mdx', 'news/2025/2025-10-28.mdx'].map((path) => [
        path,
        'Wrong file name. Use date and topic, for example news/2025/2025-10-28-webinar-34.mdx.',
      ]),
    ),
    ...Object.fromEntries(
      [
        'notes.json',
        'news/2025/2025-10-28-x.md',
        'awards/young-2026.md',
        'newsletters.txt',
        'news/2025/notes.docx',
      ].map((path) => [path, 'Unknown content file. See content/README.md for the files you can use.']),
    ),
    'newsletters/issue15.pdf':
      'Wrong file name. Use the number of the issue, for example newsletters/issue-15.pdf.',
    'newsletters/issue-99.pdf': 'content/newsletters.json has no issue 99. Add its line there.',
    'news/2025/Photo.JPG': 'Write the file extension in small letters: .jpg or .png.',
    'news/2025/photo.heic': 'Save this picture as jpg or png.',
    'news/2025/call.pdf': pdf,
    'documents/My Call.pdf': pdf,
  };
  const texts = { json: '{}', mdx: item(good) };
  expectProblems(
    Object.entries(cases).map(([path, sentence]) => [
      path,
      Object.entries(texts).find(([ending]) => path.endsWith(ending))?.[1] ?? 'x',
      [` ${sentence}`],
    ]),
  );
});

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

it('a news item in place of a page names one that exists', () =>
  expectOfItems([
    ...['session-99', 'young-1999', 'newsletter-99'].map((of): [string, string] => [
      item(`${good}\nof: ${of}`),
      ` "of": There is no ${of} in content/.`,
    ]),
    ...['session-34', 'young-2024', 'newsletter-14'].map((of): [string] => [item(`${good}\nof: ${of}`)]),
  ]));

it('a syntax error in a data file is named with its line', () =>
  expectProblems(
    (
      [
        ['{\n"headline": "x",\n}\n', '3: There is a comma, quote or bracket too few or too many'],
        ['[\n1,\n]\n\n', '3: There is a comma, quote or bracket too few or too many'],
        ['{\n"headline": "x"\n"a": 1}\n', '3: There is a comma, quote or bracket too few or too many'],
        [
          '{\n"headline": "a "b" c"}\n',
          '2: There is a comma, quote or bracket too few or too many here, or at the end of the line above.',
        ],
        ['{\n"headline": “x”,\n"membership": "“x”"\n}\n', '2: Use straight quotes: write " for “.'],
        ['{\n"headline": "x,\n"a": 1\n}\n', '2: The text in this line has no closing quote.'],
        ['{"headline": "x"\n\n', '1: There is a comma, quote or bracket too few or too many'],
        ['{\n"headline": "x"，\n"a": 1}', '2: Replace the full-width ， with an ordinary , here.'],
        ['{\n"headline":\u00A0"x"}', '2: Write an ordinary space here.'],
        ['{\n"headline": "a\tb"}', '2: Write an ordinary space here.'],
        ['{\n"headline": "C:\\paper"}', '2: Write \\\\ for a backslash.'],
        ['{\n<<<<<<< HEAD\n"headline": "x"}', '2: Git found two versions of these lines.'],
        ['\n', ' This file is empty. Write its text, or delete the file.'],
        ['\uFEFF{}', '1: This file starts with a byte order mark. Save it as UTF-8 without BOM.'],
      ] as const
    ).map(([text, problem], index) => [
      `webinars/session-${10 + index}.json`,
      text,
      [expect.stringMatching(new RegExp(`^${problem.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))],
    ]),
  ));

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

it('a file that is not in UTF-8 is reported', () =>
  expectProblems(
    (
      [
        ['latin1', '{\n"headline": "Genève"}', 2],
        ['utf16le', '{"headline": "Genève"}', 1],
      ] as const
    ).map(([encoding, text, line], index) => [
      `webinars/session-${10 + index}.json`,
      Buffer.from(text, encoding),
      [`${line}: This file isn't saved as UTF-8. Save it with this encoding.`],
    ]),
  ));

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

it('an anchor of the same page is one of its headings', () =>
  expect(
    reportOn('pages/call.mdx', item(`${page}\npath: /call`, '## Topics\n\n[Here](#topics), [there](#topic).'))
      .problems,
  ).toEqual([
    'content/pages/call.mdx:11: "#topic": This page has no section with this name. Did you mean #topics?',
  ]));

it('the headings of a text begin at the second level and skip none', () => {
  const texts: [text: string, problems: [line: number, sentence: string][]][] = [
    ['# Title', [[0, 'Start with ##. The page has its title already.']]],
    ['Title\n=====', [[0, 'Start with ##. The page has its title already.']]],
    ['### Topics', [[0, 'A level is skipped. Start with ##.']]],
    ['## Topics\n\n#### One', [[2, 'A level is skipped. Start with ###.']]],
    ['## Topics\n\n##\n\nText.', [[2, 'This heading is empty. Write its words, or remove the line.']]],
    ['## Topics\n\n### One\n\n#### *A*\n\n## Dates', []],
  ];
  // A page has front matter of five lines, an item of two.
  expectProblems(
    texts.flatMap(([text, problems], index) => {
      const at = (first: number) => problems.map(([line, sentence]) => `${first + line}: ${sentence}`);
      return [
        [`pages/call-${index}.mdx`, item(`${page}\npath: /call-${index}`, text), at(9)],
        [`news/2025/2025-10-28-item-${index}.mdx`, item(good, text), at(6)],
      ] satisfies Case[];
    }),
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

it('the entry of an edition has places, days, numbers and links that can be read', () =>
  expectProblems(
    (
      [
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
        ...[
          'Oct 3-5, 2027',
          'Opened October 14, 2027',
          '14-17 October 2027',
          'Summer 2027',
          'Days 1-3, 2027',
        ].map((dates): [object, string[]] => [{ dates }, []]),
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
      ] as [object, string[]][]
    ).map(([edition, problems], index) => [
      `conferences/pg-${index}.json`,
      series(edition),
      problems.map((problem) => `1: ${problem}`),
    ]),
  ));

const session = (number: number, date: string) =>
  JSON.stringify({
    number,
    date,
    talks: [{ title: 'x', speaker: { name: 'x' } }],
    sources: ['https://example.org/x'],
  });

it('the name of the file of a session has its number, with two digits', () =>
  expectProblems(
    [['40', 35, '35'] as const, ['036', 36, '36'] as const, ['7', 7, '07'] as const].map(
      ([wrong, number, right]) => [
        `webinars/session-${wrong}.json`,
        session(number, `20${number + 10}-11-24`),
        [
          ` Wrong file name. "number" is ${number}, so use webinars/session-${right}.json, or correct the number.`,
        ],
      ],
    ),
  ));

it('the title of a link to a session begins with its number', () => {
  const titled = (number: number, date: string, linktitle: string) =>
    JSON.stringify({ ...JSON.parse(session(number, date)), linktitle });
  expectProblems([
    ['webinars/session-35.json', titled(35, '2026-10-28', 'Session 35: First Speaker'), []],
    [
      'webinars/session-36.json',
      titled(36, '2026-11-24', 'Session 37: First Speaker'),
      [
        '1: "linktitle" must begin with the number of the session. Example: Session 34: First Speaker, Second Speaker',
      ],
    ],
  ]);
});

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

it('dates that the open data can not read are listed without errors', () => {
  const unreadable = ['Mai 26-28, 2027', 'May 26–28, 2027', '26-28 May 2027'];
  const readable = ['June 29 - July 1, 2027', 'Opened October 14, 2027', 'October 2027'];
  const { problems, notices } = reportOnAll(
    Object.fromEntries(
      [...unreadable, ...readable].map((dates, index) => [`conferences/pg-${index}.json`, series({ dates })]),
    ),
  );
  expect([problems, notices]).toEqual([
    [],
    unreadable.map(
      (_, index) =>
        `content/conferences/pg-${index}.json: "editions.0.dates" can't be read as dates. Example: May 26-28, 2027, or June 29 - July 1, 2027.`,
    ),
  ]);
});

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

it('a picture with other capitals is named, as computers differ in whether they find it', () =>
  expect(
    reportOnAll({ [file]: item(good, '![Group](./Photo.jpg)'), 'news/2025/photo.jpg': 'x' }).problems,
  ).toContain(`content/${file}:6: "./Photo.jpg": This image doesn't exist. Did you mean photo.jpg?`));

it('a value that occurs twice is reported with both positions', () => {
  const award = (id: string) => ({
    id,
    name: 'x',
    rule: 'x',
    figure: 'teapot',
    caption: 'x',
    source: 'specification',
  });
  const issues = [{ number: 14, date: 'March 2026' }, { number: 13 }, { number: 14, date: 'March 2026' }];
  const { problems } = reportOnAll({
    'awards.json': JSON.stringify([award('young'), award('lifetime'), award('young')]),
    'conferences/gmp.json': series({ year: 2027, number: 21 }),
    'conferences/pg.json': series({ year: 2027, number: 21 }, { year: 2027, number: 21 }),
    'nav.json': '[{"text": "News", "href": "/news"}, {"text": "More", "href": "/news"}]',
    'news/2025/2025-10-28-webinar-34.mdx': item(good),
    'news/2025/2025-10-29-webinar-34.mdx': item(good.replace('28', '29')),
    // An event of another year.
    'news/2026/2026-10-29-webinar-34.mdx': item(good.replace('2025-10-28', '2026-10-29')),
    'newsletters.json': JSON.stringify({ source: 'specification', issues }),
    'pages/a.mdx': item(`${page}\npath: /{slug}-a`),
    'pages/b.mdx': item(`${page}\npath: /asiagraphics-a`),
    'pages/c.mdx': item(`${page}\npath: /news`),
    'webinars/session-34.json': session(34, '2025-10-28'),
    'webinars/session-35.json': session(34, '2025-11-25'),
    'webinars/session-36.json': session(36, '2025-10-28'),
  });
  const session34 = 'content/webinars/session-34.json';
  expect(problems.filter((problem) => problem.includes('is already used by')).sort()).toEqual(
    [
      'awards.json:1: "2.id": young is already used by "0.id".',
      'conferences/pg.json:1: "editions.1.number": 21 is already used by "editions.0.number".',
      'conferences/pg.json:1: "editions.1.year": 2027 is already used by "editions.0.year".',
      'nav.json:1: "1.href": /news is already used by "0.href".',
      `news/2025/2025-10-29-webinar-34.mdx:2: "topic": webinar-34 is already used by content/${file}.`,
      'newsletters.json:1: "issues.2.date": March 2026 is already used by "issues.0.date".',
      'newsletters.json:1: "issues.2.number": 14 is already used by "issues.0.number".',
      'pages/b.mdx:6: "path": /asiagraphics-a is already used by content/pages/a.mdx.',
      'pages/c.mdx:6: "path": /news is already used by site/pages/news.astro.',
      `webinars/session-35.json:1: "number": 34 is already used by ${session34}.`,
      `webinars/session-36.json:1: "date": 2025-10-28 is already used by ${session34}.`,
    ].map((problem) => `content/${problem} Choose a different one.`),
  );
});

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
