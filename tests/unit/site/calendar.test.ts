import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { formatCalendar } from '../../../site/lib/content/calendar.ts';
import { site } from '../../../site/lib/content/data.ts';
import { WebinarSession } from '../../../site/schemas/webinar.ts';

const session = (fields: object) =>
  WebinarSession.parse({
    number: 35,
    date: '2026-01-27',
    chair: { name: 'Lucy', affiliation: 'KAIST' },
    talks: [
      { title: 'Surfaces; a, b\\c', speaker: { name: '五十嵐健夫', affiliation: 'Université Paris 8' } },
    ],
    sources: ['specification'],
    ...fields,
  });
const calendarOf = (...sessions: WebinarSession[]) =>
  formatCalendar(sessions, new Date('2026-01-10T08:00:00Z'));
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));

it('the calendar has each session under a UID that stays when its day changes, with its revision, at its moment in every time zone, in lines of at most 75 bytes (RFC 5545, section 3.1)', () => {
  const text = calendarOf(
    session({}),
    session({ number: 34, date: '2025-10-28', revision: 2, sample: true }),
  );
  const [coming, past] = eventsOf(text);
  const said = [coming, past].map((event) => [event?.uid, event?.sequence, event?.summary]);
  expect(said).toEqual([
    ['webinar-session-35@www.asiagraphics.org', 0, 'AG Webinar Session 35: 五十嵐健夫 (Chair: Lucy)'],
    ['webinar-session-34@www.asiagraphics.org', 2, 'Sample: AG Webinar Session 34: 五十嵐健夫 (Chair: Lucy)'],
  ]);
  expect(eventsOf(calendarOf(session({ date: '2026-02-24' })))[0]?.uid).toBe(coming?.uid);
  expect(coming?.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
  expect([coming?.startDate, coming?.endDate].map((time) => time?.toJSDate().toISOString())).toEqual([
    '2026-01-27T11:00:00.000Z',
    '2026-01-27T12:30:00.000Z',
  ]);
  expect(coming?.description.split('\n\n')).toEqual([
    '“Surfaces; a, b\\c”, 五十嵐健夫, Université Paris 8',
    'Chair: Lucy, KAIST',
    '11:00am UTC/GMT, 7:00pm Beijing/Singapore, 8:00pm Seoul/Tokyo',
    `${site.address}/webinar#session35`,
  ]);
  expect(text.split('\r\n').filter((line) => /\n/.test(line) || Buffer.byteLength(line) > 75)).toEqual([]);
});
