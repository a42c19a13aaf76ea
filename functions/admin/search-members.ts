import * as z from 'zod/mini';
import type { getRecipients } from '#contract/admin-members';
import { MEMBERSHIP_STATUSES, type MembershipStatus, type RecipientStatus } from '#shared/choices';
import { MemberFilter } from '#shared/member-filter';
import { type Page, pageAfter } from '#shared/paging';
import { personName } from '#shared/person-name';
import { canonicalize, foldText } from '#shared/text';
import { type Actor, type AuditDetails, actorFromMember } from '../audit/audit.ts';
import { recordEntry } from '../audit/repository.ts';
import { findConference, listAttendees } from '../conferences/conference.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit } from '../limits/repository.ts';
import type { DirectoryEntry, Member } from '../members/member.ts';
import { walkDirectory } from '../members/repository.ts';
import { membershipStatus } from '../memberships/term.ts';
import type { Context, WithTable } from '../platform/context.ts';
import { listRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import type { AdminContext } from './member-actions.ts';

/** The longest page that people look at. */
const SHORT_PAGE = 20;

/** One page of the matching members by email address. It is recorded in the audit log unless it opens the whole list. */
export async function listMembers(
  context: AdminContext,
  actor: Actor,
  filter: MemberFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Page<DirectoryEntry & { status: MembershipStatus }> & { total: number }> {
  const matches = await memberFilter(context, filter);
  const now = context.now();
  const found = (await Array.fromAsync(walkDirectory(context)))
    .filter(matches)
    .map((entry) => ({ ...entry, status: membershipStatus(entry, now) }));
  const isOpening = isUnfiltered(filter) && cursor === undefined && limit <= SHORT_PAGE;
  if (!isOpening) await recordSearch(context, actor, 'search-members', filter, found.length);
  return pageAfter(found, addressOf, { cursor, limit });
}

/** Whether the criteria match every member. */
const isUnfiltered = ({ search, ...rest }: MemberFilter): boolean =>
  search === '' && Object.values(rest).every((value) => !value);

/** The key of a member in the index of all members. */
export const addressOf = ({ email }: Pick<DirectoryEntry, 'email'>): string => canonicalize(email);

/**
 * What tells whether an entry matches. Each word of `search` must occur in name, username, membership ID, email address or
 * affiliation, in any order; accents and case do not matter, nor whether a Chinese name is written in one word or two.
 */
export async function memberFilter(context: WithTable & Pick<Context, 'now'>, filter: MemberFilter) {
  const { search, status, state, category, type, activeUntil, country, conference } = filter;
  const now = context.now();
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const attendees = conference ? await listAttendees(context, conference) : undefined;
  return (entry: DirectoryEntry): boolean => {
    if (state && entry.state !== state) return false;
    if (status && membershipStatus(entry, now) !== status) return false;
    if (category && entry.category !== category) return false;
    if (type && entry.membershipType !== type) return false;
    if (activeUntil && entry.activeUntil !== activeUntil) return false;
    if (country && entry.country !== country) return false;
    if (attendees?.has(entry.uid) === false) return false;
    const text = words.length > 0 ? searchText(entry) : '';
    return words.every((word) => text.includes(word));
  };
}

const searchText = ({ uid, username, email, firstName, lastName, affiliation }: DirectoryEntry): string =>
  foldText([uid, username, email, `${firstName} ${lastName}${firstName}${lastName}`, affiliation].join('\n'));

/** What was asked for, in words for the audit log. */
async function describeFilter(
  context: WithTable,
  { conference, ...filter }: { conference?: string | undefined },
): Promise<Record<string, string>> {
  const found = conference && (await findConference(context, conference));
  const asked = Object.entries({ ...filter, conference: found ? found.name : conference });
  return Object.fromEntries(asked.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

export async function recordSearch<Filter extends { conference?: string | undefined }>(
  context: AdminContext,
  actor: Actor,
  action: 'search-members' | 'export-members',
  filter: Filter,
  count: number,
): Promise<void> {
  const details: AuditDetails = { ...(await describeFilter(context, filter)), found: String(count) };
  await recordEntry(context, { actor, action, details });
}

/** With which the picker opens. */
const FIRST_STATUS: RecipientStatus = 'inactive';

const recipientStatuses: Readonly<Record<RecipientStatus, readonly MembershipStatus[]>> = {
  all: MEMBERSHIP_STATUSES,
  inactive: ['registered', 'expired'],
  registered: ['registered'],
  active: ['active'],
  expired: ['expired'],
};

/**
 * The addresses that can receive email, in their order; disabled accounts are left out. Each call is recorded in the audit
 * log before the reply, except the one with which the picker opens.
 */
export async function listRecipients(
  context: AdminContext,
  member: Member,
  query: z.output<typeof getRecipients.request>,
) {
  await enforceLimit(context, limitRules.reads, ['recipients', member.uid]);
  const { page, limit, status, ...criteria } = query;
  const now = context.now();
  const matches = await memberFilter(context, criteria);
  const found = (await Array.fromAsync(walkDirectory(context))).filter(
    (entry) =>
      entry.state !== 'disabled' &&
      recipientStatuses[status].includes(membershipStatus(entry, now)) &&
      matches(entry),
  );
  const details: AuditDetails = {
    page: String(page),
    limit: String(limit),
    search: criteria.search,
    ...(await describeFilter(context, criteria)),
    status,
    total: String(found.length),
  };
  const isOpening = page === 1 && limit <= SHORT_PAGE && isUnfiltered(criteria) && status === FIRST_STATUS;
  const actor = actorFromMember(member);
  if (!isOpening) await recordEntry(context, { actor, action: 'search-recipients', details });
  const items = found.slice((page - 1) * limit, page * limit).map((entry) => ({
    email: entry.email,
    name: personName(entry),
    affiliation: entry.affiliation,
    membership_status:
      membershipStatus(entry, now) === 'active' ? ('active' as const) : ('inactive' as const),
  }));
  return { items, pagination: { total: found.length, page, limit } };
}

/** A filter of the list of members under a name, for every administrator. */
const Segment = z.object({
  name: z.string(),
  filter: MemberFilter,
});
type Segment = z.output<typeof Segment>;

const keyOf = (name: string) => keys.segment(canonicalize(name));

/** By name. */
export const listSegments = ({ table }: WithTable): Promise<Segment[]> =>
  listRows(table, keyPrefixes.segments, Segment);

/** Replaces the segment of that name. What is empty in the filter is left out. */
export async function putSegment({ table }: WithTable, name: string, filter: MemberFilter): Promise<void> {
  const chosen = Object.entries(filter).filter(([, value]) => value);
  await table.call('PutItem', {
    Item: { ...keyOf(name), name, filter: { search: '', ...Object.fromEntries(chosen) } },
  });
}

/** Does nothing if there is no such segment. */
export async function deleteSegment(context: WithTable, name: string): Promise<void> {
  await context.table.call('DeleteItem', { Key: keyOf(name) });
}
