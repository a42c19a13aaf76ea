import { expect, it } from 'vitest';
import { type Ask, explainAnswer, newContent } from '../../../site/lib/editors/new-content.ts';

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
const source = 'https://example.org/x';

it.each([
  [
    'news',
    ['tomorrow', '2026-12-01', 'A Topic', 'pg-2026', 'a-topic', '', 'Text', 'example.org', source],
    [
      'The answer is wrong. Example: 2025-10-28, or 2025-10 or 2025 if only that is known',
      'Use small letters, digits and hyphens, for example call-for-papers.',
      'An item of 2026 has this topic already. Enter another one.',
      'This question needs an answer.',
      'The answer is wrong. Example: https://example.org/page',
    ],
  ],
  [
    'award',
    ['best', 'young', '26', '2025', '2026', 'A Winner', '', 'Shapes', source, 'A sentence.'],
    [
      'Enter lifetime, outstanding or young.',
      'Enter a year, such as 2027.',
      'This award of this year is there already. Enter another year.',
    ],
  ],
  [
    'webinar',
    ['34', '35', '2026-12-29', 'A talk', 'A Speaker', '', '', source],
    ['There is a session of this number already. Enter another number.'],
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
