import { memberCategoryNames, memberStateNames, membershipStatusNames } from '#shared/choices';
import { formatCsv } from '#shared/csv';
import type { Actor } from '../audit/audit.ts';
import { type MemberFilter, searchMembers } from './search-members.ts';

/** The matching members as CSV, which an import can read. */
export async function exportMembers(
  deps: Parameters<typeof searchMembers>[0],
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
