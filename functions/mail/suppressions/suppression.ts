import { canonicalize } from '#shared/text';
import { type Actor, type AuditEntry, createAuditEntry, maskAddress } from '../../audit/audit.ts';
import { commitWithEntry, writeAuditEntry } from '../../audit/repository.ts';
import { limitRules } from '../../limits/limits.ts';
import { incrementCounter, resetCounter } from '../../limits/repository.ts';
import type { ChangeContext, Context } from '../../platform/context.ts';
import type { DeliveryEvent } from '../../platform/ses-events.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { insertSuppression, unsuppressAddressWrite } from './repository.ts';

/** A hard bounce or a complaint suppresses the address at once, a temporary bounce only above the limit. */
export async function suppressAfterEvent(
  context: Pick<Context, 'table' | 'now'>,
  { kind, address, detail }: DeliveryEvent,
): Promise<void> {
  let softBounces: number | undefined;
  if (kind === 'soft-bounced') {
    softBounces = await incrementCounter(context, limitRules.softBounces, canonicalize(address));
    if (softBounces <= limitRules.softBounces.max) return;
  }
  const reason = kind === 'complained' ? 'complained' : 'bounced';
  await insertSuppression(context, {
    address,
    reason,
    suppressedAt: context.now().toISOString(),
    detail,
    softBounces,
  });
}

const suppressionEntry = (
  context: Pick<Context, 'now' | 'randomBytes'>,
  { address, ...input }: Pick<AuditEntry, 'action' | 'reason'> & { actor: Actor; address: string },
): AuditEntry => createAuditEntry(context, { ...input, details: { address: maskAddress(address) } });

/** Somebody decided that the address gets no announcements; one that is blocked already stays as it is. */
export async function suppressAddress(
  context: ChangeContext,
  actor: Actor,
  address: string,
  reason: string,
): Promise<void> {
  const entry = suppressionEntry(context, { actor, action: 'suppress-address', reason, address });
  await writeAuditEntry(context, entry);
  const suppressedAt = context.now().toISOString();
  await insertSuppression(context, { address, reason: 'blocked', suppressedAt, detail: reason });
}

/** Temporary bounces are counted from zero again. @throws `address-not-suppressed` */
export async function unsuppressAddress(
  context: ChangeContext,
  actor: Actor,
  address: string,
  reason: string,
): Promise<void> {
  const entry = suppressionEntry(context, { actor, action: 'unsuppress-address', reason, address });
  const canonicalAddress = canonicalize(address);
  const failed = await commitWithEntry(context, entry, [unsuppressAddressWrite(canonicalAddress)]);
  if (failed.length > 0) throw new DomainError('address-not-suppressed');
  await resetCounter(context, limitRules.softBounces, canonicalAddress);
}
