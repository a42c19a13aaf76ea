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
  const members = await deps.members.findMembers(found.map(({ uid }) => uid));
  const rows = found.flatMap(({ uid }) => {
    const member = members.get(uid);
    const cells = member && exportCells(member, now);
    return cells ? [Object.fromEntries(columns.map((name) => [EXPORT_COLUMNS[name], cells[name]]))] : [];
  });
  const day = hongKongDate(now);
  return {
    fileName: activeOn ? `members-active-on-${activeOn}.csv` : `members-${day}.csv`,
    csv: await formatCsv(rows),
    members: rows.length,
  };
}

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

const exportCells = (member: Member, now: Date): Record<ExportColumn, string> => ({
  uid: member.uid,
  username: member.username,
  firstName: member.firstName,
  lastName: member.lastName,
  email: member.email,
  category: memberCategoryNames[member.category],
  type: member.membershipType && membershipTypeNames[member.membershipType],
  status: membershipStatusNames[membershipStatus(member.activeUntil, now)],
  activeUntil: member.activeUntil,
  state: memberStateNames[member.state],
  affiliation: member.affiliation,
  country: member.country,
  emailVerified: member.emailVerified ? 'Yes' : 'No',
  registeredAt: hongKongDate(new Date(member.registeredAt)),
  title: member.title,
  gender: member.gender,
  education: member.education,
  yearOfDegree: member.yearOfDegree > 0 ? String(member.yearOfDegree) : '',
  dateOfBirth: member.dateOfBirth,
  phone: member.phone,
  address: member.address,
  homepage: member.homepage,
});
