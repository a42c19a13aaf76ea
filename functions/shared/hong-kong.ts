/** The association keeps Hong Kong's calendar. Days are written YYYY-MM-DD. */

export const HONG_KONG_TIME_ZONE = 'Asia/Hong_Kong';

/** Hong Kong has been at UTC+8 without summer time since 1979, so a constant is exact on any machine. */
export const HONG_KONG_OFFSET_MINUTES = 480;
const OFFSET = '+08:00';

const DAY_MS = 86_400_000;

/** The local date and time of an instant, YYYY-MM-DDTHH:MM. */
export const hongKongDateTime = (instant: Date): string =>
  new Date(instant.getTime() + HONG_KONG_OFFSET_MINUTES * 60_000).toISOString().slice(0, 16);

/** The local day of an instant. */
export const hongKongDate = (instant: Date): string => hongKongDateTime(instant).slice(0, 10);

/** The first seven characters of a day: its month, YYYY-MM. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** `2027-01` for 2 months after `2026-11`. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + count)).toISOString());
}

/** The instants at which a local month begins and ends, ISO 8601 in UTC. */
export const monthRange = (month: string): { start: string; end: string } => ({
  start: hongKongInstant(`${month}-01`).toISOString(),
  end: hongKongInstant(`${addMonths(month, 1)}-01`).toISOString(),
});

/** `2027-01-01 18:00:04 +08:00` for an instant in ISO 8601: on the command line and in files. */
export const formatTimestamp = (instant: string): string =>
  `${new Date(Date.parse(instant) + HONG_KONG_OFFSET_MINUTES * 60_000).toISOString().slice(0, 19).replace('T', ' ')} ${OFFSET}`;

/** A local time, YYYY-MM-DDTHH:MM, as ISO 8601 with its offset. */
export const withHongKongOffset = (dateTime: string): string => `${dateTime.slice(0, 16)}:00${OFFSET}`;

/** The instant of a local time, HH:MM; by default, the beginning of the day. */
export const hongKongInstant = (day: string, time = '00:00'): Date =>
  new Date(withHongKongOffset(`${day}T${time}`));

export const yearOf = (day: string): number => Number(day.slice(0, 4));

/** The latest year of a degree that a member may still be studying for. */
export const latestYearOfDegree = (today: string): number => yearOf(today) + 10;

export const firstOfJanuary = (year: number): string => `${String(year).padStart(4, '0')}-01-01`;

/** The months of a year, YYYY-MM. */
export const monthsOfYear = (year: number): string[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);

export const isFirstOfJanuary = (day: string): boolean => day.endsWith('-01-01');

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** The local day of a day or of an instant in ISO 8601. */
export const dayOf = (dayOrInstant: string): string =>
  dayOrInstant.includes('T') ? hongKongDate(new Date(dayOrInstant)) : dayOrInstant;

/** `1 January 2027` of 2027-01-01, and of every instant that is that day in Hong Kong. */
export function formatLongDate(dayOrInstant: string): string {
  const [year = '', month = '', date = ''] = dayOf(dayOrInstant).split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** The same for tables: `1 Jan 2027`. */
export const formatShortDate = (dayOrInstant: string): string =>
  formatLongDate(dayOrInstant).replace(/([A-Z]..)[a-z]*/, '$1');

/** `January 2027` of 2027-01. */
export const formatMonth = (month: string): string => formatLongDate(`${month}-01`).slice('1 '.length);

/**
 * `1 January 2027 at 18:00 (Hong Kong time)`. The formatter is made when it is needed: the platform reads its time zones
 * for it, which would slow every cold start.
 */
export function formatHongKongTime(instant: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: HONG_KONG_TIME_ZONE,
  });
  return `${format.format(instant)} (Hong Kong time)`;
}
