import { type ExistingMemberRule, membershipTypeNames, type RowOutcome } from '#shared/choices';
import { EmailAddress } from '#shared/fields';
import { formatLongDate } from '#shared/hong-kong';
import { columnTitle } from '#shared/import-columns';
import { personName } from '#shared/person-name';
import { canonicalize } from '#shared/text';
import { type Attendance, conferenceRecordId } from '../conferences/conference.ts';
import { type DirectoryEntry, type Member, type PersonalData, personalData } from '../members/member.ts';
import { freeUsername } from '../members/names.ts';
import type { TermInput } from '../memberships/term.ts';
import type { RowError } from './columns.ts';
import type { CheckedEntry, ImportJob } from './import.ts';
import {
  type Cells,
  cellErrors,
  futureDateErrors,
  type MemberRow,
  parseAttendanceRow,
  parseMemberRow,
  parseTerm,
  type RawRow,
  SECRET,
} from './rows.ts';

/** What an import will do with a row. */
export interface RowDecision {
  row: number;
  outcome: RowOutcome;
  /** Email address of a member, or what names a member in a list of attendance. */
  who: string;
  details: string;
}

export interface ValidationResult {
  entries: CheckedEntry[];
  errors: RowError[];
  decisions: RowDecision[];
}

export const describeTerm = ({ type, endDate }: TermInput): string =>
  `${membershipTypeNames[type]} until ${formatLongDate(endDate)}`;

/** What each row makes of the directory: members to add, to update, or to leave unchanged. */
export async function validateMemberRows(
  rawRows: readonly RawRow[],
  directory: readonly DirectoryEntry[],
  { existing, verifiedReason }: Pick<ImportJob, 'existing' | 'verifiedReason'>,
  today: string,
  findMembers: (uids: readonly string[]) => Promise<ReadonlyMap<string, Member>>,
): Promise<ValidationResult> {
  const byAddress = new Map(directory.map((entry) => [canonicalize(entry.email), entry]));
  const groups = groupByAddress(rawRows);
  const knownUids = groups.flatMap(([address]) => byAddress.get(address)?.uid ?? []);
  const members = existing === 'skip' ? new Map<string, Member>() : await findMembers(knownUids);
  const taken: Taken = {
    usernames: new Set(directory.map(({ username }) => canonicalize(username))),
    uids: new Map(directory.map(({ uid }) => [uid, undefined])),
  };
  const result: ValidationResult = { entries: [], errors: [], decisions: [] };
  const added: { person: MemberRow; rows: Cells[] }[] = [];
  for (const [address, [first, ...others]] of groups) {
    const who = first.cells['email'] ?? '';
    const entry = byAddress.get(address);
    const member = entry && members.get(entry.uid);
    if (entry && (!member || existing === 'skip')) {
      const details = 'This member already exists. Nothing will be changed.';
      const rows = [first, ...others].map(({ row }) => row);
      result.decisions.push(...rows.map((row) => ({ row, outcome: 'unchanged' as const, who, details })));
      continue;
    }
    const { person, terms, errors } = parseMember(first, others, entry !== undefined);
    errors.push(...futureDateErrors(first, today));
    errors.push(...(entry ? otherUid(first, entry) : takenNames(first, taken)));
    result.errors.push(...errors);
    if (!person || errors.length > 0) continue;
    const rows = [first, ...others].map(({ cells }) => cells);
    if (member && existing !== 'skip') {
      const details = [
        ...Object.keys(changesOf(member, person, first.cells, existing)).map(memberColumnTitle),
        // The last term is recorded; whether an earlier one is, is found out when the row is applied.
        ...terms
          .filter(({ endDate }) => endDate !== member.activeUntil)
          .map((term) =>
            term.endDate > member.activeUntil ? describeTerm(term) : `${describeTerm(term)}, if not recorded`,
          ),
      ].join('; ');
      const outcome = details === '' ? 'unchanged' : 'update';
      result.decisions.push({ row: first.row, outcome, who, details: details || 'Nothing to change.' });
      if (outcome === 'update') result.entries.push({ uid: member.uid, rows });
      continue;
    }
    const details = [
      personName(person),
      ...terms.map(describeTerm),
      ...(person.passwordHash === '' ? [] : ['keeps password']),
      ...(verifiedReason === '' ? [] : ['address verified']),
    ].join('; ');
    result.decisions.push({ row: first.row, outcome: 'add', who, details });
    added.push({ person, rows });
  }
  // Once all chosen usernames are known.
  for (const { person, rows } of added) {
    const [first, ...others] = rows;
    const username = person.username || freeUsername(person.email, taken.usernames);
    result.entries.push({ uid: '', rows: [{ ...first, username }, ...others] });
  }
  return result;
}

