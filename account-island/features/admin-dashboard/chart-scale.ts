/** Lines above the base of a chart. */
const MOST_LINES = 5;
const STEPS = [1, 2, 5];

/** The end of an axis that shows `max`, and the values that are written at it: multiples of 1, 2 or 5. */
export function chartScale(max: number): { end: number; ticks: number[] } {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max / MOST_LINES)));
  const step =
    [...STEPS, 10].map((each) => each * power).find((each) => max / each <= MOST_LINES) ?? power * 10;
  const lines = Math.max(1, Math.ceil(max / step));
  return { end: lines * step, ticks: Array.from({ length: lines + 1 }, (_, at) => at * step) };
}

/** A part of a length in percent. */
export const percent = (part: number, whole: number): string =>
  `${Math.round((10_000 * part) / whole) / 100}%`;

/** The middle of one of so many places beside each other. */
export const middleOf = (place: number, places: number): number => (place + 0.5) / places;
