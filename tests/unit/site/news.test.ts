import { describe, expect, it } from 'vitest';
import { formatDottedDay } from '../../../site/lib/content/dates.ts';
import {
  announceAward,
  announceIssues,
  announceSession,
  issueAnchor,
  mergeNews,
  newsByYear,
  sentenceMarkdown,
  undatedIssues,
} from '../../../site/lib/content/news.ts';
import type { Award, AwardPage } from '../../../site/schemas/awards.ts';

const on = (date: string) => ({ date });

it('the years of news are every year since 2021, newest first, even without news, and a new one from its first item on', () => {
  const yearsOf = (...dates: string[]) =>
    newsByYear(dates.map(on)).map(({ year, items }) => [year, items.length]);
  expect(yearsOf('2025-12-16', '2025', '2022-02')).toEqual([
    [2025, 2],
    [2024, 0],
    [2023, 0],
    [2022, 1],
    [2021, 0],
  ]);
  expect(yearsOf('2026-01-01')[0]).toEqual([2026, 1]);
  expect(yearsOf()).toEqual([[2021, 0]]);
});

it('the date of an item is printed as yyyy.mm.dd, as exactly as it is known', () =>
  expect(['2025-10-28', '2026-04', '2022'].map(formatDottedDay)).toEqual(['2025.10.28', '2026.04', '2022']));

const written = (sentence: Parameters<typeof sentenceMarkdown>[0] = []) =>
  sentenceMarkdown(sentence).replaceAll('\\', '');

const award = { id: 'young', name: 'Young Researcher Award' } as Award;
const winner: AwardPage = {
  winner: { name: 'Lucy', affiliation: 'Test University' },
  source: 'specification',
};

describe('an announcement', () => {
  it('of a session names speakers and chair', () => {
    const session = {
      number: 34,
      date: '2025-10-28',
      talks: [
        { title: 'Fonts', speaker: { name: 'First Speaker', affiliation: 'Tokyo' } },
        { title: 'Layout', speaker: { name: 'Second Speaker' } },
      ],
      chair: { name: 'The Chair', affiliation: 'May 31, 2022' },
      sources: ['specification' as const],
    };
    const { sentence, ...rest } = announceSession(session);
    expect(rest).toEqual({ of: 'session-34', date: '2025-10-28', sample: false });
    expect(written(sentence)).toBe(
      'AG Webinar [Session 34: First Speaker, Second Speaker (Chair: The Chair)](/webinar#session34)',
    );
  });

  const issues = [
    { number: 3, toBeConfirmed: { sample: true as const, date: '2022-05-31' } },
    { number: 2, date: '2022-01-31' },
    { number: 1 },
  ];

  it('of an issue stands on the day of its release, or together with the others that have none', () => {
    expect(announceIssues(issues).map(({ of, date, sample }) => [of, date, sample])).toEqual([
      ['newsletter-3', '2022-05-31', true],
      ['newsletter-2', '2022-01-31', false],
    ]);
    expect(issues.map(issueAnchor)).toEqual(['/news#newsletter-3', '/news#newsletter-2', '/news#newsletter']);
    expect([undatedIssues(issues), undatedIssues([{ number: 2 }, { number: 1 }])].map(written)).toEqual([
      '[Newsletter Issue 1](/newsletter) has been released and sent to all members.',
      '[Newsletter Issues 1 to 2](/newsletter) have been released and sent to all members.',
    ]);
  });

  it.each([
    ['announced', { ...winner, announced: '2024-09' }, '2024-09'],
    ['of the talk', { ...winner, talk: { title: 'T', date: '2024-10-14', event: 'PG' } }, '2024-10-14'],
    ['of the year alone', winner, '2024'],
  ])('of an award has the date %s', (_, page, date) => {
    const announcement = announceAward(award, 2024, page, '/awards/young2024');
    expect([announcement.date, announcement.of]).toEqual([date, 'young-2024']);
    expect(written(announcement.sentence)).toBe(
      'The 2024 [Young Researcher Award](/awards/young2024) has been given to Lucy (Test University).',
    );
  });

  it('gives way to what an editor wrote about the same, and is left out before the first year of news', () => {
    const early = announceAward(award, 2020, winner, '/awards/young2020');
    const written = [{ date: '2022-05-30', of: 'newsletter-3' }, on('2021-01-01')];
    const merged = mergeNews(written, [...announceIssues(issues), early]);
    expect(merged.map(({ date }) => date)).toEqual(['2022-05-30', '2022-01-31', '2021-01-01']);
  });
});
