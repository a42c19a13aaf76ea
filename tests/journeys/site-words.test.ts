import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../../dist/site');
const html = (path: string) => readFileSync(join(dist, `${path}.html`), 'utf8');
/** A page between its header and its footer, and its text. */
const main = (path: string) => /<main\b.*<\/main>/s.exec(html(path))?.[0] ?? '';
const words = (path: string) =>
  main(path)
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');
const links = (path: string) => [...html(path).matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, href]) => href);

const workshop = '/asiagraphics-workshop-on-intelligent-graphics';

/** By page, with "|" between its phrases. */
const phrases: Record<string, string> = {
  '/about': 'About AG|Mission|Officers|Chair|Vice-Chair|Secretary|Treasurer|Executive Committee',
  '/newsletter':
    'Goal|Format|Call for Contents|one or two months|end of the month|Issue 14 |The latest issue|Issue 1 ',
  '/webinar': 'Join Live About session 34|Earlier in 2025',
  '/PacificGraphics': 'The newest edition is',
  '/data': 'Fig. 1 as a table|Fig. 2 as a table',
  '/membership':
    'HKD 360|HKD 120|Professional Member|Student Member|year N+1|1 January of year N+2|inactive|' +
    'full-time education|CVM, GMP and PG|senior member or fellow',
  '/contact': 'If you have any questions',
  '/awards':
    'Life-Time Achievement|Outstanding Technical Contributions|Young Researcher|' +
    'three endorsement letters|call for nominations 2025 closed on May 17, 2025',
  '/awards/lifetime2021': 'Qunsheng Peng|Leif Kobbelt|Source: www.asiagraphics.org/lifetime2021',
  '/constitution':
    'summary|25 numbered articles|Name, Purpose, Duration, Seat|Officers and Organization|' +
    'General Assembly|Executive Board|Auditors|Resources|Amendments and Winding-up|' +
    'Resolution of Disputes|16 to 28|multiple of four|two to five Vice-Chairs|20%|one fifth|' +
    '30 minutes|six weeks|three months|Last revised on May 30, 2022',
  '/agsummit2018':
    'birds-of-a-feather|December 6, 2018, 3:00pm-6:00pm|3:00-3:05|3:05-3:30|3:30-4:10|4:10-4:20|' +
    '4:20-5:20|5:20-5:45|5:45-5:50|Organizers',
  [workshop]:
    'General Information|Committee|Friday, February 28, 2025|Saturday, March 1, 2025|Session chair|' +
    'Airport|railway station|Accommodation|Visitor Information',
  [`${workshop}-at-siggraph-asia`]:
    'December 16, 2025, 14:00-18:00 (GMT+8), Hong Kong|15:40-15:55|17:15-18:00|Abstract TBD|Bio|' +
    'Currency|Time zone|Power|Weather|Language|Transport|Connectivity|Tipping|Etiquette|' +
    'Emergency numbers',
  '/icig-2025-call-for-papers':
    'June 2, 2025|May 10|July 15, 2025|June 25|July 25, 2025|July 10|August 5, 2025|August 20, 2025|' +
    'October 31 to November 2, 2025|LNCS|10 to 12 pages|submission system',
  '/pg-2025-committee-announcement': '4-8 weeks|May 30, 2025',
  '/award-nominations-2025':
    'May 17, 2025|Only members may nominate|accepted only for the Young Researcher Award|' +
    'at most 6 years after their PhD|All materials are required',
};

it.each(Object.entries(phrases))('%s says what it is for', (path, list) => {
  const said = words(path);
  expect(list.split('|').filter((phrase) => !said.includes(phrase))).toEqual([]);
});

