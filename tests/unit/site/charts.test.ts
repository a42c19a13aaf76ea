import { expect, it } from 'vitest';
import { buildPapers, MARK } from '../../../site/lib/content/charts.ts';

const edition = (year: number, papers: object = {}) => ({
  series: 'A',
  seriesName: 'Series A',
  year,
  countryOrRegion: 'China',
  sources: ['specification' as const],
  ...papers,
});

it('the chart of papers has a line from the ground for each number and a gap for a year without, and is not there for fewer than three editions', () => {
  const [first, second, third] = [
    edition(2004, { submissions: 200, acceptedPapers: 50 }),
    edition(2003, { submissions: 150, acceptedPapers: 50 }),
    edition(2001, { submissions: 100, acceptedPapers: 40 }),
  ];
  expect(buildPapers([first, edition(2002), second, third])).toMatchObject({
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
