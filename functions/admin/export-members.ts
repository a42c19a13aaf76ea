import pLimit from 'p-limit';
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
import type { WithDirectory } from '../members/directory.ts';
import type { DirectoryEntry, Member, Membership } from '../members/member.ts';
import { findMembers, walkDirectory } from '../members/repository.ts';
import { listTerms } from '../memberships/repository.ts';
import { membershipOf, membershipStatus } from '../memberships/term.ts';
import type { WithTable } from '../platform/context.ts';
import { REQUEST_MS } from '../platform/time-limits.ts';
import type { AdminContext } from './member-actions.ts';
import { addressOf, type MemberFilter, memberFilter, recordSearch } from './search-members.ts';

export interface MemberExport extends MemberFilter {
  /**
   * Leaves only those whose membership covered this day, by the terms on record, with type, end and status of that day.
   * The filters ask for these too; that for today's status is not applied, so that the roll is complete.
   */
  activeOn?: string | undefined;
  columns: readonly ExportColumn[];
  /** Leaves only these. */
  uids?: readonly string[] | undefined;
  /** The address after which the file goes on; absent for its beginning. */
  after?: string | undefined;
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
/** Members between two looks at the clock: as many as are read by one batch of calls. */
const BATCH = 600;

/**
 * The matching members as CSV by email address, in the screen's words, read anew. Columns that an import also reads have
 * the same names. It ends at `until`, and `next` is the address after which it goes on. Each export is recorded in the
 * audit log before the reply.
 */
async function exportMembers(
  context: AdminContext,
  actor: Actor,
  { columns: chosen, activeOn, uids, after, ...filter }: MemberExport,
  until: Date,
): Promise<{ fileName: string; csv: string; members: number; next: string | undefined }> {
  const columns = chosen.length > 0 ? chosen : LIST_COLUMNS;
  const now = context.now();
  const { status: _today, type, activeUntil, ...ofAnyDay } = filter;
  const applied = activeOn ? { ...ofAnyDay, type, activeUntil } : filter;
  const matches = await memberFilter(context, activeOn ? ofAnyDay : filter);
  const lines: Record<string, string>[] = [];
  let next: string | undefined;
  for await (const batch of readBatches(entriesOf(context, uids, after), BATCH)) {
    const listed = batch.filter(matches);
    const found = activeOn
      ? await activeOnDay(context, listed, activeOn, { type, activeUntil })
      : listed.map((entry) => ({ entry, membership: {} }));
    lines.push(...(await linesOf(context, found, columns, activeOn ? hongKongInstant(activeOn) : now)));
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH || context.now() < until) continue;
    next = addressOf(last);
    break;
  }
  const headings = columns.map((name) => EXPORT_COLUMNS[name]);
  const asked = { ...applied, activeOn, selected: uids?.length, columns: headings.join(', ') };
  await recordSearch(context, actor, 'export-members', asked, lines.length);
  const day = hongKongDate(now);
  return {
    fileName: activeOn ? `members-active-on-${activeOn}.csv` : `members-${day}.csv`,
    csv: await formatCsv(lines, headings),
    members: lines.length,
    next,
  };
}

/** Half of a call's time: the file has to be written too, and stored. */
const READING_MS = REQUEST_MS / 2;

/** Where an export goes on: in the file with this id, after the member with this address. */
export interface ExportPosition {
  id: string;
  after: string;
}

/**
 * As much of an export as one call can read, added to the file that the calls before have made. `members` counts those of
 * this call; `next` is for the call that goes on, absent after the last one.
 */
export async function exportPart(
  context: AdminContext & ExportContext,
  actor: Actor,
  wanted: Omit<MemberExport, 'after'>,
  from: ExportPosition | undefined,
): Promise<{ fileName: string; url: string; members: number; next: ExportPosition | undefined }> {
  const until = new Date(context.now().getTime() + READING_MS);
  const { members, next, ...file } = await exportMembers(
    context,
    actor,
    { ...wanted, after: from?.after },
    until,
  );
  const { id, ...link } = await (from
    ? continueExport(context, from.id, file.csv)
    : storeExport(context, file));
  return { ...link, members, next: next === undefined ? undefined : { id, after: next } };
}

/** Those with these uids or, without any, all members: those after an address, by address. */
async function* entriesOf(
  context: WithTable & WithDirectory,
  uids: readonly string[] | undefined,
  after: string | undefined,
): AsyncGenerator<DirectoryEntry, void> {
  if (uids === undefined) return yield* walkDirectory(context, after);
  const found = [...(await findMembers(context, uids)).values()];
  const selected = found.toSorted((one, other) => (addressOf(one) < addressOf(other) ? -1 : 1));
  yield* selected.filter((entry) => after === undefined || addressOf(entry) > after);
}

/** A member, and what replaces the present membership. */
interface Found {
  entry: DirectoryEntry;
  membership: Partial<Membership>;
}

/** The lines of the file; members' own rows are only read where the index does not have all columns. */
async function linesOf(
  context: WithTable,
  found: readonly Found[],
  columns: readonly ExportColumn[],
  now: Date,
): Promise<Record<string, string>[]> {
  const ofIndex = columns.filter(isIndexColumn);
  if (ofIndex.length === columns.length)
    return found.map(({ entry, membership }) => line(INDEX_CELLS, ofIndex, { ...entry, ...membership }, now));
  const rows = await findMembers(
    context,
    found.map(({ entry }) => entry.uid),
  );
  return found.flatMap(({ entry, membership }) => {
    const member = rows.get(entry.uid);
    return member ? [line(CELLS, columns, { ...member, ...membership }, now)] : [];
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

/**
 * Those whose term of the day matches, and the membership by it. On a 1 January, on which one term ends and the next begins,
 * it is the next one, as on the membership card. No term covers a day after the last one.
 */
async function activeOnDay(
  context: WithTable,
  entries: readonly DirectoryEntry[],
  day: string,
  { type, activeUntil }: Pick<MemberFilter, 'type' | 'activeUntil'>,
): Promise<Found[]> {
  const covered = await pLimit(CONCURRENT_READS).map(
    entries.filter((entry) => entry.activeUntil >= day),
    async (entry) => {
      const latestFirst = await listTerms(context, entry.uid);
      const term = latestFirst.find(({ startDate, endDate }) => startDate <= day && day <= endDate);
      const isWanted =
        term?.type === (type || term?.type) && term?.endDate === (activeUntil || term?.endDate);
      return term && isWanted ? [{ entry, membership: membershipOf([term]) }] : [];
    },
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
  status: (entry, now) => membershipStatusNames[membershipStatus(entry, now)],
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
