import { expect, it } from 'vitest';
import { listUpcoming, sessionsAround } from '../../../site/lib/content/upcoming.ts';

const session = (number: number, date: string) => ({
  number,
  date,
  talks: [{ title: 'On Pouring', speaker: { name: 'Utah Teapot' } }],
  sources: ['specification' as const],
});
const known = {
  sessions: [session(36, '2027-01-26'), session(35, '2026-12-29'), session(34, '2026-11-24')],
  editions: [
    { series: 'PG', year: 2026, dates: 'October 2026' },
    { series: 'GMP', year: 2026, start: '2026-11-25', end: '2026-11-27' },
    { series: 'CVM', year: 2027, place: 'Kyoto, Japan' },
  ],
  pages: [{ href: '/call', title: 'A call', lede: 'For papers.', until: '2027-03-01' }],
};

it.each([
  ['2026-11-27', 35, 34, ['GMP 2026', 'Webinar session 35', 'CVM 2027', 'Membership renewal', 'A call']],
  ['2026-12-29', 35, 34, ['Webinar session 35', 'CVM 2027', 'Membership renewal', 'A call']],
  ['2026-12-30', 36, 35, ['CVM 2027', 'Membership renewal', 'Webinar session 36', 'A call']],
  ['2027-02-01', undefined, 36, ['A call', 'Membership renewal']],
])(
  'on %s, session %s is next, %s the latest, and all that is to come is listed, soonest first',
  (day, next, latest, titles) => {
    const around = sessionsAround(known.sessions, day);
    expect([around.next?.number, around.latest?.number]).toEqual([next, latest]);
    expect(listUpcoming(day, known).map(({ title }) => title)).toEqual(titles);
  },
);
