import pLimit from 'p-limit';
import {
  memberCategoryNames,
  memberStateNames,
  membershipStatusNames,
  membershipTypeNames,
} from '#shared/choices';
import { formatCsv } from '#shared/csv';
import { EXPORT_COLUMNS, type ExportColumn } from '#shared/export-columns';
import { hongKongDate } from '#shared/hong-kong';
import type { Actor } from '../audit/audit.ts';
import type { DirectoryEntry, Member } from '../members/member.ts';
import { membershipStatus } from '../memberships/term.ts';
import type { AdminDeps } from './member-actions.ts';
import { filterMembers, type MemberFilter, recordSearch } from './search-members.ts';

export interface MemberExport extends MemberFilter {
  /** Leaves only those whose membership covered this day, by the terms on record. */
  activeOn?: string | undefined;
  columns: readonly ExportColumn[];
  /** Leaves only these. */
  uids?: readonly string[] | undefined;
}

/** Those of the list on the screen. */
const LIST_COLUMNS: readonly ExportColumn[] = [
  'uid',
  'username',
  'firstName',
  'lastName',
  'email',
  'category',
  'status',
  'activeUntil',
  'state',
];

const CONCURRENT_READS = 16;

/**
 * The matching members as CSV, in the screen's words, read anew. Columns that an import also reads have the same names.
 * Each export is recorded in the audit log before the reply.
 */
export async function exportMembers(
  deps: AdminDeps,
  actor: Actor,
  { columns: chosen, activeOn, uids, ...filter }: MemberExport,
): Promise<{ fileName: string; csv: string; members: number }> {
  const columns = chosen.length > 0 ? chosen : LIST_COLUMNS;
  const now = deps.now();
  const matching = await filterMembers(deps, await deps.directory.walk(), filter);
  const selected = uids && new Set(uids);
  const listed = selected ? matching.filter(({ uid }) => selected.has(uid)) : matching;
  const found = activeOn ? await activeOnDay(deps, listed, activeOn) : listed;
  await recordSearch(
    deps,
    actor,
    'export-members',
    {
      ...filter,
      activeOn,
      selected: uids?.length,
      columns: columns.map((name) => EXPORT_COLUMNS[name]).join(', '),
    },
    found.length,
  );
  const lines = await linesOf(deps, found, columns, now);
  const day = hongKongDate(now);
  return {
    fileName: activeOn ? `members-active-on-${activeOn}.csv` : `members-${day}.csv`,
    csv: await formatCsv(lines),
    members: lines.length,
  };
}

/** The lines of the file; members' own rows are only read where the index does not have all columns. */
async function linesOf(
  { members }: Pick<AdminDeps, 'members'>,
  entries: readonly DirectoryEntry[],
  columns: readonly ExportColumn[],
  now: Date,
): Promise<Record<string, string>[]> {
  const ofIndex = columns.filter(isIndexColumn);
  if (ofIndex.length === columns.length)
    return entries.map((entry) => line(INDEX_CELLS, ofIndex, entry, now));
  const rows = await members.findMembers(entries.map(({ uid }) => uid));
  return entries.flatMap(({ uid }) => {
    const member = rows.get(uid);
    return member ? [line(CELLS, columns, member, now)] : [];
  });
}

/** One line of the file, by the headings of its columns. */
const line = <Name extends ExportColumn, Source>(
  cells: Record<Name, Cell<Source>>,
  columns: readonly Name[],
  source: Source,
  now: Date,
): Record<string, string> =>
  Object.fromEntries(columns.map((name) => [EXPORT_COLUMNS[name], cells[name](source, now)]));

/** Those with a term that covers the day; no term covers a day after the last one. */
async function activeOnDay<Entry extends DirectoryEntry>(
  { terms }: Pick<AdminDeps, 'terms'>,
  entries: readonly Entry[],
  day: string,
): Promise<Entry[]> {
  const covered = await pLimit(CONCURRENT_READS).map(
    entries.filter(({ activeUntil }) => activeUntil >= day),
    async (entry) =>
      (await terms.listTerms(entry.uid)).some(({ startDate, endDate }) => startDate <= day && day <= endDate)
        ? [entry]
        : [],
  );
  return covered.flat();
}

type Cell<Source> = (source: Source, now: Date) => string;

/** In the index of members, which every export reads. */
const INDEX_CELLS = {
  uid: ({ uid }) => uid,
  username: ({ username }) => username,
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  email: ({ email }) => email,
  category: ({ category }) => memberCategoryNames[category],
  type: ({ membershipType }) => membershipType && membershipTypeNames[membershipType],
  status: ({ activeUntil }, now) => membershipStatusNames[membershipStatus(activeUntil, now)],
  activeUntil: ({ activeUntil }) => activeUntil,
  state: ({ state }) => memberStateNames[state],
  affiliation: ({ affiliation }) => affiliation,
  country: ({ country }) => country,
} satisfies Partial<Record<ExportColumn, Cell<DirectoryEntry>>>;

type IndexColumn = keyof typeof INDEX_CELLS;
const isIndexColumn = (name: ExportColumn): name is IndexColumn => Object.hasOwn(INDEX_CELLS, name);

const ROW_CELLS: Record<Exclude<ExportColumn, IndexColumn>, Cell<Member>> = {
  emailVerified: ({ emailVerified }) => (emailVerified ? 'Yes' : 'No'),
  registeredAt: ({ registeredAt }) => hongKongDate(new Date(registeredAt)),
  title: ({ title }) => title,
  gender: ({ gender }) => gender,
  education: ({ education }) => education,
  yearOfDegree: ({ yearOfDegree }) => (yearOfDegree > 0 ? String(yearOfDegree) : ''),
  dateOfBirth: ({ dateOfBirth }) => dateOfBirth,
  phone: ({ phone }) => phone,
  address: ({ address }) => address,
  homepage: ({ homepage }) => homepage,
};

const CELLS = { ...INDEX_CELLS, ...ROW_CELLS };
