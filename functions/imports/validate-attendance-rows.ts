import { canonicalize } from '#shared/text';
import { conferenceRecordId } from '../conferences/conference.ts';
import type { DirectoryEntry } from '../members/member.ts';
import { cellErrors, type RawRow, type ValidationResult } from './raw-row.ts';
import { parseAttendanceRow } from './rows.ts';

/** People who are not members are left out. */
export function validateAttendanceRows(
  rawRows: readonly RawRow[],
  directory: readonly DirectoryEntry[],
): ValidationResult {
  const members = new Map(
    directory.flatMap((entry) =>
      [entry.uid, entry.username, entry.email].map((name) => [canonicalize(name), entry] as const),
    ),
  );
  const result: ValidationResult = { entries: [], errors: [], decisions: [] };
  const seen = new Map<string, number>();
  for (const rawRow of rawRows) {
    const { row, cells, memberCells } = rawRow;
    const found = memberCells.map((cell) => members.get(canonicalize(cell)));
    const member = found.find((each) => each !== undefined);
    const who = memberCells[member ? found.indexOf(member) : 0] ?? '';
    if (!member) {
      result.decisions.push({ row, outcome: 'left-out', who, details: cells['name'] ?? '' });
      continue;
    }
    const parsed = parseAttendanceRow(cells);
    if ('errors' in parsed) {
      result.errors.push(...cellErrors(rawRow, parsed));
      continue;
    }
    const key = `${member.uid} ${conferenceRecordId(parsed.value)}`;
    const first = seen.get(key);
    if (first !== undefined) {
      result.decisions.push({ row, outcome: 'unchanged', who, details: `Duplicate of row ${first}.` });
      continue;
    }
    seen.set(key, row);
    result.decisions.push({ row, outcome: 'add', who, details: `${member.username}: ${parsed.value.name}` });
    result.entries.push({ uid: member.uid, rows: [cells] });
  }
  return result;
}
