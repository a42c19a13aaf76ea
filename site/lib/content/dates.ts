import { hongKongDate } from '#shared/hong-kong';

/** The day of the build in Hong Kong: what is next, and what is over. BUILD_DAY=2027-01-02 builds the site of another day. */
export const buildDay = process.env['BUILD_DAY'] ?? hongKongDate(new Date());

/** A date in the format of the News page: 2025.10.28, or 2025.10 or 2025 if only that is known. */
export const formatDottedDay = (date: string) => date.replaceAll('-', '.');

type Dated = { date: string };

/** Items that are sorted, newest first, by year. Includes every year since `first`, even without items. */
export const groupByYear = <Item extends Dated>(items: Item[], first: number) => {
  const last = Number(items[0]?.date.slice(0, 4) ?? first);
  return Array.from({ length: last - first + 1 }, (_, back) => last - back).map((year) => ({
    year,
    items: items.filter(({ date }) => date.startsWith(`${year}`)),
  }));
};

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const withoutWeekday = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 2025-10-28 in words: Tuesday, October 28, 2025. */
export const formatDay = (day: string) => long.format(new Date(day));

/** 2025-10-28 in words, without the weekday: October 28, 2025. */
export const formatDate = (day: string) => withoutWeekday.format(new Date(day));
