import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reconcilePayments } from '../../../functions/payments/fulfil-payment.ts';
import type { Checkout } from '../../../functions/platform/payment-provider.ts';
import { type StripeEmulator, startStripe } from '../../../infra/local/emulators/stripe.ts';
import { startApi } from '../../support/api/api.ts';
import { providerAt } from '../../support/api/checkout.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let stripe: StripeEmulator;
let deps: Parameters<typeof reconcilePayments>[0];

beforeEach(async () => {
  api = await startApi();
  stripe = await startStripe({
    folder: temporaryFolder(),
    clock: () => api.time.now,
    publicUrl: () => 'http://localhost:8080',
  });
  deps = {
    ...api.deps,
    ...api.repositoriesOf('reconcile-payments'),
    provider: providerAt(stripe.apiUrl, api.deps.log),
  };
  await api.register();
});
afterEach(() => stripe.close());

const member = async () => {
  const found = await api.deps.members.findMemberByUsername('utah_teapot');
  if (!found) throw new Error('the member of the test is not there');
  return found;
};
const pay = (type: string, reference: string, card = '4242424242424242') =>
  stripe.routes.request(`/pay/${type}?client_reference_id=${reference}`, {
    method: 'POST',
    body: new URLSearchParams({ card }),
  });
const events = () => api.reports.map(({ event }) => event).filter((event) => event.startsWith('payment'));

describe('the reconcile job', () => {
  it('turns payments of the card page into terms, once', async () => {
    const { uid, paymentReference } = await member();
    await pay('student', paymentReference);
    await pay('professional', 'nobody');
    expect(await reconcilePayments(deps)).toEqual(
      new Map([
        ['unmatched', 1],
        ['fulfilled', 1],
      ]),
    );
    expect(await member()).toMatchObject({ activeUntil: '2027-01-01' });
    expect(await api.deps.terms.listTerms(uid)).toMatchObject([
      { type: 'student', transactionDate: '2026-03-02', receiptNumber: 'AG-000001' },
    ]);
    expect(await reconcilePayments(deps)).toEqual(new Map([['already-recorded', 2]]));
  });

  it('looks back 31 days', async () => {
    await pay('professional', (await member()).paymentReference);
    api.pass(31 * 86_400_000 + 1_000);
    expect(await reconcilePayments(deps)).toEqual(new Map());
    api.pass(-1_000);
    expect(await reconcilePayments(deps)).toEqual(new Map([['fulfilled', 1]]));
  });

  it('goes on after a payment that fails, and logs it', async () => {
    const { paymentReference } = await member();
    await pay('student', paymentReference);
    await pay('student', 'stumbles');
    const findUidByPaymentReference = async (reference: string) => {
      if (reference === 'stumbles') throw new Error('the table is gone');
      return deps.members.findUidByPaymentReference(reference);
    };
    const members = { ...deps.members, findUidByPaymentReference };
    const result = await reconcilePayments({ ...deps, members });
    expect(result).toEqual(
      new Map([
        ['failed', 1],
        ['fulfilled', 1],
      ]),
    );
    expect(events()).toEqual(['payment-failed', 'payment-fulfilled', 'payments-reconciled']);
    expect(await reconcilePayments(deps)).toEqual(
      new Map([
        ['unmatched', 1],
        ['already-recorded', 1],
      ]),
    );
  });

  it('keeps what it has done when the provider fails, and logs it', async () => {
    await pay('student', (await member()).paymentReference);
    const { listPaidCheckouts } = deps.provider;
    async function* breaksOff(since: Date): AsyncGenerator<Checkout> {
      yield* listPaidCheckouts(since);
      throw new Error('the connection is gone');
    }
    await reconcilePayments({ ...deps, provider: { ...deps.provider, listPaidCheckouts: breaksOff } });
    expect(await member()).toMatchObject({ activeUntil: '2027-01-01' });
    expect(events()).toEqual(['payment-fulfilled', 'payment-provider-unreachable']);
  });
});
