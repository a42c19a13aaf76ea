import type { Page } from '../../schemas/page.ts';
import { nav, series } from './data.ts';
import { buildDay, formatDate } from './dates.ts';

/** The last day of the call or event that a page is about, by its path. */
export const lastDayOf = (path: string) =>
  nav.flatMap(({ below = [] }) => below).find(({ href }) => href === path)?.until;

/** What a page about a call or an event says at its top once its last day has ended in Hong Kong. */
export const describePast = (until: string | undefined, { past, event }: Pick<Page, 'past' | 'event'>) => {
  if (until === undefined || buildDay <= until) return undefined;
  if (past) return past;
  if (!event) return `This call closed on ${formatDate(until)}.`;
  const first = event.start.slice(0, 10);
  return first === until
    ? `This event took place on ${formatDate(until)}.`
    : `This event took place from ${formatDate(first)}, to ${formatDate(until)}.`;
};

/** The series of a page, by its path. */
export const findSeries = (path: string) =>
  series.find(({ pages = [] }) => pages.some(({ href }) => href === path));

/** The menu for a page, with the current page marked, or the one above it. */
export const listMenuItems = (path: string) =>
  nav.map(({ text, href, below = [] }) => {
    const isBelow =
      path.startsWith(`${href}/`) ||
      below.some((page) => page.href === path) ||
      (href === '/conferences' && findSeries(path) !== undefined) ||
      // The people, the data, and what the site holds about a person.
      (href === '/about' && /^\/(people|people\/.*|data|privacy)$/.test(path));
    return {
      text,
      href,
      current: href === path ? ('page' as const) : isBelow ? ('true' as const) : undefined,
    };
  });

/** The way from Home to a page. */
export const listBreadcrumbs = (path: string, title: string) => [
  ...nav.filter(({ href }) => href === '/'),
  ...listMenuItems(path).filter(({ current }) => current === 'true'),
  ...(path.startsWith('/people/') ? [{ text: 'People', href: '/people' }] : []),
  { text: title, href: path },
];
