import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { componentsWithProps } from '../../../site/lib/check/components.ts';
import { contentReport } from '../../../site/lib/check/report.ts';
import { makeContent } from '../../support/content-folder.ts';

const frontMatter = '---\ntitle: x\nlede: x\ndescription: x\nsource: specification\n---\n\n';
const pg = {
  shortName: 'PG',
  name: 'Pacific Graphics',
  since: 1993,
  summary: 'x',
  figure: 'hopf',
  editions: [],
};
const nav = [
  { text: 'News', href: '/news' },
  { text: 'Awards', href: '/awards', below: [] },
];

/** What the check says of a page with this text, where content/ has two workshops and one series. */
const problemsOf = (text: string, more: Record<string, string> = {}) =>
  contentReport(
    makeContent({
      'pages/contact.mdx': frontMatter + text,
      'workshops/korea.json': '{}',
      'workshops/siggraph.json': '{}',
      'nav.json': JSON.stringify(nav),
      'conferences/pg.json': JSON.stringify(pg),
      ...more,
    }),
  ).problems.filter((problem) => problem.startsWith('content/pages'));

it.each([
  [
    '<SteeringCommittee series="xx" />',
    '<SteeringCommittee> has series="xx". Use one of: series="pg", series="gmp".',
  ],
  [
    'Text with <SteeringCommittee emeritus />.',
    '<SteeringCommittee> has no series. Use one of: series="pg", series="gmp".',
  ],
  [
    '<SteeringCommittee series="pg" emeritus="no" />',
    '<SteeringCommittee> has emeritus="no". Write emeritus alone.',
  ],
  [
    '<SteeringCommittee series="pg" retired />',
    "<SteeringCommittee> doesn't take the attribute retired. It takes series and emeritus.",
  ],
  [
    '<WorkshopSpeakers of="nope" />',
    '<WorkshopSpeakers> has of="nope". Use one of: of="korea", of="siggraph".',
  ],
  [
    '<WorkshopNotes of="korea" />',
    '<WorkshopNotes> has no on. Use one of: on="visitors", on="accommodation".',
  ],
  ['<PagesBelow of="/nope" />', '<PagesBelow> has of="/nope". Use one of: of="/awards".'],
  ['<WebinarChannels of="bad" />', '<WebinarChannels> has of="bad". Use one of: of="live", of="playlist".'],
  ['<SubmittedPapers of="PG" of />', '<SubmittedPapers> has of="". Use one of: of="PG".'],
  ['<ContactEmail foo="1" />', "<ContactEmail> doesn't take the attribute foo. Remove it."],
])('an attribute that a component does not take is reported: %s', (text, sentence) =>
  expect(problemsOf(text)).toEqual([`content/pages/contact.mdx:8: ${sentence}`]),
);

it.each([
  '<SteeringCommittee series="pg" />',
  '<SteeringCommittee series="gmp" emeritus />',
  '<WorkshopNotes of="korea" on="visitors" />',
  '<PagesBelow of="/awards" />',
  '<SubmittedPapers of="PG" />',
])('the attributes of %s are right', (text) => expect(problemsOf(text)).toEqual([]));

it.each([
  ['<PagesBelow of="/awards" />', 'nav.json'],
  ['<SubmittedPapers of="PG" />', 'conferences/pg.json'],
])('%s is not reported while %s has an error', (text, path) =>
  expect(problemsOf(text, { [path]: '{' })).toEqual([]),
);

it('an attribute that could run something is reported once', () =>
  expect(problemsOf('<SteeringCommittee series={1} />')).toEqual([
    expect.stringContaining('series={…}, which runs code'),
  ]));

it.each([
  ['Write to <ContactEmail>.', '<ContactEmail> takes no content. Write <ContactEmail />.'],
  ['Write to <ContactEmail>us</ContactEmail>.', '<ContactEmail> takes no content. Write <ContactEmail />.'],
  ['<ContactEmail>\n\nWords.\n\n</ContactEmail>', '<ContactEmail> takes no content. Write <ContactEmail />.'],
  [
    '<WorkshopNotes of="korea" on="visitors">',
    '<WorkshopNotes> takes no content. Write <WorkshopNotes of="…" on="…" />.',
  ],
  ['<Sample>words', '<Sample> has no closing tag. Write </Sample> in the same paragraph.'],
])('content of a component that takes none is reported: %j', (text, sentence) =>
  expect(problemsOf(text)).toEqual([`content/pages/contact.mdx:8: ${sentence}`]),
);

it('the content of <Sample> is right', () => expect(problemsOf('<Sample>words</Sample>')).toEqual([]));

it('the attributes and the content that the check knows are those of the components', () => {
  const folder = new URL('../../../site/sections/mdx/', import.meta.url);
  const taken = globSync('*.astro', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(new URL(file, folder), 'utf8');
    const [, props = ''] = /type Props = \{(.*)\};/.exec(source) ?? [];
    const attributes = [...props.matchAll(/(\w+)(\??):/g)];
    const named = (mark: string) => attributes.flatMap(([, name, is]) => (is === mark ? [name] : []));
    const hasContent = source.includes('<slot />');
    return props || hasContent
      ? [[file.replace('.astro', ''), { values: named(''), flags: named('?'), hasContent }]]
      : [];
  });
  const known = Object.entries(componentsWithProps).map(
    ([name, { values = {}, flags = [], hasContent = false }]) => [
      name,
      { values: Object.keys(values), flags, hasContent },
    ],
  );
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(taken));
});
