/** In place of an empty value. */
export const NO_VALUE = 'N/A';

/** 12,000 */
export const formatCount = (count: number): string => count.toLocaleString('en');

/** One of two texts by number; `{n}` stands for the number. */
export const plural = (count: number, one: string, other: string): string =>
  (count === 1 ? one : other).replace('{n}', formatCount(count));

/** The position in a list of known length. */
export const pagePosition = (
  page: number,
  pages: number,
  total: number,
  { one, other }: { one: string; other: string },
): string => `Page ${formatCount(page)} of ${formatCount(pages)} · ${plural(total, one, other)}`;

/** The position in a list of unknown length. */
export const rangePosition = (skipped: number, length: number): string =>
  `${formatCount(skipped + Math.min(1, length))}–${formatCount(skipped + length)}`;

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** 2.4 MB for 2400000. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}
