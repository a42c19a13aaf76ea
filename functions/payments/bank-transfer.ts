import { createHash } from 'node:crypto';
import type { MembershipType } from '#shared/choices';
import { hongKongInstant } from '#shared/hong-kong';
import { CURRENCY, formatAmount } from '#shared/money';
import type { DeskDeps } from '../admin/admin-action.ts';
import { requirePastDate } from '../admin/term-actions.ts';
import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import { loadMemberForAction } from '../members/members.ts';
import { extendMembership, type Plan } from '../memberships/extend-membership.ts';
import { DomainError } from '../shared/domain-error.ts';
import { paidTerm } from './paid-term.ts';
import type { Checkout } from './payment.ts';

export interface Transfer {
  type: MembershipType;
  amountMinorUnits: number;
  /** The day on which the money came, in Hong Kong. */
  date: string;
  /** What the bank's statement says. */
  reference: string;
}

export type BankTransferResult = { outcome: 'fulfilled'; validUntil: string } | { outcome: 'overpayment' };

/**
 * Turns money on the association's account into a term, as a payment on the hosted page does. The same transfer again,
 * by whomever, is refused with `transfer-exists`. `overpayment`: the member is a year ahead; it waits on the treasurer's list.
 */
export async function recordBankTransfer(
  deps: DeskDeps,
  deed: AdminAction,
  transfer: Transfer,
): Promise<BankTransferResult> {
  const { uid } = deed;
  const { type, date, reference, amountMinorUnits } = transfer;
  requirePastDate(date, deps.now());
  const { paymentReference } = await loadMemberForAction(deps, deed);
  const checkout = checkoutFromTransfer(uid, transfer, paymentReference);
  const amount = formatAmount(amountMinorUnits);
  const entry = auditEntryFor(deps, deed, 'record-bank-transfer', { type, amount, date, reference });
  let validUntil = '';
  const paid = paidTerm(deps, checkout, { type, accessMethod: 'bank-transfer' });
  const plan: Plan = (...seen) => {
    const planned = paid(...seen);
    validUntil = planned?.activeUntil ?? '';
    return planned;
  };
  const result = await extendMembership(deps.terms, uid, plan, checkout, entry);
  deps.directory.invalidate();
  switch (result) {
    case 'added':
      return { outcome: 'fulfilled', validUntil };
    case 'known':
      throw new DomainError('transfer-exists');
    case 'unknown-member':
      throw new DomainError('member-not-found');
    case 'nothing-to-extend':
      if ((await deps.terms.setAside(checkout, 'overpayment', uid, entry)) === 'known') {
        throw new DomainError('transfer-exists');
      }
      return { outcome: 'overpayment' };
  }
}

/** The id is made of what the bank's statement says, so that one line of it counts once. */
function checkoutFromTransfer(uid: string, transfer: Transfer, paymentReference: string): Checkout {
  const { date, reference, amountMinorUnits } = transfer;
  const hash = createHash('sha256')
    .update([uid, date, reference.toLowerCase().replace(/\s+/g, ' '), amountMinorUnits].join('\n'))
    .digest('hex');
  return {
    paymentId: `bank-${hash.slice(0, 20)}`,
    paid: true,
    paidAt: hongKongInstant(date),
    live: true,
    currency: CURRENCY,
    amountMinorUnits,
    linkId: '',
    reference: paymentReference,
    isRefundedOrDisputed: false,
    receiptUrl: '',
    receiptNumber: '',
  };
}