/** The texts of a page's elements. */
const textsOf = (text: string, element: RegExp) =>
  [...text.matchAll(element)].map(([, inner = '']) =>
    inner
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
const headings = (path: string, level: 1 | 2) =>
  textsOf(main(path), new RegExp(`<h${level}\\b[^>]*>(.*?)</h${level}>`, 'gs'));

it.each([
  ['/PacificGraphics', 'Pacific Graphics', 'Home'],
  ['/PGConferences', 'PG Conferences', 'Conferences'],
  ['/GMPHome', 'Geometric Modeling and Processing', 'Home'],
  ['/GMPConferences', 'GMP Conferences', 'Conferences'],
  ['/GMPProcedures', 'GMP Procedures', 'Procedures'],
  ['/GMPArchive', 'GMP Archive', 'Archive'],
])('%s has its title, and breadcrumbs with itself among the pages of its series', (path, title, here) => {
  expect(headings(path, 1)).toEqual([title]);
  const [, crumbs = ''] = /class="wrap breadcrumbs"[^>]*>(.*?)<\/nav>/s.exec(html(path)) ?? [];
  expect(textsOf(crumbs, /<li[^>]*>(.*?)<\/li>/gs)).toEqual(
    path.startsWith('/P') ? ['Home', 'Conferences'] : ['Home', 'Conferences', 'Procedures', 'Archive'],
  );
  expect(textsOf(crumbs, /<\w+[^>]* aria-current="page"[^>]*>(.*?)<\/\w+>/gs)).toEqual([here]);
});

const proposals = 'Description|Conference Proposals|Proceedings';

it.each([
  ['/PacificGraphics', `${proposals}|Journal Paper Presentations|Steering Committee`],
  [
    '/GMPHome',
    `${proposals}|Best Paper Awards|Journal Paper Presentations|Steering Committee|Emeritus Members`,
  ],
  ['/GMPProcedures', 'Venue|Proposals|Organizing Committee|Program Committee|Awards'],
  ['/conferences', 'Pacific Graphics|Geometric Modeling and Processing|Computational Visual Media|Events'],
  ['/GMPConferences', Array.from({ length: 20 }, (_, at) => `GMP \\d{4} \\[#${20 - at}\\]`).join('|')],
])('%s has its sections', (path, sections) =>
  expect(headings(path, 2)).toEqual(
    sections.split('|').map((section) => expect.stringMatching(new RegExp(`^${section}$`))),
  ),
);

it('Awards links to each of its pages once', () => {
  const years = (award: string, list: number[]) => list.map((year) => `/awards/${award}${year}`);
  const since2018 = Array.from({ length: 8 }, (_, at) => 2025 - at);
  expect(links('/awards').filter((href) => href?.startsWith('/awards/'))).toEqual([
    ...years('lifetime', [2025, 2021, 2019, 2017]),
    ...years('outstanding', since2018),
    ...years('young', since2018),
  ]);
});

/** The awards to whose pages News links, by the names of their addresses. */
const awardsInNews = [
  'lifetime2025',
  'outstanding2025',
  'young2025',
  'outstanding2023',
  'young2023',
  'outstanding2022',
  'young2022',
];

it('News links to the awards that it announces, and to its feed', () =>
  expect(links('/news')).toEqual(
    expect.arrayContaining(['/news.atom', ...awardsInNews.map((name) => `/awards/${name}`)]),
  ));

it('the call for nominations links to its three forms', () =>
  expect(links('/award-nominations-2025').filter((href) => href?.startsWith('/forms/'))).toEqual([
    '/forms/lifetime.pdf',
    '/forms/outstanding.pdf',
    '/forms/young.pdf',
  ]));

it('the contact links to a mailbox and the summit to Home', () => {
  const mailbox = 'mailto:contact@example.org';
  expect(links('/contact').filter((href) => href?.startsWith('mailto:'))).toEqual([
    mailbox,
    ...['Membership', 'Webinar', 'Awards', 'Newsletter'].map((subject) => `${mailbox}?subject=${subject}`),
  ]);
  expect(main('/agsummit2018')).toContain('href="/"');
});
