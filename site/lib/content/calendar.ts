import ical, { ICalCalendarMethod } from 'ical-generator';
import type { WebinarSession } from '../../schemas/webinar.ts';
import { site } from './data.ts';
import {
  localTimes,
  sessionChair,
  sessionHours,
  sessionLinkTitle,
  sessionPath,
  sessionTalks,
} from './webinar.ts';

const DAY_SECONDS = 86_400;

/**
 * Sessions of the web seminar as a calendar (RFC 5545). Times are in UTC, so that every reader's calendar shows its own.
 * An entry keeps its UID for good; a higher SEQUENCE replaces what a calendar has.
 */
export const formatCalendar = (sessions: WebinarSession[], builtAt: Date) => {
  const { name, address } = site;
  const calendar = ical({
    name: 'AG Webinar',
    prodId: { company: name, product: 'AG Webinar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    url: new URL('/webinar', address).href,
    ttl: DAY_SECONDS,
  });
  for (const session of sessions) {
    const { number, revision = 0, sample } = session;
    const chair = sessionChair(session);
    const url = new URL(sessionPath(number), address).href;
    calendar.createEvent({
      id: `webinar-session-${number}@${new URL(address).hostname}`,
      sequence: revision,
      stamp: builtAt,
      ...sessionHours(session),
      summary: `${sample ? 'Sample: ' : ''}AG Webinar ${sessionLinkTitle(session)}`,
      description: [
        ...sessionTalks(session),
        ...(chair ? [`Chair: ${chair}`] : []),
        localTimes(session).join(', '),
        url,
      ].join('\n\n'),
      location: 'Online',
      url,
    });
  }
  return calendar.toString();
};
