import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { formatHongKongTime } from '#shared/hong-kong';
import { CURRENCY, formatMoney } from '#shared/money';
import {
  type CatalogueLink,
  type CheckoutSession,
  type CompletedSession,
  formatCardNumber,
  isPaid,
  isReversed,
  paymentLinks,
  type StripeLedger,
  type TestCard,
  testCards,
} from './stripe-payments.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Stripe accepts these references, and ignores any other without an error. */
const REFERENCE = /^[\w-]{1,200}$/;

/** Routes under `/_local/pay`: the hosted card page of each payment link, and the receipts. */
export function cardRoutes(
  ledger: StripeLedger,
  clock: () => Date,
  onPaid: (session: CompletedSession, card: TestCard) => void,
): Hono {
  const routes = new Hono();

  routes.use(async (c, next) => {
    c.header('Content-Security-Policy', POLICY);
    await next();
  });

  for (const link of paymentLinks) {
    const open = (c: Context) => {
      const reference = c.req.query('client_reference_id') ?? '';
      return ledger.open(link, REFERENCE.test(reference) ? reference : null);
    };

    routes.get(`/${link.type}`, (c) => c.html(cardPage(link, open(c))));

    routes.post(`/${link.type}`, async (c) => {
      const form = await c.req.formData().catch(() => new FormData());
      const typed = String(form.get('card') ?? '');
      const card = testCards.find(({ number }) => number === typed.replace(/[\s-]/g, ''));
      const opened = ledger.find(String(form.get('session') ?? ''));
      const session = opened?.linkId === link.id ? opened : open(c);
      if (!card) {
        const error =
          typed === '' ? 'Enter a card number.' : 'This page accepts test cards only. Nothing was charged.';
        return c.html(cardPage(link, session, { typed, error }), 400);
      }
      if (card.declined) {
        const error = 'Your card was declined. Nothing was charged. Try another card.';
        return c.html(cardPage(link, session, { typed, error }), 402);
      }
      const { paid, isNew } = await ledger.pay(session, card);
      if (isNew) onPaid(paid, card);
      // A redirect, so that reloading the next page does not pay again.
      return c.redirect(`/_local/pay/receipts/${paid.payment.charge}`, 303);
    });
  }

  routes.get('/receipts/:charge', (c) => {
    const session = ledger.findByCharge(c.req.param('charge'));
    if (!session) return c.html(missingPage, 404);
    // Until the bank has confirmed.
    if (!isPaid(session, clock())) c.header('Refresh', '2');
    return c.html(receiptPage(session, clock()));
  });
  return routes;
}

type Markup = ReturnType<typeof html>;

const ASSOCIATION = 'Asia Graphics Association';

const page = (title: string, body: Markup): Markup => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} - ${ASSOCIATION}</title>
    <link rel="stylesheet" href="/_local/local-pages.css">
  </head>
  <body class="pay">
    <aside class="test-banner"><p><strong>Test payment page.</strong> No bank is contacted and no money is charged.</p></aside>
    ${body}
  </body>
</html>`;

/** The form; `rejected` has the number that was entered and why it was rejected. */
function cardPage(
  link: CatalogueLink,
  session: CheckoutSession,
  rejected?: { typed: string; error: string },
): Markup {
  const withoutReference = html`<p class="hint">This link has no member reference. The payment would appear under Payments to review.</p>`;
  return page(
    `Pay ${formatMoney(CURRENCY, link.feeMinorUnits)}`,
    html`<main>
        <p>${ASSOCIATION}</p>
        <h1>${link.product}</h1>
        <p>Annual membership fee</p>
        <p class="price">${formatMoney(CURRENCY, link.feeMinorUnits)}</p>
        ${session.reference === null ? withoutReference : ''}
        <form method="post">
          <h2>Pay with card</h2>
          <input type="hidden" name="session" value="${session.id}">
          <div>
            <label for="card">Card number</label>
            <input id="card" name="card" inputmode="numeric" autocomplete="off" list="numbers" maxlength="30" placeholder="1234 1234 1234 1234" value="${rejected?.typed ?? ''}"${rejected ? html` aria-invalid="true" aria-describedby="card-error" autofocus` : ''}>
            ${rejected ? html`<p id="card-error" class="card-error">${rejected.error}</p>` : ''}
            <datalist id="numbers">${testCards.map(({ number, effect }) => html`<option value="${formatCardNumber(number)}">${effect}</option>`)}</datalist>
          </div>
          <div>
            <label for="expiry">Expiry date</label>
            <input id="expiry" inputmode="numeric" autocomplete="off" maxlength="7" value="12 / 34">
          </div>
          <div>
            <label for="code">Security code</label>
            <input id="code" inputmode="numeric" autocomplete="off" maxlength="4" value="123">
          </div>
          <button>Pay ${formatMoney(CURRENCY, link.feeMinorUnits)}</button>
        </form>
        <section aria-labelledby="tests">
          <h2 id="tests">Test cards</h2>
          <p class="hint">Other card numbers are rejected. Expiry date and security code are not checked.</p>
          <table>
            <thead><tr><th scope="col">Number</th><th scope="col">Result</th></tr></thead>
            <tbody>${testCards.map(
              ({ number, effect }) => html`
              <tr><th scope="row">${formatCardNumber(number)}</th><td>${effect}</td></tr>`,
            )}
            </tbody>
          </table>
        </section>
    </main>`,
  );
}

/** The page after the payment, to which the member's records link as the receipt. */
function receiptPage(session: CompletedSession, now: Date): Markup {
  const { product, feeMinorUnits } = linkOf(session);
  const { receiptNumber, paidAt, lastDigits } = session.payment;
  const rows = [
    ['Receipt number', receiptNumber],
    ['Amount', formatMoney(CURRENCY, feeMinorUnits)],
    ['For', `${product}, annual membership fee`],
    ['Paid on', formatHongKongTime(new Date(paidAt))],
    ['Card', `Test card ending in ${lastDigits}`],
    ['Status', statusOf(session, now)],
  ];
  const [heading, next] = isPaid(session, now)
    ? ['Payment received', 'Thank you. You can close this page.']
    : ['Waiting for the bank', 'This takes a few seconds. The page refreshes automatically.'];
  return page(
    `Receipt ${receiptNumber}`,
    html`<main>
      <h1>Receipt from ${ASSOCIATION}</h1>
      <div role="status">
        <h2>${heading}</h2>
        <p>${next}</p>
      </div>
      <dl>${rows.map(
        ([name, value]) => html`
        <div><dt>${name}</dt><dd>${value}</dd></div>`,
      )}
      </dl>
      <p class="hint">Test receipt. Not valid for reimbursement.</p>
    </main>`,
  );
}

function statusOf(session: CompletedSession, now: Date): string {
  if (isReversed(session, 'refund', now)) return 'Refunded';
  if (isReversed(session, 'dispute', now)) return 'Disputed';
  return isPaid(session, now) ? 'Paid' : 'Pending';
}

const missingPage = page(
  "This receipt doesn't exist",
  html`<main>
      <h1>This receipt doesn't exist.</h1>
      <p>Open the payment page from the User Center, under Membership Status.</p>
    </main>`,
);

function linkOf({ linkId }: CheckoutSession): CatalogueLink {
  const link = paymentLinks.find(({ id }) => id === linkId);
  if (!link) throw new Error(`The payment link ${linkId} is no longer offered`);
  return link;
}
