import { canonicalize } from '#shared/text';
import { conferenceRecordId } from '../conferences/conference.ts';
import type { DirectoryEntry } from '../members/directory.ts';
import type { Fields, ImportLines, Problem } from './import.ts';

export interface RawRow {
  line: number;
  fields: Fields;
  /** There are more cells than columns. */
  extra: boolean;
}

export interface Judged {
  /** What will be applied: with the username, or, of attendance, with the uid of the member. */
  lines: Fields[];
  problems: Problem[];
  known: Problem[];
}

const TOO_MANY = 'has more cells than the header has columns: quote what holds a separator';

export function validateMemberRows(
  importLines: ImportLines,
  raw: readonly RawRow[],
  members: readonly DirectoryEntry[],
): Judged {
  const judged: Judged = { lines: [], problems: [], known: [] };
  const addresses = new Set(members.map(({ email }) => canonicalize(email)));
  const usernames = new Set(members.map(({ username }) => canonicalize(username)));
  const seen = new Map<string, number>();
  const ready: { fields: Fields; email: string; username: string }[] = [];
  for (const { line, fields, extra } of raw) {
    if (extra) judged.problems.push({ line, column: '', message: TOO_MANY });
    const read = importLines.member(fields);
    if ('problems' in read) {
      judged.problems.push(...read.problems.map((problem) => ({ line, ...problem })));
      continue;
    }
    const { value } = read;
    const address = canonicalize(value.email);
    const before = seen.get(address);
    if (before !== undefined) {
      judged.problems.push({ line, column: 'email', message: `is on line ${before} already` });
      continue;
    }
    seen.set(address, line);
    if (addresses.has(address)) {
      judged.known.push({ line, column: 'email', message: 'belongs to a member: nothing is changed' });
      continue;
    }
    const name = canonicalize(value.username);
    if (name !== '' && usernames.has(name)) {
      judged.problems.push({
        line,
        column: 'username',
        message: 'is taken: choose another, or leave it empty',
      });
    }
    if (name !== '') usernames.add(name);
    ready.push({ fields, email: value.email, username: value.username });
  }
  judged.lines = ready.map(({ fields, email, username }) => ({
    ...fields,
    username: username || freeName(email, usernames),
  }));
  return judged;
}

/** What stands before the @, with a count where that is taken. */
function freeName(email: string, usernames: Set<string>): string {
  const base = email.slice(0, email.indexOf('@'));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}${count}`;
    if (usernames.has(canonicalize(name))) continue;
    usernames.add(canonicalize(name));
    return name;
  }
}

export function validateAttendanceRows(
  importLines: ImportLines,
  raw: readonly RawRow[],
  members: readonly DirectoryEntry[],
): Judged {
  const judged: Judged = { lines: [], problems: [], known: [] };
  const uids = new Map(
    members.flatMap(({ uid, username, email }) =>
      [uid, username, email].map((name) => [canonicalize(name), uid] as const),
    ),
  );
  const seen = new Map<string, number>();
  for (const { line, fields, extra } of raw) {
    if (extra) judged.problems.push({ line, column: '', message: TOO_MANY });
    const read = importLines.attendance(fields);
    if ('problems' in read) {
      judged.problems.push(...read.problems.map((problem) => ({ line, ...problem })));
      continue;
    }
    const { value } = read;
    const uid = uids.get(canonicalize(value.member));
    if (uid === undefined) {
      judged.problems.push({
        line,
        column: 'member',
        message: 'is no username, address or membership ID of a member',
      });
      continue;
    }
    const key = `${uid} ${conferenceRecordId(value)}`;
    const before = seen.get(key);
    if (before !== undefined) {
      judged.problems.push({ line, column: 'conference', message: `is on line ${before} already` });
      continue;
    }
    seen.set(key, line);
    judged.lines.push({ ...fields, uid });
  }
  return judged;
}
