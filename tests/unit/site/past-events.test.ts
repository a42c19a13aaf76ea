import { describe, expect, it } from 'vitest';
import { checkPast, findPresentTense } from '../../../site/lib/check/past-check.ts';
import { describePast } from '../../../site/lib/content/navigation.ts';
import { contentFolder } from '../../../site/lib/content/paths.ts';
import { makeContent } from '../../support/content-folder.ts';

const event = { start: '2025-02-28', end: '2025-03-01', place: 'China' };
const DURING = new Date('2025-03-01T15:59:59Z');
const AFTER = new Date('2025-03-01T16:00:00Z');

describe('the line at the top of a page about a call or an event', () => {
  it.each([
    ['of a call', {}, 'This call closed on March 1, 2025.'],
    ['of an event of days', { event }, 'This event took place from February 28, 2025, to March 1, 2025.'],
    [
      'of an event of one day',
      { event: { ...event, start: '2025-03-01T14:00:00+08:00' } },
      'This event took place on March 1, 2025.',
    ],
    ['that editors wrote', { event, past: 'It is over.' }, 'It is over.'],
  ])('appears when its last day has ended in Hong Kong: one %s', (_, page, sentence) => {
    expect(describePast(DURING, '2025-03-01', page)).toBeUndefined();
    expect(describePast(AFTER, '2025-03-01', page)).toBe(sentence);
  });

  it('is on no page without a last day', () =>
    expect(describePast(AFTER, undefined, { event })).toBeUndefined());
});

it.each([
  ['Nominations are due on May 17, 2025.', 'are due'],
  ['The deadline has been extended to May 17, 2025.', 'has been extended'],
  ['Pacific Graphics 2025 is held from October 14 to 17.', 'is held'],
  ['Deadline for papers of Pacific Graphics 2025.', 'Deadline for'],
  ['The workshop takes place in Hong Kong.', 'takes place'],
])('an editor is told about "%s" when it is over', (text, phrase) =>
  expect(findPresentTense(`---\n\n${text}`)).toEqual([{ line: 3, phrase }]),
);

it('a rule may stay in the present', () =>
  expect(findPresentTense('Self-nomination is accepted only for one award. All are required.')).toEqual([]));

describe('the check for editors', () => {
  const gapsAt = (now: string) => {
    const content = makeContent({
      'site.json': '{"slug": "asiagraphics"}',
      'nav.json': JSON.stringify([
        { text: 'Awards', href: '/awards', below: [{ href: '/asiagraphics-call', until: '2025-05-17' }] },
      ]),
      'pages/call.mdx': '---\npath: /{slug}-call\n---\n\nNominations are due on May 17, 2025.\n',
      'pages/membership.mdx': '---\npath: /membership\n---\n\nDues are due on 1 January.\n',
      'news/2025/2025-06-06-papers.mdx': '---\ndate: 2025-06-06\n---\n\nDeadline for papers.\n',
    });
    return checkPast(content, new Date(now)).map(({ page, file, gap }) => `${page} ${file}: ${gap}`);
  };
  const call =
    '/asiagraphics-call content/pages/call.mdx: Line 5 says "are due" of what was over on May 17, 2025. Write it in the past tense';
  const papers =
    '/news content/news/2025/2025-06-06-papers.mdx: Line 5 says "Deadline for" of what was over on June 6, 2025. Write it in the past tense';

  it.each([
    ['on the last day of a call', '2025-05-17T15:59:59Z', []],
    ['the day after', '2025-05-17T16:00:00Z', [call]],
    ['after the day of a news item', '2025-06-06T16:00:00Z', [papers, call]],
  ])('names file, line and words %s, and never a page without a last day', (_, now, gaps) =>
    expect(gapsAt(now)).toEqual(gaps),
  );

  it('has nothing to say of the content in November 2026', () =>
    expect(checkPast(contentFolder, new Date('2026-11-24'))).toEqual([]));
});
