import {
  formatShortDate,
  HONG_KONG_TIME_ZONE,
  hongKongDate,
  hongKongDateTime,
  monthOf,
  withHongKongOffset,
} from '#shared/hong-kong';
import { serverNow } from '../api/server-clock.ts';

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

/** Today in Hong Kong as YYYY-MM-DD: the association uses Hong Kong's calendar. */
export const todayInHongKong = (): string => hongKongDate(serverNow());

/** The current month in Hong Kong as YYYY-MM. */
export const currentMonth = (): string => monthOf(todayInHongKong());

const inZone = (timeZone?: string, weekday?: 'long') =>
  new Intl.DateTimeFormat('en-GB', {
    weekday,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });

/** The time in Hong Kong and in the reader's zone; empty for an invalid time. */
export function formatBothZones(local: string): string {
  const instant = new Date(withHongKongOffset(local));
  if (Number.isNaN(instant.getTime())) return '';
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const inHongKong = `${inZone(HONG_KONG_TIME_ZONE, 'long').format(instant)} Hong Kong time`;
  return here === HONG_KONG_TIME_ZONE
    ? inHongKong
    : `${inHongKong} · ${inZone(undefined, 'long').format(instant)} your time (${here.replaceAll('_', ' ')})`;
}

/** The same for an instant. */
export const formatInstantInBothZones = (instant: string): string =>
  formatBothZones(hongKongDateTime(new Date(instant)));

const ages = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** 3 hours ago. */
export function formatAge(instant: string, now: Date): string {
  const age = Math.max(0, now.getTime() - Date.parse(instant));
  const [unit, size] = STEPS.find(([, milliseconds]) => age >= milliseconds) ?? ['second', 1000];
  return unit === 'second' ? 'just now' : ages.format(-Math.floor(age / size), unit);
}

/** Said once where a list has times. */
export const TIMES_IN_HONG_KONG = 'Times are in Hong Kong.';

/** 2 March 2026 at 18:00. */
export const formatInHongKong = (instant: string): string =>
  inZone(HONG_KONG_TIME_ZONE).format(new Date(instant));

/** The same for tables: 2 Mar 2026 at 18:00. */
export const formatShortInHongKong = (instant: string): string =>
  `${formatShortDate(instant)} at ${hongKongDateTime(new Date(instant)).slice('2026-03-02T'.length)}`;

const toSecond = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: HONG_KONG_TIME_ZONE,
});

/** 2 March at 18:00:04. */
export const formatSeconds = (instant: string): string => toSecond.format(new Date(instant));
