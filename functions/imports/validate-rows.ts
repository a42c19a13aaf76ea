import { type ImportKind, membershipTypeNames, ROW_OUTCOMES } from '#shared/choices';
import type { CsvTable } from '#shared/csv';
import { EmailAddress } from '#shared/fields';
import { formatLongDate } from '#shared/hong-kong';
import { columnTitle, importColumns } from '#shared/import-columns';
import { canonicalize, fullName } from '#shared/text';
import { conferenceRecordId } from '../conferences/conference.ts';
import type { DirectoryEntry, Member } from '../members/member.ts';
import type { TermInput } from '../memberships/term.ts';
import type { ImportOptions, OutcomeGroup, RowError, RowErrorGroup, RowPlan } from './import.ts';
import { changesOf } from './known-member.ts';
import {
  type Cells,
  type CheckedEntry,
  type MemberRow,
  type ParseResult,
  parseAttendanceRow,
  parseKnownMemberRow,
  parseMemberRow,
  parseTerm,
} from './rows.ts';

const MAX_ROWS = 30_000;
/** Far above the number of our columns, so that one too many is named; names are compared pair by pair. */
const MAX_COLUMNS = 100;
/** All cells at their maximum length are less than half of it. */
const MAX_ROW_CHARACTERS = 10_000;
/** Keeps a report readable. */
const MAX_GROUPS = 100;
const MAX_RANGES = 20;
const MAX_ROWS_OF_OUTCOME = 100;
const MAX_CHARACTERS = 120;
const MAX_CHARACTERS_OF_DETAILS = 400;

interface RawRow {
  row: number;
  /** The first cell with text of each column. */
  cells: Cells;
  /** Every cell that may name a member. */
  memberCells: string[];
  hasExtraCells: boolean;
}

export interface ValidationResult {
  entries: CheckedEntry[];
  errors: RowError[];
  plans: RowPlan[];
}

export interface ValidationDeps {
  loadDirectory: () => Promise<readonly DirectoryEntry[]>;
  findMembers: (uids: readonly string[]) => Promise<ReadonlyMap<string, Member>>;
}

const EXTRA_CELLS =
  'This row has more cells than the header. Put quotation marks around text that contains a separator.';
const SECRET = new Set(['salt', 'passwordHash']);

const formatCount = (count: number): string => count.toLocaleString('en-GB');
const wholeRow = (row: number, message: string): RowError => ({ row, column: '', message, value: '' });

/** Checks a file's size, text and columns and, if these are right, each row. `names` are our own, column by column. */
export async function validateRows(
  kind: ImportKind,
  { csv, text, names }: { csv: CsvTable; text: string; names: readonly string[] },
  options: ImportOptions,
  deps: ValidationDeps,
): Promise<ValidationResult> {
  const tooLarge = sizeErrors(csv);
  const fileIsWrong =
    tooLarge.length > 0 ? tooLarge : [...fileErrors(text, csv), ...columnErrors(kind, csv, names, options)];
  const unreadable = csv.errors.map(({ row, message }) => wholeRow(row, message));
  // Under a wrong header, every row would be wrong.
  if (fileIsWrong.length > 0) return { entries: [], errors: [...fileIsWrong, ...unreadable], plans: [] };
  const rows = rawRows(csv, names);
  const directory = await deps.loadDirectory();
  const { entries, errors, plans } =
    kind === 'members'
      ? await validateMemberRows(rows, directory, options, deps)
      : validateAttendanceRows(rows, directory);
  const extra = rows.flatMap(({ row, hasExtraCells }) => (hasExtraCells ? [wholeRow(row, EXTRA_CELLS)] : []));
  return { entries, errors: [...unreadable, ...extra, ...errors], plans };
}

function rawRows({ columns, rows }: CsvTable, names: readonly string[]): RawRow[] {
  return rows.map(({ row, cells }) => {
    const texts = cells.map((cell) => cell.replace(/\s*[\r\n]+\s*/g, ' ').trim());
    const named: Record<string, string> = {};
    names.forEach((name, index) => {
      if (name !== '') named[name] ||= texts[index] ?? '';
    });
    return {
      row,
      cells: named,
      memberCells: texts.filter((text, index) => names[index] === 'member' && text !== ''),
      hasExtraCells: texts.slice(columns.length).some((text) => text !== ''),
    };
  });
}

