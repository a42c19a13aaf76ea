import { canonicalize } from '#shared/text';
import { type Actor, createAuditEntry, maskAddress } from '../../audit/audit.ts';
import { commitWithEntry, recordEntry } from '../../audit/repository.ts';
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

/** Somebody decided that the address gets no announcements; one that is blocked already stays as it is. */
export async function suppressAddress(
  context: ChangeContext,
  actor: Actor,
  address: string,
  reason: string,
): Promise<void> {
  const details = { address: maskAddress(address) };
  await recordEntry(context, { actor, action: 'suppress-address', reason, details });
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
  const details = { address: maskAddress(address) };
  const entry = createAuditEntry(context, { actor, action: 'unsuppress-address', reason, details });
  const canonicalAddress = canonicalize(address);
  const failed = await commitWithEntry(context, entry, [unsuppressAddressWrite(canonicalAddress)]);
  if (failed.length > 0) throw new DomainError('address-not-suppressed');
  await resetCounter(context, limitRules.softBounces, canonicalAddress);
}
