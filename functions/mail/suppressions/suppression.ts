import { canonicalize } from '#shared/text';
import { type Actor, type AuditEntry, createAuditEntry, maskAddress } from '../../audit/audit.ts';
import type { AuditLog } from '../../audit/repository.ts';
import { currentWindow, limitRules } from '../../limits/limits.ts';
import type { Limits } from '../../limits/repository.ts';
import type { Members } from '../../members/repository.ts';
import type { KeyedHash } from '../../platform/keyed-hash.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DeliveryEvent } from '../../platform/ses-events.ts';
import type { Table } from '../../platform/table/table.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { Recipients } from './recipients.ts';
import type { Suppressions } from './repository.ts';

export type SuppressionsDeps = Runtime & {
  table: Pick<Table, 'commit'>;
  members: Members;
  suppressions: Suppressions;
  recipients: Recipients;
  audit: AuditLog;
  limits: Limits;
  keyedHash: KeyedHash;
};

/** A hard bounce or a complaint suppresses the address at once, a temporary bounce only above the limit. */
export async function suppressAfterEvent(
  {
    now,
    limits,
    suppressions,
  }: Pick<SuppressionsDeps, 'now'> & {
    limits: Pick<Limits, 'increment'>;
    suppressions: Pick<Suppressions, 'suppress'>;
  },
  { kind, address, detail }: DeliveryEvent,
): Promise<void> {
  let softBounces: number | undefined;
  if (kind === 'soft-bounced') {
    const { name, max } = limitRules.softBounces;
    const window = currentWindow(limitRules.softBounces, now());
    softBounces = await limits.increment(name, canonicalize(address), window, 1);
    if (softBounces <= max) return;
  }
  const reason = kind === 'complained' ? 'complained' : 'bounced';
  await suppressions.suppress({ address, reason, suppressedAt: now().toISOString(), detail, softBounces });
}

type SuppressionChangeDeps = Pick<
  SuppressionsDeps,
  'now' | 'randomBytes' | 'table' | 'suppressions' | 'audit' | 'limits'
>;

const suppressionEntry = (
  deps: Pick<SuppressionChangeDeps, 'now' | 'randomBytes'>,
  { address, ...input }: Pick<AuditEntry, 'action' | 'reason'> & { actor: Actor; address: string },
): AuditEntry => createAuditEntry(deps, { ...input, details: { address: maskAddress(address) } });

/** Somebody decided that the address gets no announcements; one that is blocked already stays as it is. */
export async function suppressAddress(
  deps: SuppressionChangeDeps,
  actor: Actor,
  address: string,
  reason: string,
): Promise<void> {
  const entry = suppressionEntry(deps, { actor, action: 'suppress-address', reason, address });
  await deps.audit.writeEntry(entry);
  const suppressedAt = deps.now().toISOString();
  await deps.suppressions.suppress({ address, reason: 'blocked', suppressedAt, detail: reason });
}

/** Temporary bounces are counted from zero again. @throws `address-not-suppressed` */
export async function unsuppressAddress(
  deps: SuppressionChangeDeps,
  actor: Actor,
  address: string,
  reason: string,
): Promise<void> {
  const entry = suppressionEntry(deps, { actor, action: 'unsuppress-address', reason, address });
  const canonicalAddress = canonicalize(address);
  const failed = await deps.table.commit([
    deps.suppressions.unsuppressWrite(canonicalAddress),
    ...deps.audit.entryWrites(entry),
  ]);
  if (failed.length > 0) throw new DomainError('address-not-suppressed');
  const { softBounces } = limitRules;
  await deps.limits.reset(softBounces.name, canonicalAddress, currentWindow(softBounces, deps.now()));
}
