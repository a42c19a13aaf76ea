import type { MemberCategory, MemberState, MembershipStatus } from '#shared/choices';
import { canonicalize } from '#shared/text';
import { type Actor, createAuditEntry } from '../audit/audit.ts';
import type { DirectoryEntry } from '../members/member.ts';
import { membershipStatus } from '../memberships/term.ts';
import type { DeskDeps } from './admin-action.ts';

/** What is looked for; an absent field asks for nothing. */
export interface MemberFilter {
  /** Every word of it somewhere in name, username, membership ID or address. */
  search: string;
  status?: MembershipStatus | undefined;
  category?: MemberCategory | undefined;
  state?: MemberState | undefined;
}

export type MemberListItem = DirectoryEntry & { status: MembershipStatus };

type SearchDeps = Pick<DeskDeps, 'now' | 'randomBytes' | 'directory' | 'audit'>;

/** The members who fit, by address; what was looked for is written down. */
export async function searchMembers(
  deps: SearchDeps,
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
        words.every((word) => textOf(entry).includes(word)),
    );
  const asked = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  const details = { ...Object.fromEntries(asked), found: String(found.length) };
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action, details }));
  return found;
}

const textOf = ({ uid, username, email, firstName, lastName }: DirectoryEntry): string =>
  canonicalize([uid, username, email, firstName, lastName].join(' '));
