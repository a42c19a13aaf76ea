import { firstOfJanuary, formatLongDate, yearOf } from '#shared/hong-kong';
import type { WebinarSession } from '../../schemas/webinar.ts';
import type { EditionRecord } from './edition-records.ts';
import { sessionPath, sessionTalks } from './webinar.ts';

type Dated = Pick<WebinarSession, 'date'>;

/** The next session on a day, its own day included, and the latest one before. `sessions` are newest first. */
export const sessionsAround = <Session extends Dated>(sessions: Session[], day: string) => ({
  next: sessions.findLast(({ date }) => date >= day),
  latest: sessions.find(({ date }) => date < day),
});

/** Until when a renewal by the coming 1 January lasts, as a sentence. */
export const renewalSentence = (day: string) => {
  const [by, until] = [1, 2].map((years) => formatLongDate(firstOfJanuary(yearOf(day) + years)));
  return `Pay by ${by} and stay a member until ${until}.`;
};

type Known = {
  sessions: WebinarSession[];
  editions: (Pick<EditionRecord, 'series' | 'year'> &
    Partial<Pick<EditionRecord, 'start' | 'end' | 'dates' | 'place'>>)[];
  /** Calls and events, each with its last day. */
  pages: { href: string; title: string; lede: string; until: string }[];
};

/**
 * What a reader can still take part in on a day, soonest first: the next session, editions, calls, and the renewal. Dates
 * are as exact as they are known: 2027-04-20 or 2027.
 */
export const listUpcoming = (day: string, { sessions, editions, pages }: Known) => {
  const { next } = sessionsAround(sessions, day);
  return [
    ...(next
      ? [
          {
            date: next.date,
            title: `Webinar session ${next.number}`,
            href: sessionPath(next.number),
            detail: sessionTalks(next).join('; '),
          },
        ]
      : []),
    ...editions
      .filter(({ year, end }) => (end ? end >= day : year > yearOf(day)))
      .map(({ series, year, start, dates, place }) => ({
        date: start ?? `${year}`,
        title: `${series} ${year}`,
        href: `/conferences#${series.toLowerCase()}`,
        detail: [dates, place].filter(Boolean).join('. '),
      })),
    ...pages.map(({ href, title, lede, until }) => ({ date: until, title, href, detail: lede })),
    {
      date: firstOfJanuary(yearOf(day) + 1),
      title: 'Membership renewal',
      href: '/membership',
      detail: renewalSentence(day),
    },
  ].toSorted((a, b) => a.date.localeCompare(b.date));
};
