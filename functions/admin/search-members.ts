import pLimit from 'p-limit';
import removeAccents from 'remove-accents';
import {
  MEMBERSHIP_STATUSES,
  type MemberCategory,
  type MemberState,
  type MembershipStatus,
  type MembershipType,
  memberCategoryNames,
  memberStateNames,
  membershipStatusNames,
  membershipTypeNames,
  type RecipientStatus,
} from '#shared/choices';
import { formatCsv } from '#shared/csv';
import { EXPORT_COLUMNS, type ExportColumn } from '#shared/export-columns';
import { hongKongDate } from '#shared/hong-kong';
import { fullName } from '#shared/text';
import { type Actor, actorFromMember, createAuditEntry } from '../audit/audit.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import type { DirectoryEntry, Member } from '../members/member.ts';
import { membershipStatus } from '../memberships/term.ts';
import type { AdminDeps } from './member-actions.ts';

/** What the list of members and the recipient picker filter by; an absent one matches every member. */
export interface MemberCriteria {
  /**
   * Each word must occur in name, username, membership ID, email address or affiliation, in any order; accents and case
   * do not matter, nor whether a Chinese name is written in one word or two.
   */
  search: string;
  category?: MemberCategory | undefined;
  /** Of the latest term. */
  type?: MembershipType | undefined;
  /** The day on which the latest term ends. */
  activeUntil?: string | undefined;
  country?: string | undefined;
  /** The id of a conference that the member attended. */
  conference?: string | undefined;
}

export interface MemberFilter extends MemberCriteria {
  status?: MembershipStatus | undefined;
  state?: MemberState | undefined;
}

export type MemberListItem = DirectoryEntry & { status: MembershipStatus };

/** The matching members by email address. Each search is recorded in the audit log. */
export async function searchMembers(
  deps: AdminDeps,
  actor: Actor,
  filter: MemberFilter,
): Promise<MemberListItem[]> {
  const found = await filterMembers(deps, await deps.directory.all(), filter);
  await recordSearch(deps, actor, 'search-members', filter, found.length);
  return found;
}

async function filterMembers(
  deps: AdminDeps,
  all: readonly DirectoryEntry[],
  { status, state, ...criteria }: MemberFilter,
): Promise<MemberListItem[]> {
  const matches = await memberMatcher(deps, criteria);
  const now = deps.now();
  return all
    .filter((entry) => (state === undefined || entry.state === state) && matches(entry))
    .map((entry) => ({ ...entry, status: membershipStatus(entry.activeUntil, now) }))
    .filter((entry) => status === undefined || entry.status === status);
}

async function memberMatcher(
  { conferenceRecords }: Pick<AdminDeps, 'conferenceRecords'>,
  { search, category, type, activeUntil, country, conference }: MemberCriteria,
) {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const attendees = conference === undefined ? undefined : await conferenceRecords.listAttendees(conference);
  return (entry: DirectoryEntry): boolean => {
    if (category !== undefined && entry.category !== category) return false;
    if (type !== undefined && entry.membershipType !== type) return false;
    if (activeUntil !== undefined && entry.activeUntil !== activeUntil) return false;
    if (country !== undefined && entry.country !== country) return false;
    if (attendees?.has(entry.uid) === false) return false;
    const text = words.length > 0 ? searchText(entry) : '';
    return words.every((word) => text.includes(word));
  };
}

/** Without case and accents, as people type names that they have only heard. */
const foldText = (text: string): string => removeAccents(text.normalize('NFKC')).toLowerCase();

const searchText = ({ uid, username, email, firstName, lastName, affiliation }: DirectoryEntry): string =>
  foldText([uid, username, email, `${firstName} ${lastName}${firstName}${lastName}`, affiliation].join('\n'));

/** What was asked for, in words for the audit log. */
async function describeFilter(
  { conferenceRecords }: Pick<AdminDeps, 'conferenceRecords'>,
  { conference, ...filter }: { conference?: string | undefined },
): Promise<Record<string, string>> {
  const found = conference && (await conferenceRecords.findConference(conference));
  const asked = Object.entries({ ...filter, conference: found ? found.name : conference });
  return Object.fromEntries(asked.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

async function recordSearch<Filter extends { conference?: string | undefined }>(
  deps: AdminDeps,
  actor: Actor,
  action: 'search-members' | 'export-members',
  filter: Filter,
  count: number,
): Promise<void> {
  const details = { ...(await describeFilter(deps, filter)), found: String(count) };
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action, details }));
}

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
  const matching = await filterMembers(deps, await deps.directory.all({ refresh: true }), filter);
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

export interface RecipientQuery extends MemberCriteria {
  /** Counted from 1. */
  page: number;
  limit: number;
  status: RecipientStatus;
}

export interface RecipientPage {
  items: { email: string; name: string; membershipStatus: MembershipStatus }[];
  total: number;
}

const recipientStatuses: Readonly<Record<RecipientStatus, readonly MembershipStatus[]>> = {
  all: MEMBERSHIP_STATUSES,
  inactive: ['registered', 'expired'],
  registered: ['registered'],
  active: ['active'],
  expired: ['expired'],
};

/**
 * The addresses that can receive email, in their order; disabled accounts are left out. The first page reads the members
 * anew, the next pages continue from that reading. Each call is recorded in the audit log before the reply.
 */
export async function listRecipients(
  deps: AdminDeps,
  member: Member,
  query: RecipientQuery,
): Promise<RecipientPage> {
  await enforceLimit(deps, limitRules.recipientSearches, member.uid);
  const { page, limit, status, ...criteria } = query;
  const now = deps.now();
  const matches = await memberMatcher(deps, criteria);
  const found = (await deps.directory.all({ refresh: page === 1 }))
    .filter((entry) => entry.state !== 'disabled' && matches(entry))
    .map((entry) => ({
      email: entry.email,
      name: fullName(entry),
      membershipStatus: membershipStatus(entry.activeUntil, now),
    }))
    .filter((entry) => recipientStatuses[status].includes(entry.membershipStatus));
  const details = {
    page: String(page),
    limit: String(limit),
    search: criteria.search,
    ...(await describeFilter(deps, criteria)),
    status,
    total: String(found.length),
  };
  const actor = actorFromMember(member);
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action: 'search-recipients', details }));
  return { items: found.slice((page - 1) * limit, page * limit), total: found.length };
}
