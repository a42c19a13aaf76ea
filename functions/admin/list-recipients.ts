import type { RecipientStatus } from '#shared/choices';
import { canonicalize } from '#shared/text';
import { actorFromMember, createAuditEntry } from '../audit/audit.ts';
import type { AuditLog } from '../audit/repository.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import type { Limits } from '../limits/repository.ts';
import type { MemberDirectory } from '../members/directory.ts';
import type { Caller } from '../members/member.ts';
import { membershipStatus } from '../memberships/term.ts';
import type { Runtime } from '../platform/runtime.ts';

export interface RecipientQuery {
  /** From 1. */
  page: number;
  limit: number;
  /** A part of an address, as it is. */
  search: string;
  status: RecipientStatus;
}

export interface RecipientPage {
  items: { email: string; isActive: boolean }[];
  total: number;
}

export interface ListUsersDeps extends Runtime {
  directory: MemberDirectory;
  limits: Limits;
  audit: AuditLog;
}

/**
 * The addresses that a mail can go to, by address; an account that is disabled gets none and is left out. A first page shows
 * who is there now, the others go on from what it saw. Every call is written down before it is answered.
 */
export async function listUsers(
  deps: ListUsersDeps,
  { member }: Caller,
  query: RecipientQuery,
): Promise<RecipientPage> {
  await enforceLimit(deps, limitRules.listUsers, member.uid);
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
  await deps.audit.writeEntry(
    createAuditEntry(deps, { actor: actorFromMember(member), action: 'search-recipients', details }),
  );
  return {
    items: found.slice((page - 1) * limit, page * limit).map(({ email, isActive }) => ({ email, isActive })),
    total: found.length,
  };
}
