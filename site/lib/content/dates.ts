import { firstNewsYear } from '../../schemas/news.ts';

/** 2025-10-28 in the format of the News page: 2025.10.28. */
export const formatDottedDay = (day: string) => day.replaceAll('-', '.');

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** 2025-10-28 in words: Tuesday, October 28, 2025. */
export const formatDay = (day: string) => long.format(new Date(day));

type Dated = { data: { date: string } };

/** Items by year, newest first. Includes every year since the first, even without items. */
export const newsByYear = <Item extends Dated>(items: Item[]) => {
  const sorted = items.toSorted((a, b) => b.data.date.localeCompare(a.data.date));
  const lastYear = Number(sorted[0]?.data.date.slice(0, 4) ?? firstNewsYear);
  return Array.from({ length: lastYear - firstNewsYear + 1 }, (_, back) => lastYear - back).map((year) => ({
    year,
    items: sorted.filter(({ data }) => data.date.startsWith(`${year}-`)),
  }));
};
