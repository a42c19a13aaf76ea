import { describe, expect, it } from 'vitest';
import { newsByYear } from '../../../site/lib/content/dates.ts';
import { NewsItem } from '../../../site/schemas/news.ts';

const on = (date: string) => ({ data: { date } });

describe('the years of news', () => {
  const years = newsByYear(['2022-05-30', '2025-02-28', '2025-12-16', '2022-02-22'].map(on));

  it('include every year since 2021, newest first, even without news', () =>
    expect(years.map(({ year, items }) => [year, items.length])).toEqual([
      [2025, 2],
      [2024, 0],
      [2023, 0],
      [2022, 2],
      [2021, 0],
    ]));

  it('have the newest item first', () =>
    expect(years[0]?.items.map(({ data }) => data.date)).toEqual(['2025-12-16', '2025-02-28']));

  it('include a new year from its first item on', () =>
    expect(newsByYear([on('2026-01-01')])[0]?.year).toBe(2026));

  it('include one year before there is any news', () =>
    expect(newsByYear([])).toEqual([{ year: 2021, items: [] }]));
});

describe('the front matter of a news item', () => {
  const item = { date: '2025-10-28', source: 'specification' };

  it('accepts a day as text or as YAML parses it', () => {
    expect(NewsItem.parse(item).date).toBe('2025-10-28');
    expect(NewsItem.parse({ ...item, date: new Date('2025-10-28') }).date).toBe('2025-10-28');
  });

  it.each([
    { ...item, date: '2025-02-30' },
    { ...item, date: '28 October 2025' },
    { ...item, date: '2020-12-31' },
    { ...item, source: 'I remember' },
    { ...item, source: 'ftp://example.org/x' },
    { ...item, source: [] },
    { ...item, title: 'Webinar' },
    { ...item, sample: false },
  ])('rejects %j', (wrong) => expect(NewsItem.safeParse(wrong).success).toBe(false));
});
