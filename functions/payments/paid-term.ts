import type { MembershipType } from '#shared/choices';
import { hongKongDate } from '#shared/hong-kong';
import type { Plan } from '../memberships/extend-membership.ts';
import { nextTerm, type Term } from '../memberships/term.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Checkout } from './payment.ts';
import { paperFor } from './receipt.ts';

/** What a payment of the fee buys: the member's next term, with a receipt; nothing for who is a year ahead. */
export const paidTerm =
  (
    deps: Pick<Runtime, 'now' | 'randomBytes'>,
    checkout: Checkout,
    { type, accessMethod }: { type: MembershipType; accessMethod: 'online-payment' | 'bank-transfer' },
  ): Plan =>
  (activeUntil, holder) => {
    const period = nextTerm(activeUntil, checkout.paidAt);
    if (!period) return undefined;
    const term: Term = {
      id: checkout.paymentId,
      type,
      accessMethod,
      transactionDate: hongKongDate(checkout.paidAt),
      receiptUrl: checkout.receiptUrl,
      receiptNumber: '',
      ...period,
      expireDate: period.endDate,
    };
    return { activeUntil: period.endDate, term, paper: paperFor(deps, holder, term, checkout) };
  };