const memberColumnTitle = (name: string): string => columnTitle('members', name);

/** The rows of each address, in the order of the file; a row without a valid address stands alone. */
function groupByAddress(rawRows: readonly RawRow[]): [address: string, rows: [RawRow, ...RawRow[]]][] {
  const groups = new Map<string, [RawRow, ...RawRow[]]>();
  for (const rawRow of rawRows) {
    const parsed = EmailAddress.safeParse(rawRow.cells['email']);
    const address = parsed.success ? canonicalize(parsed.data) : `row ${rawRow.row}`;
    const group = groups.get(address);
    if (group) group.push(rawRow);
    else groups.set(address, [rawRow]);
  }
  return [...groups];
}

/** A member's first row, and the terms of all of them: further rows may only add a term. */
function parseMember(
  first: RawRow,
  others: readonly RawRow[],
  isKnown: boolean,
): { person: MemberRow | undefined; terms: TermInput[]; errors: RowError[] } {
  const parsed = parseMemberRow(first.cells, isKnown);
  const person = 'value' in parsed ? parsed.value : undefined;
  const errors = cellErrors(first, parsed);
  const terms = new Map<string, TermInput>();
  if (person?.term) terms.set(person.term.endDate, person.term);
  for (const other of others) {
    const { row, cells } = other;
    const duplicate = {
      row,
      column: 'email',
      message: `Duplicate of row ${first.row}.`,
      value: cells['email'] ?? '',
    };
    const result = parseTerm(cells);
    if ('errors' in result) errors.push(...cellErrors(other, result));
    else if (!result.value || terms.has(result.value.endDate)) errors.push(duplicate);
    else {
      terms.set(result.value.endDate, result.value);
      errors.push(...differences(first, other));
    }
  }
  return { person, terms: [...terms.values()], errors };
}

/** Cells of a member's further row that say something else than the first one. */
const differences = (first: RawRow, { row, cells }: RawRow): RowError[] =>
  Object.entries(cells)
    .filter(
      ([name, value]) => value !== '' && !/^(email|membership.*)$/.test(name) && value !== first.cells[name],
    )
    .map(([column, value]) => ({
      row,
      column,
      message: `Row ${first.row} has another value for the same email address.`,
      value: SECRET.has(column) ? '' : value,
    }));

interface Taken {
  usernames: Set<string>;
  /** With the row of the file that has it, or none for a member who exists. */
  uids: Map<string, number | undefined>;
}

/** A new member's username and membership ID must be free; they are taken for the next rows. */
function takenNames({ row, cells: { username = '', uid = '' } }: RawRow, taken: Taken): RowError[] {
  const errors: RowError[] = [];
  const name = canonicalize(username);
  if (name !== '' && taken.usernames.has(name)) {
    const message = 'This username is taken. Choose another one, or leave the cell empty.';
    errors.push({ row, column: 'username', message, value: username });
  }
  if (name !== '') taken.usernames.add(name);
  if (uid !== '' && taken.uids.has(uid)) {
    const other = taken.uids.get(uid);
    const message = other ? `Duplicate of row ${other}.` : 'Another member has this membership ID.';
    errors.push({ row, column: 'uid', message, value: uid });
  } else if (uid !== '') taken.uids.set(uid, row);
  return errors;
}

const otherUid = ({ row, cells: { uid = '' } }: RawRow, entry: DirectoryEntry): RowError[] =>
  uid === '' || uid === entry.uid
    ? []
    : [{ row, column: 'uid', message: `This member has the membership ID ${entry.uid}.`, value: uid }];

const importable = (member: PersonalData & Pick<Member, 'category'>) => ({
  ...personalData(member),
  category: member.category,
});

/**
 * What a row changes of a member who exists: the cells that are filled in and differ; with `fill`, only where the member
 * has nothing. An empty cell never deletes anything.
 */
export function changesOf(
  member: Member,
  row: MemberRow,
  cells: Cells,
  rule: Exclude<ExistingMemberRule, 'skip'>,
): Partial<ReturnType<typeof importable>> {
  const before = new Map(Object.entries(importable(member)));
  const isChanged = ([name, value]: [string, unknown]) =>
    cells[name]?.trim() && value !== before.get(name) && (rule === 'update' || !before.get(name));
  return Object.fromEntries(Object.entries(importable(row)).filter(isChanged));
}

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
