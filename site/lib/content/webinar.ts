import type { Chair, WebinarSession } from '../../schemas/webinar.ts';

/** Each session begins at this time of its day, in UTC, and lasts so long: content/pages/webinar.mdx, "Format". */
const START = '11:00:00Z';
const DURATION_MINUTES = 90;
const MINUTE_MS = 60_000;

/** When a session begins and ends. */
export const sessionHours = ({ date }: Pick<WebinarSession, 'date'>) => {
  const start = new Date(`${date}T${START}`);
  return { start, end: new Date(start.getTime() + DURATION_MINUTES * MINUTE_MS) };
};

const clocks = [
  ['UTC/GMT', 'UTC'],
  ['Beijing/Singapore', 'Asia/Shanghai'],
  ['Seoul/Tokyo', 'Asia/Tokyo'],
].map(([place = '', timeZone = '']) => ({
  place,
  format: new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }),
}));

/** The beginning of a session on the clocks of its viewers: `11:00am UTC/GMT`. */
export const localTimes = (session: Pick<WebinarSession, 'date'>) =>
  clocks.map(({ place, format }) => {
    const time = format.format(sessionHours(session).start).toLowerCase().replace(/\s/g, '');
    return `${time} ${place}`;
  });

const aDate =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b/i;

/** The chair's institution. Some old entries have a date there, which is ignored. */
export const findInstitution = ({ affiliation }: Chair) =>
  affiliation && !aDate.test(affiliation) ? affiliation : undefined;

/** The text of the link to a session: its `linktitle`, which some older entries lack. */
export const sessionLinkTitle = ({ number, linktitle, talks, chair }: WebinarSession) =>
  linktitle ??
  `Session ${number}: ${talks.map(({ speaker }) => speaker.name).join(', ')}${chair ? ` (Chair: ${chair.name})` : ''}`;

/** Each talk in a line: `“Title”, Speaker, Affiliation`. */
export const sessionTalks = ({ talks }: Pick<WebinarSession, 'talks'>) =>
  talks.map(({ title, speaker: { name, position, affiliation } }) =>
    [`“${title}”`, name, position, affiliation].filter(Boolean).join(', '),
  );

/** The chair with the institution. */
export const sessionChair = ({ chair }: Pick<WebinarSession, 'chair'>) =>
  chair && [chair.name, findInstitution(chair)].filter(Boolean).join(', ');

/** The file in content/ of a session. */
export const sessionFile = (number: number) => `webinars/session-${`${number}`.padStart(2, '0')}.json`;

/** Where a session stands on the Webinar page. */
export const sessionPath = (number: number) => `/webinar#session${number}`;

/** The calendar file of one session, and that of all. */
export const sessionCalendarPath = (number: number) => `/calendar/session${number}.ics`;
/** The poster of a session, if content/posters has one. */
export const sessionPosterPath = (number: number) => `/posters/session${number}.png`;
export const allSessionsCalendarPath = '/webinar.ics';
