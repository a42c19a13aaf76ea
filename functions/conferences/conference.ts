import { createHash } from 'node:crypto';
import { canonicalize } from '#shared/text';
import type { AuditEntry } from '../audit/audit.ts';

/** That a member was at a conference, in the organisers' words: any text may be empty but the name. */
export interface Attendance {
  name: string;
  /** The conference's own page. */
  link: string;
  venue: string;
  /** Free text, such as "June 3 – June 5, 2024". */
  date: string;
}

export interface ConferenceRecord extends Attendance {
  id: string;
}

export interface Conferences {
  /** A member's records, the latest conference first. */
  of(uid: string): Promise<ConferenceRecord[]>;
  /** One record for a name, venue and date, however often it is added. */
  add(uid: string, attendance: Attendance, entry: AuditEntry): Promise<'added' | 'known'>;
  /** False where it is gone already. */
  remove(uid: string, record: ConferenceRecord, entry: AuditEntry): Promise<boolean>;
  /** Forgets all of a member's records. */
  deleteAllRecords(uid: string): Promise<void>;
}

/** The same attendance gives the same id, so that a list can be read in twice. A link may change: it is not in it. */
export const conferenceRecordId = ({ name, venue, date }: Attendance): string =>
  createHash('sha256')
    .update([name, venue, date].map((text) => canonicalize(text).replace(/\s+/g, ' ')).join('\n'))
    .digest('hex')
    .slice(0, 16);
