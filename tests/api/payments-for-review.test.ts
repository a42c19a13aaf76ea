import { beforeEach, expect, it } from 'vitest';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { readRow } from '../../functions/platform/table/rows.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { checkout } from '../support/api/checkout.ts';
import { startAdministered } from '../support/api/signed-in.ts';

let api: Awaited<ReturnType<typeof startAdministered>>;
beforeEach(async () => {
  api = await startAdministered();
});

const list = async () => (await api.get('/admin/payments-for-review', { token: api.token })).body.data.items;
const resolve = (paymentId: string, reason = 'Refunded at Stripe') =>
  api.post('/admin/payments-for-review', { paymentId, reason }, { token: api.token });

it('the payments to review are listed, the oldest first; each is resolved once, with a reason', async () => {
  await fulfilPayment(api.context, checkout({ paymentId: 'pi_nobody', live: false, reference: 'nobody' }));
  await fulfilPayment(
    api.context,
    checkout({ paymentId: 'pi_live', paidAt: new Date('2026-03-01T08:00:00Z') }),
  );
  const older = { paymentId: 'pi_live', paidAt: '2026-03-01T08:00:00.000Z', reason: 'mode', reference: '' };
  expect(await list()).toEqual([
    { currency: 'HKD', amountMinorUnits: 36_000, ...older },
    expect.objectContaining({ paymentId: 'pi_nobody', reason: 'link', reference: 'nobody' }),
  ]);

  expect((await resolve('pi_nobody', ' ')).body.issues).toEqual([
    { path: 'reason', message: 'This field is required.' },
  ]);
  expect((await resolve('pi_none')).status).toBe(404);
  // Of several administrators one resolves it.
  const replies = await Promise.all(Array.from({ length: 4 }, () => resolve('pi_nobody')));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  expect(replies.find(({ status }) => status === 404)?.body.error).toBe('payment-not-in-review');
  expect(await list()).toMatchObject([{ paymentId: 'pi_live' }]);
  const key = keys.paymentResolved('2026-03-02T08:00:00.000Z', 'pi_nobody');
  expect(await readRow(api.context.table, key)).toMatchObject({
    resolution: 'Refunded at Stripe',
    expiresAt: Date.parse('2033-03-07T08:00:00Z') / 1000,
  });
  const { entries } = await api.operator.listAudit('2026-03', 50);
  expect(entries.filter(({ action }) => action === 'resolve-payment')).toHaveLength(1);
});
