import { canonicalize } from '#shared/text';
import { type Actor, createAuditEntry, maskAddress } from '../../audit/audit.ts';
import { commitWithEntry, recordEntry } from '../../audit/repository.ts';
import { limitRules } from '../../limits/limits.ts';
import { resetCounter } from '../../limits/repository.ts';
import type { ChangeContext } from '../../platform/context.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { insertSuppression, unsuppressAddressWrite } from './repository.ts';

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