function sizeErrors({ columns, rows }: CsvTable): RowError[] {
  if (columns.length > MAX_COLUMNS) {
    const message = `The file has ${formatCount(columns.length)} columns. An import can have at most ${MAX_COLUMNS}.`;
    return [wholeRow(1, message)];
  }
  const message = `The row has more than ${formatCount(MAX_ROW_CHARACTERS)} characters. Check its quotation marks.`;
  return [{ row: 1, cells: columns }, ...rows].flatMap(({ row, cells }) =>
    cells.reduce((sum, cell) => sum + cell.length, 0) > MAX_ROW_CHARACTERS ? [wholeRow(row, message)] : [],
  );
}

function fileErrors(text: string, { rows }: CsvTable): RowError[] {
  if (text.includes('\ufffd')) return [wholeRow(1, 'The file isn\'t in UTF-8. Save it as "CSV UTF-8".')];
  if (rows.length === 0) return [wholeRow(1, 'The file has no rows below the header.')];
  const message = `The file has ${formatCount(rows.length)} rows. Split it into files of at most ${formatCount(MAX_ROWS)} rows.`;
  return rows.length > MAX_ROWS ? [wholeRow(1, message)] : [];
}

function columnErrors(
  kind: ImportKind,
  { columns }: CsvTable,
  names: readonly string[],
  { existing }: ImportOptions,
): RowError[] {
  const twice = columns.flatMap((value, index) => {
    const name = names[index] ?? '';
    const message = `Two columns are used as ${columnTitle(kind, name)}. Ignore one of them.`;
    return name !== '' && name !== 'member' && names.indexOf(name) < index
      ? [{ row: 1, column: name, message, value }]
      : [];
  });
  const missing = importColumns[kind]
    // Rows of members who exist may leave out their names.
    .filter(({ name, isRequired }) => isRequired && (existing === 'skip' || !/Name$/.test(name)))
    .filter(({ name }) => !names.includes(name))
    .map(({ name }) => ({ row: 1, column: name, message: 'This column is missing.', value: '' }));
  return [...twice, ...missing];
}

/** The errors of a row's cells, with their values. */
function cellErrors({ row, cells }: RawRow, result: ParseResult<unknown>): RowError[] {
  if (!('errors' in result)) return [];
  return result.errors.map(({ column, message }) => ({
    row,
    column,
    message,
    value: SECRET.has(column) ? '' : (cells[column] ?? ''),
  }));
}

export const describeTerm = ({ type, endDate }: TermInput): string =>
  `${membershipTypeNames[type]} until ${formatLongDate(endDate)}`;

async function validateMemberRows(
  rawRows: readonly RawRow[],
  directory: readonly DirectoryEntry[],
  { existing, verifiedReason }: ImportOptions,
  { findMembers }: ValidationDeps,
): Promise<ValidationResult> {
  const byAddress = new Map(directory.map((entry) => [canonicalize(entry.email), entry]));
  const groups = groupByAddress(rawRows);
  const knownUids = groups.flatMap(([address]) => byAddress.get(address)?.uid ?? []);
  const members = existing === 'skip' ? new Map<string, Member>() : await findMembers(knownUids);
  const taken: Taken = {
    usernames: new Set(directory.map(({ username }) => canonicalize(username))),
    uids: new Map(directory.map(({ uid }) => [uid, undefined])),
  };
  const result: ValidationResult = { entries: [], errors: [], plans: [] };
  const added: { person: MemberRow; rows: Cells[] }[] = [];
  for (const [address, [first, ...others]] of groups) {
    const who = first.cells['email'] ?? '';
    const entry = byAddress.get(address);
    const member = entry && members.get(entry.uid);
    if (entry && (!member || existing === 'skip')) {
      const details = 'This member already exists. Nothing will be changed.';
      const rows = [first, ...others].map(({ row }) => row);
      result.plans.push(...rows.map((row) => ({ row, outcome: 'unchanged' as const, who, details })));
      continue;
    }
    const { person, terms, errors } = parseMember(first, others, entry !== undefined);
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
      result.plans.push({ row: first.row, outcome, who, details: details || 'Nothing to change.' });
      if (outcome === 'update') result.entries.push({ uid: member.uid, rows });
      continue;
    }
    const details = [
      fullName(person),
      ...terms.map(describeTerm),
      ...(person.passwordHash === '' ? [] : ['keeps password']),
      ...(verifiedReason === '' ? [] : ['address verified']),
    ].join('; ');
    result.plans.push({ row: first.row, outcome: 'add', who, details });
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
  const parsed = isKnown ? parseKnownMemberRow(first.cells) : parseMemberRow(first.cells);
  const person = 'value' in parsed ? parsed.value : undefined;
  const errors = cellErrors(first, parsed);
  const terms = new Map<string, { term: TermInput; row: number }>();
  if (person?.term) terms.set(person.term.endDate, { term: person.term, row: first.row });
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
      terms.set(result.value.endDate, { term: result.value, row });
      errors.push(...differences(first, other));
    }
  }
  return { person, terms: [...terms.values()].map(({ term }) => term), errors };
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

