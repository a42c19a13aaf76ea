import { personName } from '#shared/person-name';
import { canonicalize } from '#shared/text';
import { type Attendance, conferenceRecordId } from '../conferences/conference.ts';
import type { DirectoryEntry } from '../members/member.ts';
import type { ValidationResult } from './import.ts';
import { type Cells, cellErrors, parseAttendanceRow, type RawRow } from './rows.ts';

const NO_ANSWER = 'Use Yes or No, or choose "Ignored" for this column if everyone in the file attended.';
const ATTENDED = /^(?:yes|y|true|1|x|✓|attended|present|checked in)$/i;
const NOT_ATTENDED =
  /^(?:|no|n|false|0|absent|no[- ]show|not attended|cancell?ed|withdrawn|rejected|denied)$/i;

/** People who are not members are left out. */
export function validateAttendanceRows(
  rawRows: readonly RawRow[],
  directory: readonly DirectoryEntry[],
  conference: Attendance | undefined,
): ValidationResult {
  const members = new Map([
    // As a spreadsheet writes an ID, without zeros at its beginning.
    ...directory.map((entry) => [entry.uid.replace(/^0+/, ''), entry] as const),
    ...directory.flatMap((entry) =>
      [entry.uid, entry.username, entry.email].map((name) => [canonicalize(name), entry] as const),
    ),
  ]);
  const result: ValidationResult = { entries: [], errors: [], decisions: [] };
  const seen = new Map<string, number>();
  for (const rawRow of rawRows) {
    const { row, cells, memberCells } = rawRow;
    const found = memberCells.map((cell) => members.get(canonicalize(cell)));
    const member = found.find((each) => each !== undefined);
    const who = memberCells[member ? found.indexOf(member) : 0] ?? '';
    if (!member) {
      const { name = '', firstName = '', lastName = '' } = cells;
      const details = name || personName({ firstName, lastName });
      result.decisions.push({ row, outcome: 'left-out', who, details });
      continue;
    }
    const { attended } = cells;
    if (attended !== undefined && NOT_ATTENDED.test(attended)) {
      result.decisions.push({ row, outcome: 'unchanged', who, details: 'Did not attend.' });
      continue;
    }
    if (attended !== undefined && !ATTENDED.test(attended)) {
      result.errors.push({ row, column: 'attended', message: NO_ANSWER, value: attended });
      continue;
    }
    const attendanceCells = withConference(cells, conference);
    const parsed = parseAttendanceRow(attendanceCells);
    if ('errors' in parsed) {
      result.errors.push(...cellErrors({ ...rawRow, cells: attendanceCells }, parsed));
      continue;
    }
    const key = `${member.uid} ${conferenceRecordId(parsed.value)}`;
    const first = seen.get(key);
    if (first !== undefined) {
      result.decisions.push({ row, outcome: 'unchanged', who, details: `Duplicate of row ${first}.` });
      continue;
    }
    seen.set(key, row);
    const isUsername = canonicalize(who) === canonicalize(member.username);
    const details = isUsername ? parsed.value.name : `${member.username}: ${parsed.value.name}`;
    result.decisions.push({ row, outcome: 'add', who, details });
    result.entries.push({ uid: member.uid, rows: [attendanceCells] });
  }
  return result;
}

/** A row that names no conference is about the one of the file. */
function withConference(cells: Cells, conference: Attendance | undefined): Cells {
  if (!conference || cells['conference']) return cells;
  const { name, link, venue, date } = conference;
  return {
    ...cells,
    conference: name,
    link: cells['link'] || link,
    venue: cells['venue'] || venue,
    date: cells['date'] || date,
  };
}
