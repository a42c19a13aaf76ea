import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { formatCalendar } from '../../../site/lib/content/calendar.ts';
import { site } from '../../../site/lib/content/data.ts';
import { WebinarSession } from '../../../site/schemas/webinar.ts';

const builtAt = new Date('2026-01-10T08:00:00Z');
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

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)),
  };
};

describe('the calendar of the web seminar', () => {
  const text = formatCalendar(
    [session({}), session({ number: 34, date: '2025-10-28', revision: 2, sample: true })],
    site,
    builtAt,
  );
  const { events } = read(text);

  it('holds each session once, under a UID that stays, with its revision', () =>
    expect(events.map(({ uid, sequence, summary }) => [uid, sequence, summary])).toEqual([
      ['webinar-session-35@www.asiagraphics.org', 0, 'AG Webinar Session 35: 五十嵐健夫 (Chair: Lucy)'],
      [
        'webinar-session-34@www.asiagraphics.org',
        2,
        'Sample: AG Webinar Session 34: 五十嵐健夫 (Chair: Lucy)',
      ],
    ]));

  it('has 90 minutes from 11:00am UTC, the same moment in every time zone', () => {
    const [event] = events;
    expect([event?.startDate, event?.endDate].map((time) => time?.toJSDate().toISOString())).toEqual([
      '2026-01-27T11:00:00.000Z',
      '2026-01-27T12:30:00.000Z',
    ]);
    expect(event?.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
  });

  it('says talks, chair, local times and address, whatever characters they have', () => {
    expect(events[0]?.description.split('\n\n')).toEqual([
      '“Surfaces; a, b\\c”, 五十嵐健夫, Université Paris 8',
      'Chair: Lucy, KAIST',
      '11:00am UTC/GMT, 7:00pm Beijing/Singapore, 8:00pm Seoul/Tokyo',
      `${site.address}/webinar#session35`,
    ]);
  });

  it('has lines of at most 75 bytes that end with CRLF (RFC 5545, section 3.1)', () =>
    expect(text.split('\r\n').filter((line) => /\n/.test(line) || Buffer.byteLength(line) > 75)).toEqual([]));
});

it('a session keeps its UID when its day changes', () => {
  const [before, after] = ['2026-01-27', '2026-02-24'].map((date) =>
    read(formatCalendar([session({ date })], site, builtAt)),
  );
  expect(before?.events[0]?.uid).toBe(after?.events[0]?.uid);
});

it('without sessions there is a calendar', () =>
  expect(read(formatCalendar([], site, builtAt)).events).toEqual([]));
