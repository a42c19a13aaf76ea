import type * as z from 'zod/mini';
import type { getRecipients } from '#contract/admin-members';
import { MEMBERSHIP_STATUSES, type MembershipStatus, type RecipientStatus } from '#shared/choices';
import { personName } from '#shared/person-name';
import { type AuditDetails, actorFromMember } from '../audit/audit.ts';
import { recordEntry } from '../audit/repository.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import type { Member } from '../members/member.ts';
import { membershipStatus } from '../memberships/term.ts';
import type { AdminContext } from './member-actions.ts';
import { describeFilter, isUnfiltered, memberFilter, SHORT_PAGE } from './search-members.ts';

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
 * The addresses that can receive email, in their order; disabled accounts are left out. The first page reads the members
 * anew, unless they were read within ten seconds; the next pages continue from that reading. Each call is recorded in the
 * audit log before the reply, except the one with which the picker opens.
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
  const found = (await context.directory.list({ refresh: page === 1 })).filter(
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
    membershipStatus: membershipStatus(entry, now),
  }));
  return { items, total: found.length };
}
