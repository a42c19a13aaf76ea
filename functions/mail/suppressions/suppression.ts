import type { SuppressionReason } from '#shared/choices';
import type { Page } from '#shared/paging';
import { canonicalize } from '#shared/text';
import { type AuditEntry, actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import { currentWindow, limitRules } from '../../limits/limits.ts';
import type { Limits } from '../../limits/repository.ts';
import type { Member } from '../../members/member.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { TableWrite } from '../../platform/table/writes.ts';
import { DomainError } from '../../shared/domain-error.ts';

/** An address that announcements no longer go to. */
export interface Suppression {
  address: string;
  reason: SuppressionReason;
  /** ISO 8601, UTC. */
  suppressedAt: string;
  /** What the receiving side said. */
  detail: string;
  /** How often mail came back for now, where that holds it. */
  softBounces?: number | undefined;
}

export interface Suppressions {
  /** Whatever is there. Label `suppression`. */
  removeWrite(canonicalEmail: string): TableWrite;
  /** Does nothing where the address is held already. */
  hold(suppression: Suppression): Promise<void>;
  list(prefix: string, limit: number, cursor?: string): Promise<Page<Suppression>>;
  /** False where nothing holds the address. */
  lift(canonicalAddress: string, entry: AuditEntry): Promise<boolean>;
}

/** Bounces are counted anew from here. Refuses with `address-not-suppressed`. */
export async function unsuppressAddress(
  deps: Pick<Runtime, 'now' | 'randomBytes'> & { suppressions: Suppressions; limits: Limits },
  caller: Member,
  address: string,
  reason: string,
): Promise<void> {
  const entry = createAuditEntry(deps, {
    actor: actorFromMember(caller),
    action: 'unsuppress-address',
    reason,
    details: { address },
  });
  if (!(await deps.suppressions.lift(canonicalize(address), entry)))
    throw new DomainError('address-not-suppressed');
  const { softBounces } = limitRules;
  await deps.limits.reset(softBounces.name, canonicalize(address), currentWindow(softBounces, deps.now()));
}
