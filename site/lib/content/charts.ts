import type { EditionRecord } from './edition-records.ts';

// Drawings that stretch to the room that the page has: paths in units of their own, with lines that keep their width.

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 1000) / 10}%`;

const yearsBetween = (years: number[]) => {
  const first = Math.min(...years);
  return Array.from({ length: Math.max(...years) - first + 1 }, (_, at) => first + at);
};

/** From one mark to the next, in halves of a row, where a country had several editions in one year. */
const STACK = 0.8;

/**
 * Of a line as short as this, its round or square ends alone are seen. Of a line without any length, a PDF has no square
 * ends (ISO 32000-2, 8.5.3.2), and a printed page would lose its marks.
 */
export const MARK = 'h.01';

const markAt = (x: number, y: number) => `M${x} ${Number(y.toFixed(1))}${MARK}`;

/** Whether a year is written at the axis. */
export const isLabelled = (year: number) => year % 5 === 0;

/**
 * The editions of all series as a timeline: a row for each host country, the most frequent first. A half of a year and
 * a half of a row are the units.
 */
export const buildTimeline = (editions: EditionRecord[]) => {
  const years = yearsBetween(editions.map(({ year }) => year));
  const xOf = (year: number) => 2 * years.indexOf(year) + 1;
  const rows = [...Map.groupBy(editions, ({ countryOrRegion }) => countryOrRegion)]
    .toSorted(
      ([a, ofA], [b, ofB]) =>
        Number(a === undefined) - Number(b === undefined) ||
        ofB.length - ofA.length ||
        `${a}`.localeCompare(`${b}`, 'en'),
    )
    .map(([place, held], row) => ({
      place,
      y: 2 * row + 1,
      count: held.length,
      series: [...Map.groupBy(held, ({ series }) => series)].map(([series, all]) => ({
        series,
        years: all.map(({ year }) => year).toSorted(),
      })),
    }));
  const markOf = (edition: EditionRecord) => {
    const { year, countryOrRegion: place } = edition;
    const beside = editions.filter((one) => one.year === year && one.countryOrRegion === place);
    const offset = STACK * (beside.indexOf(edition) - (beside.length - 1) / 2);
    return markAt(xOf(year), (rows.find((row) => row.place === place)?.y ?? 0) + offset);
  };
  const [width, height] = [2 * years.length, 2 * rows.length];
  return {
    rows,
    years,
    width,
    height,
    series: [...Map.groupBy(editions, ({ series }) => series)].map(([series, held]) => ({
      series,
      name: held[0]?.seriesName,
      marks: held
        .toSorted((a, b) => a.year - b.year)
        .map(markOf)
        .join(''),
    })),
    grid: [
      ...rows.map(({ y }) => `M0 ${y}h${width}`),
      ...years.filter(isLabelled).map((year) => `M${xOf(year)} 0v${height}`),
    ].join(''),
  };
};

/** Between the numbers at the axis. */
const STEP = 100;

/** The papers of a series' editions, submitted and accepted, as bars; undefined if fewer than three are known. */
export const buildPapers = (editions: EditionRecord[]) => {
  const known = editions
    .flatMap(({ year, submissions, acceptedPapers }) =>
      submissions === undefined || acceptedPapers === undefined
        ? []
        : [{ year, submissions, acceptedPapers, rate: Math.round((100 * acceptedPapers) / submissions) }],
    )
    .toSorted((a, b) => a.year - b.year);
  if (known.length < 3) return undefined;
  const years = yearsBetween(known.map(({ year }) => year));
  const xOf = (year: number) => 2 * years.indexOf(year) + 1;
  const width = 2 * years.length;
  const height = Math.max(...known.map(({ submissions }) => submissions));
  const counts = Array.from({ length: Math.floor(height / STEP) }, (_, at) => (at + 1) * STEP);
  return {
    known,
    years: years.map((year) => ({ year, rate: known.find((one) => one.year === year)?.rate })),
    width,
    height,
    submitted: known.map(({ year, submissions }) => `M${xOf(year)} ${height}v${-submissions}`).join(''),
    accepted: known.map(({ year, acceptedPapers }) => `M${xOf(year)} ${height}v${-acceptedPapers}`).join(''),
    tops: known.map(({ year, submissions }) => markAt(xOf(year), height - submissions)).join(''),
    counts: counts.map((count) => ({ count, y: percent(height - count, height) })),
    grid: counts.map((count) => `M0 ${height - count}h${width}`).join(''),
  };
};
