import { type Context, Hono } from 'hono';
import { cardPage, missingPage, paidPage, receiptPage } from './card-pages.ts';
import { paymentLinks, testCards } from './stripe-catalogue.ts';
import { isComplete, isPaid, type StripeLedger } from './stripe-ledger.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Stripe accepts these references, and ignores any other without an error. */
const REFERENCE = /^[\w-]{1,200}$/;

/** Routes under `/_local`: the hosted card page of each payment link, and the receipts. */
export function cardRoutes(ledger: StripeLedger, clock: () => Date): Hono {
  const routes = new Hono().basePath('/pay');

  routes.use(async (c, next) => {
    c.header('Content-Security-Policy', POLICY);
    await next();
  });

  for (const link of paymentLinks) {
    const open = (c: Context) => {
      const reference = c.req.query('client_reference_id') ?? '';
      return ledger.open(link, REFERENCE.test(reference) ? reference : null);
    };

    routes.get(`/${link.type}`, async (c) => c.html(cardPage(link, await open(c))));

    routes.post(`/${link.type}`, async (c) => {
      const form = await c.req.formData().catch(() => new FormData());
      const typed = String(form.get('card') ?? '');
      const card = testCards.find(({ number }) => number === typed.replace(/[\s-]/g, ''));
      const opened = ledger.find(String(form.get('session') ?? ''));
      const session = opened?.linkId === link.id ? opened : await open(c);
      if (!card) {
        const error =
          typed === '' ? 'Enter a card number.' : 'This page accepts test cards only. Nothing was charged.';
        return c.html(cardPage(link, session, { typed, error }), 400);
      }
      if (card.declined) {
        const error = 'Your card was declined. Nothing was charged. Try another card.';
        return c.html(cardPage(link, session, { typed, error }), 402);
      }
      await ledger.pay(session, card);
      // A redirect, so that reloading the next page does not pay again.
      return c.redirect(`/_local/pay/done/${session.id}`, 303);
    });
  }

  routes.get('/done/:session', (c) => {
    const session = ledger.find(c.req.param('session'));
    if (!session || !isComplete(session)) return c.html(missingPage('payment'), 404);
    if (!isPaid(session, clock())) c.header('Refresh', '2');
    return c.html(paidPage(session, clock()));
  });

  routes.get('/receipts/:charge', (c) => {
    const session = ledger.findByCharge(c.req.param('charge'));
    return session ? c.html(receiptPage(session, clock())) : c.html(missingPage('receipt'), 404);
  });
  return routes;
}
