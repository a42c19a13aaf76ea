import type { TalkRecord } from '../../schemas/open-data.ts';
import { type PeopleContent, summitEvent } from './mentions.ts';
import { type AddressOf, isFact, listSources } from './record-fields.ts';
import { findInstitution, sessionHours, sessionPath } from './webinar.ts';

const newestFirst = (a: TalkRecord, b: TalkRecord) => (b.date ?? '').localeCompare(a.date ?? '');

/** The talks of the web seminar, the workshops and the summit, newest first. */
export const listTalkRecords = (
  { sessions, workshops, summit }: PeopleContent,
  addressOf: AddressOf,
): TalkRecord[] => {
  const inSeminar = sessions.filter(isFact).flatMap((session) =>
    session.talks.map(({ title, speaker }) => ({
      event: 'AG Webinar',
      session: session.number,
      date: session.date,
      start: sessionHours(session).start.toISOString(),
      end: sessionHours(session).end.toISOString(),
      title,
      speaker: speaker.name,
      position: speaker.position,
      affiliation: speaker.affiliation,
      link: speaker.url,
      chair: session.chair?.name,
      chairAffiliation: session.chair && findInstitution(session.chair),
      page: addressOf(sessionPath(session.number)),
      recording: session.recording,
      sources: listSources(...session.sources),
    })),
  );
  const inWorkshops = workshops.flatMap(({ title: event, path, date, workshop }) =>
    workshop.profiles.filter(isFact).map(({ name, affiliation, link, talk, source }) => ({
      event,
      date,
      title: talk,
      speaker: name,
      affiliation,
      link,
      page: addressOf(path),
      sources: listSources(source),
    })),
  );
  const atSummit = (summit?.timetable ?? []).flatMap(({ talks = [] }) =>
    talks.filter(isFact).map(({ title, speaker: { name, affiliation, link }, source }) => ({
      event: summitEvent.title,
      date: summitEvent.date,
      title,
      speaker: name,
      affiliation,
      link,
      page: addressOf(summitEvent.href),
      sources: listSources(source),
    })),
  );
  return [...inSeminar, ...inWorkshops, ...atSummit].toSorted(newestFirst);
};
