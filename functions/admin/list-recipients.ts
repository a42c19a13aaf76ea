import { MEMBERSHIP_STATUSES, type MembershipStatus, type RecipientStatus } from '#shared/choices';
import { fullName } from '#shared/text';
import { type AuditDetails, actorFromMember, createAuditEntry } from '../audit/audit.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { CERTAINLY_FEW, MAX_IN_MEMORY } from '../members/directory.ts';
import type { DirectoryEntry, Member } from '../members/member.ts';
import { membershipStatus } from '../memberships/term.ts';
import { findInLargeDirectory, LARGE_DIRECTORY } from './large-directory.ts';
import type { AdminDeps } from './member-actions.ts';
import {
  describeFilter,
  isUnfiltered,
  listFew,
  type MemberCriteria,
  memberMatcher,
  SHORT_PAGE,
} from './search-members.ts';

export interface RecipientQuery extends MemberCriteria {
  /** Counted from 1. */
  page: number;
  limit: number;
  status: RecipientStatus;
}

interface RecipientPage {
  items: { email: string; name: string; affiliation: string; membershipStatus: MembershipStatus }[];
  total: number;
  /** What was searched, if not everything: a sentence for the screen. */
  searched?: string | undefined;
}

/** The recipients up to the end of a page, at least. */
interface FoundRecipients {
  found: readonly DirectoryEntry[];
  total: number;
  searched?: string;
}

type Matches = (entry: DirectoryEntry) => boolean;

/** With which the picker opens. */
const FIRST_STATUS: RecipientStatus = 'inactive';
const ENTRIES_PER_READ = 200;

const recipientStatuses: Readonly<Record<RecipientStatus, readonly MembershipStatus[]>> = {
  all: MEMBERSHIP_STATUSES,
  inactive: ['registered', 'expired'],
  registered: ['registered'],
  active: ['active'],
  expired: ['expired'],
};

/**
 * The addresses that can receive email, in their order; disabled accounts are left out. The first page reads the members
 * anew, the next pages continue from that reading. Each call is recorded in the audit log before the reply, except the one
 * with which the picker opens.
 */
export async function listRecipients(
  deps: AdminDeps,
  member: Member,
  query: RecipientQuery,
): Promise<RecipientPage> {
  await enforceLimit(deps, limitRules.recipientSearches, member.uid);
  const { page, limit, status, ...criteria } = query;
  const now = deps.now();
  const canReceive: Matches = (entry) =>
    entry.state !== 'disabled' && recipientStatuses[status].includes(membershipStatus(entry, now));
  const { found, total, searched } =
    (await readFirstPage(deps, query, canReceive)) ?? (await findRecipients(deps, query, canReceive));
  const details: AuditDetails = {
    page: String(page),
    limit: String(limit),
    search: criteria.search,
    ...(await describeFilter(deps, criteria)),
    status,
    total: String(total),
  };
  const isOpening = isShortFirstPage(query) && status === FIRST_STATUS;
  if (!isOpening) {
    const actor = actorFromMember(member);
    await deps.audit.writeEntry(createAuditEntry(deps, { actor, action: 'search-recipients', details }));
  }
  const items = found.slice((page - 1) * limit, page * limit).map((entry) => ({
    email: entry.email,
    name: fullName(entry),
    affiliation: entry.affiliation,
    membershipStatus: membershipStatus(entry, now),
  }));
  return { items, total, searched };
}

/** Whether nothing but the status narrows it. Longer pages collect all recipients, and must be of one reading. */
const isShortFirstPage = ({ page, limit, status: _, ...criteria }: RecipientQuery): boolean =>
  page === 1 && limit <= SHORT_PAGE && isUnfiltered(criteria);

/**
 * The first page of thousands of members, with which the picker opens: only this page is read, and the total is the count
 * of the last night. Undefined where a reading of all members is better.
 */
async function readFirstPage(
  { directory }: AdminDeps,
  query: RecipientQuery,
  canReceive: Matches,
): Promise<FoundRecipients | undefined> {
  if (!isShortFirstPage(query)) return undefined;
  const { limit, status } = query;
  const counts = await directory.countByStatus();
  const sum = (statuses: readonly MembershipStatus[]) =>
    statuses.reduce((total, each) => total + counts[each], 0);
  const [all, counted] = [sum(MEMBERSHIP_STATUSES), sum(recipientStatuses[status])];
  if (all <= CERTAINLY_FEW || all > MAX_IN_MEMORY) return undefined;
  // A rare status would take many reads, one after the other.
  if (counted * ENTRIES_PER_READ < all * limit) return undefined;
  // The next page must not continue from an older reading.
  directory.invalidate();
  const found: DirectoryEntry[] = [];
  for await (const entry of directory.walk({ prefix: '', pageSize: ENTRIES_PER_READ })) {
    if (!canReceive(entry)) continue;
    if (found.length === limit) return { found, total: Math.max(counted, limit + 1) };
    found.push(entry);
  }
  return { found, total: found.length };
}

async function findRecipients(
  deps: AdminDeps,
  query: RecipientQuery,
  canReceive: Matches,
): Promise<FoundRecipients> {
  const { page, limit, status: _, ...criteria } = query;
  const few = await listFew(deps, criteria, { refresh: page === 1 });
  const matchesCriteria = await memberMatcher(deps, few ? criteria : { ...criteria, search: '' });
  const matches: Matches = (entry) => canReceive(entry) && matchesCriteria(entry);
  if (!few) return findRecipientsInLargeDirectory(deps, query, matches);
  const found = few.filter(matches);
  return { found, total: found.length };
}

/**
 * Their total is exact if all were read; the last count of the members for all of them; otherwise one more than these, so
 * that there is a next page.
 */
async function findRecipientsInLargeDirectory(
  deps: AdminDeps,
  { page, limit, status, ...criteria }: RecipientQuery,
  matches: Matches,
): Promise<FoundRecipients> {
  const { search } = criteria;
  const searched = LARGE_DIRECTORY;
  const { found, next } = await findInLargeDirectory(deps, { search, matches, count: page * limit });
  if (status === 'all' && isUnfiltered(criteria))
    return { found, total: await deps.directory.countMembers(), searched };
  return { found, total: found.length + (next === undefined ? 0 : 1), searched };
}
