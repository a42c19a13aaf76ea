import {
  type MemberCategory,
  type MemberState,
  type MembershipStatus,
  memberCategoryNames,
  memberStateNames,
  membershipStatusNames,
  type RecipientStatus,
} from '#shared/choices';
import { formatCsv } from '#shared/csv';
import { canonicalize } from '#shared/text';
import { type Actor, actorFromMember, createAuditEntry } from '../audit/audit.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import type { DirectoryEntry, Member } from '../members/member.ts';
import { membershipStatus } from '../memberships/term.ts';
import type { AdminDeps } from './member-actions.ts';

/** The search's filters; an absent one matches every member. */
export interface MemberFilter {
  /** Each word must occur in name, username, membership ID or email address. */
  search: string;
  status?: MembershipStatus | undefined;
  category?: MemberCategory | undefined;
  state?: MemberState | undefined;
}

export type MemberListItem = DirectoryEntry & { status: MembershipStatus };

/** The matching members by email address. Each search is recorded in the audit log. */
export async function searchMembers(
  deps: AdminDeps,
  actor: Actor,
  filter: MemberFilter,
  action: 'search-members' | 'export-members' = 'search-members',
): Promise<MemberListItem[]> {
  const now = deps.now();
  const words = canonicalize(filter.search).split(/\s+/).filter(Boolean);
  const found = (await deps.directory.all())
    .map((entry) => ({ ...entry, status: membershipStatus(entry.activeUntil, now) }))
    .filter(
      (entry) =>
        (filter.status === undefined || entry.status === filter.status) &&
        (filter.category === undefined || entry.category === filter.category) &&
        (filter.state === undefined || entry.state === filter.state) &&
        words.every((word) => searchText(entry).includes(word)),
    );
  const asked = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  const details = { ...Object.fromEntries(asked), found: String(found.length) };
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action, details }));
  return found;
}

const searchText = ({ uid, username, email, firstName, lastName }: DirectoryEntry): string =>
  canonicalize([uid, username, email, firstName, lastName].join(' '));

/** The matching members as CSV, in the screen's words. Columns that an import also reads have the same names. */
export async function exportMembers(
  deps: AdminDeps,
  actor: Actor,
  filter: MemberFilter,
): Promise<{ fileName: string; csv: string }> {
  const found = await searchMembers(deps, actor, filter, 'export-members');
  const rows = found.map(({ uid, username, firstName, lastName, email, ...member }) => ({
    'Membership ID': uid,
    Username: username,
    'First name': firstName,
    'Last name': lastName,
    Email: email,
    Category: memberCategoryNames[member.category],
    Status: membershipStatusNames[member.status],
    'Valid until': member.activeUntil,
    Account: memberStateNames[member.state],
  }));
  return {
    fileName: `members-${deps.now().toISOString().slice(0, 10)}.csv`,
    csv: await formatCsv(rows),
  };
}

export interface RecipientQuery {
  /** Counted from 1. */
  page: number;
  limit: number;
  /** Part of an email address, matched literally. */
  search: string;
  status: RecipientStatus;
}

export interface RecipientPage {
  items: { email: string; isActive: boolean }[];
  total: number;
}

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
  const { page, limit, search, status } = query;
  const now = deps.now();
  const wanted = canonicalize(search);
  const found = (await deps.directory.all({ refresh: page === 1 }))
    .map(({ email, activeUntil, state }) => ({
      email,
      isDisabled: state === 'disabled',
      isActive: membershipStatus(activeUntil, now) === 'active',
    }))
    .filter(
      ({ email, isDisabled, isActive }) =>
        !isDisabled &&
        (status === 'all' || isActive === (status === 'active')) &&
        canonicalize(email).includes(wanted),
    );
  const details = { page: String(page), limit: String(limit), search, status, total: String(found.length) };
  const actor = actorFromMember(member);
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action: 'search-recipients', details }));
  return {
    items: found.slice((page - 1) * limit, page * limit).map(({ email, isActive }) => ({ email, isActive })),
    total: found.length,
  };
}
