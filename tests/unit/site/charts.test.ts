import { expect, it } from 'vitest';
import { buildPapers, buildTimeline, MARK } from '../../../site/lib/content/charts.ts';

const edition = (series: string, year: number, countryOrRegion?: string, papers = {}) => ({
  series,
  seriesName: `Series ${series}`,
  year,
  countryOrRegion,
  sources: ['specification' as const],
  ...papers,
});

it('the timeline has a row for each country, the most frequent first, every edition at its own place, and a thread that breaks at an unknown one', () => {
  const { rows, years, series } = buildTimeline([
    edition('A', 2003, 'China'),
    edition('A', 2002),
    edition('A', 2001, 'Japan'),
    edition('A', 2000, 'China'),
    edition('B', 2003, 'China'),
  ]);
  expect(rows.map(({ place, count }) => [place, count])).toEqual([
    ['China', 3],
    ['Japan', 1],
    [undefined, 1],
  ]);
  expect(years).toEqual([2000, 2001, 2002, 2003]);
  expect(series.map(({ marks, thread }) => [marks, thread])).toEqual([
    // The two of one year and country stand beside each other.
    [`M1 1${MARK}M3 3${MARK}M5 5${MARK}M7 0.6${MARK}`, 'M1 1c1 0 1 2 2 2M7 0.6'],
    [`M7 1.4${MARK}`, 'M7 1.4'],
  ]);
});

it('the chart of papers has a line from the ground for each number and a gap for a year without, and is not there for fewer than three editions', () => {
  const [first, second, third] = [
    edition('A', 2004, 'China', { submissions: 200, acceptedPapers: 50 }),
    edition('A', 2003, 'China', { submissions: 150, acceptedPapers: 50 }),
    edition('A', 2001, 'China', { submissions: 100, acceptedPapers: 40 }),
  ];
  expect(buildPapers([first, edition('A', 2002), second, third])).toMatchObject({
    years: [
      { year: 2001, rate: 40 },
      { year: 2002, rate: undefined },
      { year: 2003, rate: 33 },
      { year: 2004, rate: 25 },
    ],
    submitted: 'M1 200v-100M5 200v-150M7 200v-200',
    accepted: 'M1 200v-40M5 200v-50M7 200v-50',
    tops: `M1 100${MARK}M5 50${MARK}M7 0${MARK}`,
  });
  expect(buildPapers([first, second])).toBeUndefined();
});
