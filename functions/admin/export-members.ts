import pLimit from 'p-limit';
import type * as z from 'zod/mini';
import type { exportMembers } from '#contract/admin-members';
import {
  memberCategoryNames,
  memberStateNames,
  membershipStatusNames,
  membershipTypeNames,
} from '#shared/choices';
import { formatCsv } from '#shared/csv';
import { EXPORT_COLUMNS, type ExportColumn } from '#shared/export-columns';
import { hongKongDate, hongKongInstant } from '#shared/hong-kong';
import { readBatches } from '#shared/paging';
import type { Actor } from '../audit/audit.ts';
import { continueExport, type ExportContext, storeExport } from '../exports/store-export.ts';
import type { DirectoryEntry, Member } from '../members/member.ts';
import { findMembers, walkDirectory } from '../members/repository.ts';
import { listTerms } from '../memberships/repository.ts';
import { membershipOf, membershipStatus } from '../memberships/term.ts';
import type { WithTable } from '../platform/context.ts';
import { REQUEST_MS } from '../platform/time-limits.ts';
import type { AdminContext } from './member-actions.ts';
import { addressOf, type MemberFilter, memberFilter, recordSearch } from './search-members.ts';

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
/** Members between two looks at the clock: as many as are read by one batch of calls. */
const BATCH = 600;
/** Half of a call's time: the file has to be written too, and stored. */
const READING_MS = REQUEST_MS / 2;

/** Where an export goes on: in the file with this id, after the member with this address. */
export interface ExportPosition {
  id: string;
  after: string;
}

/**
 * As much of an export as one call can read, added to the file that the calls before have made: the matching members as CSV
 * by email address, in the screen's words, read anew. Columns that an import also reads have the same names. `members`
 * counts those of this call; `next` is for the call that goes on, absent after the last one. Each part is recorded in the
 * audit log before the reply.
 */
export async function exportPart(
  context: AdminContext & ExportContext,
  actor: Actor,
  { columns: chosen, activeOn, uids, ...given }: Omit<z.output<typeof exportMembers.request>, 'cursor'>,
  from: ExportPosition | undefined,
): Promise<{ fileName: string; url: string; members: number; next: ExportPosition | undefined }> {
  const columns = chosen.length > 0 ? chosen : LIST_COLUMNS;
  const now = context.now();
  // The roll of a day is complete, whatever the status of today.
  const filter = activeOn ? { ...given, status: undefined } : given;
  const { type, activeUntil, ...ofAnyDay } = filter;
  const matches = await memberFilter(context, activeOn ? ofAnyDay : filter);
  const isWanted = (entry: DirectoryEntry) => matches(entry) && entry.activeUntil >= (activeOn ?? '');
  const lines: Record<string, string>[] = [];
  let after: string | undefined;
  for await (const batch of readBatches(entriesOf(context, uids, from?.after), BATCH)) {
    const wanted = batch.filter(isWanted).map(({ uid }) => uid);
    const members = [...(await findMembers(context, wanted)).values()];
    const found = activeOn ? await membersOn(context, members, activeOn, { type, activeUntil }) : members;
    const at = activeOn ? hongKongInstant(activeOn) : now;
    lines.push(...found.map((member) => lineOf(member, columns, at)));
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) continue;
    if (context.now().getTime() < now.getTime() + READING_MS) continue;
    after = addressOf(last);
    break;
  }
  const headings = columns.map((name) => EXPORT_COLUMNS[name]);
  const asked = { ...filter, activeOn, selected: uids?.length, columns: headings.join(', ') };
  await recordSearch(context, actor, 'export-members', asked, lines.length);
  const csv = await formatCsv(lines, headings);
  const fileName = activeOn ? `members-active-on-${activeOn}.csv` : `members-${hongKongDate(now)}.csv`;
  const { id, ...link } = await (from
    ? continueExport(context, from.id, csv)
    : storeExport(context, { fileName, csv }));
  return { ...link, members: lines.length, next: after === undefined ? undefined : { id, after } };
}

/** Those with these uids or, without any, all members: those after an address, by address. */
async function* entriesOf(
  context: WithTable,
  uids: readonly string[] | undefined,
  after: string | undefined,
): AsyncGenerator<DirectoryEntry, void> {
  if (uids === undefined) return yield* walkDirectory(context, after);
  const found = [...(await findMembers(context, uids)).values()];
  const selected = found.toSorted((one, other) => (addressOf(one) < addressOf(other) ? -1 : 1));
  yield* selected.filter((entry) => after === undefined || addressOf(entry) > after);
}

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