/** The part before the @, with a number if that username is taken. */
function freeUsername(email: string, usernames: Set<string>): string {
  const base = email.slice(0, email.indexOf('@'));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}${count}`;
    if (usernames.has(canonicalize(name))) continue;
    usernames.add(canonicalize(name));
    return name;
  }
}

/** People who are not members are left out. */
function validateAttendanceRows(
  rawRows: readonly RawRow[],
  directory: readonly DirectoryEntry[],
): ValidationResult {
  const members = new Map(
    directory.flatMap((entry) =>
      [entry.uid, entry.username, entry.email].map((name) => [canonicalize(name), entry] as const),
    ),
  );
  const result: ValidationResult = { entries: [], errors: [], plans: [] };
  const seen = new Map<string, number>();
  for (const rawRow of rawRows) {
    const { row, cells, memberCells } = rawRow;
    const found = memberCells.map((cell) => members.get(canonicalize(cell)));
    const member = found.find((each) => each !== undefined);
    const who = memberCells[member ? found.indexOf(member) : 0] ?? '';
    if (!member) {
      result.plans.push({ row, outcome: 'left-out', who, details: cells['name'] ?? '' });
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
      result.plans.push({ row, outcome: 'unchanged', who, details: `Duplicate of row ${first}.` });
      continue;
    }
    seen.set(key, row);
    result.plans.push({ row, outcome: 'add', who, details: `${member.username}: ${parsed.value.name}` });
    result.entries.push({ uid: member.uid, rows: [cells] });
  }
  return result;
}

/** Lists each message once with all its rows, at most a hundred messages, so that a report on 10,000 rows can be read. */
export function groupRowErrors(errors: readonly RowError[]): RowErrorGroup[] {
  const groups = new Map<string, RowErrorGroup>();
  for (const { row, column, message, value: whole } of errors.toSorted((a, b) => a.row - b.row)) {
    const value = shorten(whole);
    const key = JSON.stringify([column, message]);
    const group = groups.get(key) ?? { column, message, rowCount: 0, ranges: [] };
    groups.set(key, group);
    group.rowCount += 1;
    const last = group.ranges.at(-1);
    if (last && row <= last.to + 1 && value === last.value) last.to = row;
    else group.ranges.push({ from: row, to: row, value });
  }
  return [...groups.values()]
    .slice(0, MAX_GROUPS)
    .map((group) => ({ ...group, ranges: group.ranges.slice(0, MAX_RANGES) }));
}

/** The outcomes that occur, with their first rows. */
export const groupPlans = (plans: readonly RowPlan[]): OutcomeGroup[] =>
  ROW_OUTCOMES.map((outcome) => {
    const rows = plans.filter((plan) => plan.outcome === outcome).toSorted((a, b) => a.row - b.row);
    // People who are left out are all named: somebody has to look after them.
    const first = outcome === 'left-out' ? rows : rows.slice(0, MAX_ROWS_OF_OUTCOME);
    return {
      outcome,
      count: rows.length,
      rows: first.map(({ row, who, details }) => ({
        row,
        who: shorten(who),
        details: shorten(details, MAX_CHARACTERS_OF_DETAILS),
      })),
    };
  }).filter(({ count }) => count > 0);

const shorten = (text: string, max = MAX_CHARACTERS): string =>
  text.length > max ? `${text.slice(0, max)}…` : text;
