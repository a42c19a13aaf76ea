import pLimit from 'p-limit';
import type * as z from 'zod/mini';
import type { exportMembers as contract } from '#contract/admin-members';
import {
  memberCategoryNames,
  memberStateNames,
  membershipStatusNames,
  membershipTypeNames,
} from '#shared/choices';
import { formatCsv } from '#shared/csv';
import { EXPORT_COLUMNS, type ExportColumn } from '#shared/export-columns';
import { hongKongDate, hongKongInstant } from '#shared/hong-kong';
import type { MemberFilter } from '#shared/member-filter';
import type { Actor } from '../audit/audit.ts';
import { type ExportContext, type StoredExport, storeExport } from '../exports/store-export.ts';
import type { DirectoryEntry, Member } from '../members/member.ts';
import { findMembers, walkDirectory } from '../members/repository.ts';
import { listTerms } from '../memberships/repository.ts';
import { membershipOf, membershipStatus } from '../memberships/term.ts';
import type { WithTable } from '../platform/context.ts';
import type { AdminContext } from './member-actions.ts';
import { addressOf, memberFilter, recordSearch } from './search-members.ts';

const CONCURRENT_READS = 16;

/**
 * The matching members as CSV by email address, in the screen's words, read anew. Columns that an import also reads have
 * the same names. The export is recorded in the audit log before the reply.
 */
export async function exportMembers(
  context: AdminContext & ExportContext,
  actor: Actor,
  { columns, activeOn, uids, ...given }: z.output<typeof contract.request>,
): Promise<StoredExport & { members: number }> {
  const now = context.now();
  // The roll of a day is complete, whatever the status of today.
  const filter = activeOn ? { ...given, status: undefined } : given;
  const { type, activeUntil, ...ofAnyDay } = filter;
  const matches = await memberFilter(context, activeOn ? ofAnyDay : filter);
  const isWanted = (entry: DirectoryEntry) => matches(entry) && entry.activeUntil >= (activeOn ?? '');
  const read = await findMembers(context, uids ?? (await listUids(context, isWanted)));
  const members = [...read.values()].filter(isWanted).toSorted(byAddress);
  const found = activeOn ? await membersOn(context, members, activeOn, { type, activeUntil }) : members;
  const headings = columns.map((name) => EXPORT_COLUMNS[name]);
  const asked = { ...filter, activeOn, selected: uids?.length, columns: headings.join(', ') };
  await recordSearch(context, actor, 'export-members', asked, found.length);
  const at = activeOn ? hongKongInstant(activeOn) : now;
  const lines = found.map((member) => lineOf(member, columns, at));
  const fileName = activeOn ? `members-active-on-${activeOn}.csv` : `members-${hongKongDate(now)}.csv`;
  const file = await storeExport(context, { fileName, csv: await formatCsv(lines, headings) });
  return { ...file, members: found.length };
}

/** The index may be behind the last writes: whoever reads these members looks again whether they match. */
async function listUids(context: WithTable, isWanted: (entry: DirectoryEntry) => boolean): Promise<string[]> {
  const entries = await Array.fromAsync(walkDirectory(context));
  return entries.filter(isWanted).map(({ uid }) => uid);
}

const byAddress = (one: Member, other: Member): number => (addressOf(one) < addressOf(other) ? -1 : 1);

/**
 * The roll of a day: those whose membership covered it by the terms on record, and whose term of that day matches, with the
 * membership by that term. On a 1 January, on which one term ends and the next begins, it is the next one, as on the
 * membership card.
 */
async function membersOn(
  context: WithTable,
  members: readonly Member[],
  day: string,
  { type, activeUntil }: Pick<MemberFilter, 'type' | 'activeUntil'>,
): Promise<Member[]> {
  const covered = await pLimit(CONCURRENT_READS).map(members, async (member) => {
    const latestFirst = await listTerms(context, member.uid);
    const term = latestFirst.find(({ startDate, endDate }) => startDate <= day && day <= endDate);
    const isWanted = term?.type === (type || term?.type) && term?.endDate === (activeUntil || term?.endDate);
    return term && isWanted ? [{ ...member, ...membershipOf([term]) }] : [];
  });
  return covered.flat();
}

/** One line of the file, by the headings of its columns. */
const lineOf = (member: Member, columns: readonly ExportColumn[], now: Date): Record<string, string> =>
  Object.fromEntries(columns.map((name) => [EXPORT_COLUMNS[name], CELLS[name](member, now)]));

const CELLS: Record<ExportColumn, (member: Member, now: Date) => string> = {
  uid: ({ uid }) => uid,
  username: ({ username }) => username,
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  email: ({ email }) => email,
  category: ({ category }) => memberCategoryNames[category],
  type: ({ membershipType }) => membershipType && membershipTypeNames[membershipType],
  status: (member, now) => membershipStatusNames[membershipStatus(member, now)],
  activeUntil: ({ activeUntil }) => activeUntil,
  state: ({ state }) => memberStateNames[state],
  affiliation: ({ affiliation }) => affiliation,
  country: ({ country }) => country,
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
