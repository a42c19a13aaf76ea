import { CURRENCY } from '#shared/money';
import { nextTerm } from '../memberships/term.ts';
import type { PaymentLink } from './payment.ts';

/** A hosted page and where it is: https, or a path of the site itself; without a query. */
export interface HostedPage extends PaymentLink {
  url: string;
}

/** What the member can pay now, and where; `validUntil` is the 1 January that the payment leads to. */
export interface Offer extends HostedPage {
  currency: string;
  validUntil: string;
}

/** None where a payment would extend nothing: the member already is a year ahead. */
export function paymentOffers(
  pages: readonly HostedPage[],
  { activeUntil, paymentReference }: { activeUntil: string; paymentReference: string },
  now: Date,
): Offer[] {
  const term = nextTerm(activeUntil, now);
  if (!term) return [];
  return pages.map((page) => ({
    ...page,
    url: `${page.url}?client_reference_id=${encodeURIComponent(paymentReference)}`,
    currency: CURRENCY,
    validUntil: term.endDate,
  }));
}
