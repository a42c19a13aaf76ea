import { expect, it } from 'vitest';
import { formatDottedDay, groupByYear } from '../../../site/lib/content/dates.ts';
import { firstNewsYear } from '../../../site/schemas/news.ts';

const on = (date: string) => ({ date });

it('the years of news are every year since 2021, newest first, even without news, and a new one from its first item on', () => {
  const yearsOf = (...dates: string[]) =>
    groupByYear(dates.map(on), firstNewsYear).map(({ year, items }) => [year, items.length]);
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
