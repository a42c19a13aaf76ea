import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Ask, explainAnswer, newContent } from '../../../site/lib/editors/new-content.ts';
import { AwardPage } from '../../../site/schemas/awards.ts';
import { Edition } from '../../../site/schemas/conferences.ts';
import { NewsItem, Newsletters } from '../../../site/schemas/news.ts';
import { WebinarSession } from '../../../site/schemas/webinar.ts';

const known = {
  today: '2026-11-23',
  paths: ['webinars/session-34.json', 'awards/young-2025.mdx', 'news/2026/2026-10-pg-2026.mdx'],
  lastIssue: 14,
  editions: {
    gmp: [
      { year: 2026, number: 20 },
      { year: 2025, number: 19 },
    ],
  },
};

/** Gives these answers in turn; one that is refused is followed by the next, as from a person. */
const answering = (...answers: string[]) => {
  const refused: string[] = [];
  const ask: Ask = async (_question, schema, initial) => {
    for (;;) {
      const answer = answers.shift();
      if (answer === undefined) throw new Error('no more answers');
      const parsed = schema.safeParse(answer || initial);
      if (parsed.success) return parsed.data;
      refused.push(...parsed.error.issues.map((issue) => explainAnswer(answer, issue)));
    }
  };
  return { ask, refused };
};
const make = (kind: string, ...answers: string[]) => newContent[kind]?.(answering(...answers).ask, known);
const source = 'https://example.org/x';
const dataOf = (text: string) => parse(text.split('---\n')[1] ?? '');

describe('a new entry is a valid file with', () => {
  it('a news item, on the day unless another is given', async () => {
    const made = await make('news', '', 'a-call', 'The [call](/news): "open".', source);
    expect(made).toMatchObject({ path: 'news/2026/2026-11-23-a-call.mdx' });
    const text = made && 'text' in made ? made.text : '';
    expect(NewsItem.parse(dataOf(text))).toEqual({ date: '2026-11-23', source });
    expect(text).toMatch(/---\n\nThe \[call\]\(\/news\): "open"\.\n$/);
  });

  it('a session, with the next number', async () => {
    const made = await make('webinar', '', '2026-12-29', 'A talk', 'A Speaker', '', '', source);
    expect(made).toMatchObject({ path: 'webinars/session-35.json' });
    expect(WebinarSession.parse(JSON.parse(made && 'text' in made ? made.text : ''))).toMatchObject({
      number: 35,
    });
  });

  it('an award, quoted where YAML needs it', async () => {
    const made = await make(
      'award',
      'young',
      '',
      'A Winner',
      '',
      'Shapes: their parts',
      source,
      'A sentence.',
    );
    expect(made).toMatchObject({ path: 'awards/young-2026.mdx' });
    const page = AwardPage.parse(dataOf(made && 'text' in made ? made.text : ''));
    expect(page).toEqual({ winner: { name: 'A Winner' }, field: 'Shapes: their parts', source });
  });

  it('an issue of the newsletter, for the top of the list', async () => {
    const made = await make('newsletter', '', '2026-11-30', '');
    const entry = made && 'entry' in made ? made.entry : {};
    expect(Newsletters.parse({ source, issues: [entry] }).issues[0]?.number).toBe(15);
  });

  it('an edition, after the newest of its series', async () => {
    const made = await make('edition', 'gmp', '', '', '', 'Kyoto, Japan', '', source);
    const entry = Edition.parse(made && 'entry' in made ? made.entry : {});
    expect(entry).toMatchObject({ year: 2027, number: 21, location: 'Kyoto, Japan', sources: [source] });
  });
});

it.each([
  [
    'news',
    ['tomorrow', '2026-12-01', 'A Topic', 'a-topic', '', 'Text', 'example.org', source],
    [
      'The answer is wrong. Example: 2025-10-28, or 2025-10 or 2025 if only that is known',
      'Use small letters, digits and hyphens, for example call-for-papers.',
      'This question needs an answer.',
      'The answer is wrong. Example: https://example.org/page',
    ],
  ],
  [
    'award',
    ['best', 'young', 'x', '26', '2026', 'A Winner', '', 'Shapes', source, 'A sentence.'],
    ['Enter lifetime, outstanding or young.', 'Enter a year, such as 2027.', 'Enter a year, such as 2027.'],
  ],
  [
    'news',
    ['2019-01-01', '2026-11-31', '2026-11-20', 'pg-2026', 'pg-2027', 'Text', source],
    [
      'The News page starts in 2021. Use a later date.',
      'There is no November 31 in 2026.',
      'An item of 2026 has this topic already. Enter another one.',
    ],
  ],
  [
    'webinar',
    ['34', '35', '2026-12-29', 'A talk', 'A Speaker', '', '', source],
    ['There is a session of this number already. Enter another number.'],
  ],
  [
    'award',
    ['young', '2025', '2026', 'A Winner', '', 'Shapes', source, 'A sentence.'],
    ['This award of this year is there already. Enter another year.'],
  ],
  ['newsletter', ['14', '15', '2026-11-30', ''], ['The newest issue is 14. Enter a greater number.']],
  [
    'edition',
    ['gmp', '2026', '2027', '19', '21', 'May 26-28, 2026', '', 'Kyoto', '', '', source],
    [
      'The newest edition is of 2026. Enter a later year.',
      'Another edition has this number. Enter another one.',
      'The answer must contain the year, 2027. Example: May 26-28, 2027',
      '"Kyoto" isn\'t a country or region. End with one after a comma, for example Kyoto, Japan.',
    ],
  ],
])('a wrong answer for %s is asked again, in plain words', async (kind, answers, sentences) => {
  const { ask, refused } = answering(...answers);
  await newContent[kind]?.(ask, known);
  expect(refused).toEqual(sentences);
});
