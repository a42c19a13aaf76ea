import { describe, expect, it } from 'vitest';
import { buildPapers, buildTimeline, MARK } from '../../../site/lib/content/charts.ts';
import { series } from '../../../site/lib/content/data.ts';
import { listEditionRecords } from '../../../site/lib/content/edition-records.ts';

const editions = listEditionRecords(series, (path) => path);
const edition = (name: string, year: number, countryOrRegion?: string) => ({
  series: name,
  seriesName: `Series ${name}`,
  year,
  countryOrRegion,
  sources: ['specification' as const],
});

describe('the timeline', () => {
  const chart = buildTimeline([
    edition('A', 2003, 'China'),
    edition('A', 2002),
    edition('A', 2001, 'Japan'),
    edition('A', 2000, 'China'),
    edition('B', 2003, 'China'),
  ]);

  it('has a row for each country, the most frequent first, and unknown places last', () =>
    expect(chart.rows.map(({ place, count }) => [place, count])).toEqual([
      ['China', 3],
      ['Japan', 1],
      [undefined, 1],
    ]));

  it('has every year, and every edition at its own place', () => {
    expect(chart.years).toEqual([2000, 2001, 2002, 2003]);
    expect(chart.series.map(({ marks }) => marks)).toEqual([
      // The two of one year and country stand beside each other.
      `M1 1${MARK}M3 3${MARK}M5 5${MARK}M7 0.6${MARK}`,
      `M7 1.4${MARK}`,
    ]);
  });

  it('has a thread that breaks at an unknown place', () =>
    expect(chart.series.map(({ thread }) => thread)).toEqual(['M1 1c1 0 1 2 2 2M7 0.6', 'M7 1.4']));

  it('counts every edition of the content once', () => {
    const { rows, series: all } = buildTimeline(editions);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(editions.length);
    expect(rows.flatMap((row) => row.series.flatMap(({ years }) => years))).toHaveLength(editions.length);
    expect(all.map(({ marks }) => marks.split(MARK).length - 1)).toEqual(
      series.map((one) => one.editions.length),
    );
  });
});

describe('the chart of papers', () => {
  const papers = (year: number, submissions: number, acceptedPapers: number) => ({
    ...edition('A', year),
    submissions,
    acceptedPapers,
  });

  it('has a line from the ground for each number, and a gap for a year without', () =>
    expect(
      buildPapers([papers(2004, 200, 50), edition('A', 2002), papers(2003, 150, 50), papers(2001, 100, 40)]),
    ).toMatchObject({
      years: [
        { year: 2001, rate: 40 },
        { year: 2002, rate: undefined },
        { year: 2003, rate: 33 },
        { year: 2004, rate: 25 },
      ],
      submitted: 'M1 200v-100M5 200v-150M7 200v-200',
      accepted: 'M1 200v-40M5 200v-50M7 200v-50',
      tops: `M1 100${MARK}M5 50${MARK}M7 0${MARK}`,
      counts: [
        { count: 100, y: '50%' },
        { count: 200, y: '0%' },
      ],
    }));

  it('is not there for fewer than three editions', () =>
    expect(buildPapers([papers(2004, 200, 50), papers(2003, 150, 50)])).toBeUndefined());
});
