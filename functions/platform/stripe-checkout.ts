import * as z from 'zod/mini';
import type { Checkout } from '../payments/payment.ts';

/** A checkout session of Stripe, its payment intent and charge expanded. */
const CheckoutSession = z.object({
  livemode: z.boolean(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_link: z.nullable(z.string()),
  client_reference_id: z.nullable(z.string()),
  currency: z.string(),
  amount_total: z.int(),
  payment_intent: z.object({
    id: z.string(),
    latest_charge: z.object({
      created: z.int(),
      amount_refunded: z.int(),
      disputed: z.boolean(),
      receipt_url: z.nullable(z.string()),
      receipt_number: z.nullable(z.string()),
    }),
  }),
});

/** Reads what came from `api`, Stripe's own or a stand-in's. */
export const parseCheckout = (session: unknown, api: string) =>
  z
    .pipe(
      CheckoutSession,
      z.transform((read) => toCheckout(read, api)),
    )
    .safeParse(session);

function toCheckout(session: z.output<typeof CheckoutSession>, api: string): Checkout {
  const { id, latest_charge: charge } = session.payment_intent;
  return {
    paymentId: id,
    paid: session.payment_status === 'paid',
    paidAt: new Date(charge.created * 1000),
    live: session.livemode,
    currency: session.currency.toUpperCase(),
    amountMinorUnits: session.amount_total,
    linkId: session.payment_link ?? '',
    reference: session.client_reference_id ?? '',
    isRefundedOrDisputed: charge.amount_refunded > 0 || charge.disputed,
    receiptUrl: isProvidersPage(charge.receipt_url, api) ? charge.receipt_url : '',
    receiptNumber: charge.receipt_number ?? '',
  };
}

/** A member follows this link: it leads to the provider, or on one machine to its stand-in, and nowhere else. */
function isProvidersPage(url: string | null, api: string): url is string {
  if (url === null || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return api.startsWith('https:')
    ? protocol === 'https:' && hostname.endsWith('.stripe.com')
    : protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
}
