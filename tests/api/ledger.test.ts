import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerCell } from '#shared/ledger';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { createReceipt, formatReceiptNumber } from '../../functions/payments/receipt.ts';
import type { Checkout } from '../../functions/platform/payment-provider.ts';
import { checkout, paymentRules, providerOf } from '../support/api/checkout.ts';
import { insertMember, member, term } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';
import { readExport } from '../support/api/stored-files.ts';

let api: Awaited<ReturnType<typeof startAdministered>>;
let token: string;
beforeEach(async () => {
  api = await startAdministered();
  ({ token } = api);
});

/** Signed in anew: a session does not last as long. */
async function moveTo(time: string) {
  api.time.now = new Date(time);
  token = (await api.signIn()).body.token;
}
const addMember = async (username: string, given: Parameters<typeof member>[0] = {}) => {
  const email = `${username}@example.org`;
  const added = member({ username, email, uid: String(20_000_000 + username.length), ...given });
  await insertMember(api.table, added);
  return added;
};
const fulfil = (given: Partial<Checkout>) => {
  const payment = checkout(given);
  return fulfilPayment({ ...api.deps, provider: providerOf(payment), paymentRules }, payment);
};
const page = async (query: string) => (await api.get(`/admin/ledger?${query}`, { token })).body.data;
const lines = async (query = 'year=2026') => (await page(query)).items;
const cells = async (year = 2026): Promise<LedgerCell[]> =>
  (await api.get(`/admin/ledger-sums?year=${year}`, { token })).body.data.cells;
const net = (of: readonly { amountMinorUnits: number }[]) =>
  of.reduce((sum, { amountMinorUnits }) => sum + amountMinorUnits, 0);

describe('the ledger', () => {
  it('has a payment in the year and month of Hong Kong in which it was paid', async () => {
    const [last, first] = [await addMember('last'), await addMember('first_one')];
    await fulfil({
      paymentId: 'pi_last',
      reference: last.paymentReference,
      paidAt: new Date('2026-12-31T15:59:59Z'),
    });
    await fulfil({
      paymentId: 'pi_first',
      reference: first.paymentReference,
      paidAt: new Date('2026-12-31T16:00:00Z'),
    });
    expect(await lines('year=2026')).toMatchObject([{ day: '2026-12-31', uid: last.uid }]);
    expect(await lines('year=2027&month=1')).toMatchObject([{ day: '2027-01-01', uid: first.uid }]);
    expect(await lines('year=2027&month=2')).toEqual([]);
    expect(await cells(2027)).toMatchObject([{ month: '2027-01', count: 1, amountMinorUnits: 36_000 }]);
  });

  it('says who paid what as what kind of member, and how', async () => {
    const fellow = await addMember('fellow', { category: 'fellow' });
    await fulfil({ reference: fellow.paymentReference });
    const transfer = { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01' } as const;
    await api.operator.recordBankTransfer('utah_teapot', { ...transfer, reference: 'FPS 78' }, 'Seen');
    await api.operator.setCategory('fellow', 'honorary', 'Elected');
    expect(await lines()).toMatchObject([
      {
        kind: 'payment',
        number: 'AG-000001',
        payer: `${fellow.firstName} ${fellow.lastName}`,
        hasAccount: true,
        type: 'professional',
        category: 'fellow',
        method: 'online-payment',
        paymentId: 'pi_3QteapotBunny0001',
        amountMinorUnits: 36_000,
        isInReview: false,
      },
      { number: 'AG-000002', type: 'student', method: 'bank-transfer', bankReference: 'FPS 78' },
    ]);
  });

  it('has payments that extended nothing until and after they are reviewed, and no test payments', async () => {
    await fulfil({ paymentId: 'pi_nobody', reference: 'nobody' });
    await fulfil({ paymentId: 'pi_euro', currency: 'EUR' });
    await fulfil({ paymentId: 'pi_test', live: false });
    const review = { paymentId: 'pi_nobody', reason: 'Kept as a gift' };
    await api.post('/admin/payments-for-review', review, { token });
    expect(await lines()).toMatchObject([
      { paymentId: 'pi_nobody', outcome: 'unmatched', isInReview: false, payer: '', hasAccount: false },
      { paymentId: 'pi_euro', outcome: 'currency', isInReview: true, currency: 'EUR' },
    ]);
  });

  it('has a refund as an entry of its own day, for each part, and takes back one that failed', async () => {
    const { paymentReference: reference } = await addMember('refunded');
    await fulfil({ reference });
    const refund = async (day: string, refundedMinorUnits: number) => {
      await moveTo(`${day}T08:00:00Z`);
      const again = { reference, isRefundedOrDisputed: refundedMinorUnits > 0, refundedMinorUnits };
      await Promise.all([fulfil(again), fulfil(again)]);
    };
    await refund('2026-03-03', 10_000);
    await refund('2026-03-04', 36_000);
    expect(await lines()).toMatchObject([
      { kind: 'refund', day: '2026-03-04', amountMinorUnits: -26_000, receipt: 'AG-000001' },
      { kind: 'refund', day: '2026-03-03', amountMinorUnits: -10_000, type: 'professional' },
      { kind: 'payment', day: '2026-03-02', refundedMinorUnits: 36_000, isInReview: true },
    ]);
    expect(net(await cells())).toBe(0);
    await refund('2026-03-05', 10_000);
    expect(await lines('year=2026&month=3')).toMatchObject([
      { kind: 'refund', day: '2026-03-05', amountMinorUnits: 26_000 },
      {},
      {},
      { refundedMinorUnits: 10_000 },
    ]);
    expect(net(await cells())).toBe(26_000);
  });

  it('has the refund of a payment that was refunded before anybody saw it', async () => {
    const { paymentReference: reference } = await addMember('early');
    await fulfil({ reference, isRefundedOrDisputed: true, refundedMinorUnits: 36_000 });
    expect(await lines()).toMatchObject([
      { kind: 'refund', amountMinorUnits: -36_000 },
      { kind: 'payment', outcome: 'refunded-or-disputed', isInReview: true },
    ]);
  });

  it('shows a dispute, which pays nothing back by itself', async () => {
    const { paymentReference: reference } = await addMember('disputed');
    await fulfil({ reference });
    await fulfil({ reference, isRefundedOrDisputed: true });
    expect(await lines()).toMatchObject([{ kind: 'payment', isRefundedOrDisputed: true, isInReview: true }]);
    expect(net(await cells())).toBe(36_000);
  });

  it('has a refund once, whoever reports it, also after a dispute and after one that failed', async () => {
    const { paymentReference: reference } = await addMember('disputed');
    await fulfil({ reference });
    const refunded = { reference, isRefundedOrDisputed: true, refundedMinorUnits: 36_000 };
    for (const before of [{ isRefundedOrDisputed: true }, { refundedMinorUnits: 0 }]) {
      await fulfil({ reference, ...before });
      for (let report = 0; report < 3; report += 1) {
        api.pass(1000);
        await fulfil(refunded);
      }
      expect(net(await cells())).toBe(0);
      api.pass(1000);
    }
  });

  it('has a refund once whose two reports come at the same time, and one that was told late not at all', async () => {
    const { paymentReference: reference } = await addMember('in_parts');
    await fulfil({ reference });
    const refunded = (refundedMinorUnits: number) =>
      checkout({ reference, isRefundedOrDisputed: true, refundedMinorUnits });
    const { payments } = api.deps;
    const report = (given: Checkout, latest: Checkout, meanwhile = async () => {}) =>
      fulfilPayment(
        {
          ...api.deps,
          provider: providerOf(latest),
          payments: {
            ...payments,
            async findPayment(id) {
              const payment = await payments.findPayment(id);
              await meanwhile();
              return payment;
            },
          },
          paymentRules,
        },
        given,
      );
    const amounts = async () =>
      (await lines()).map(({ amountMinorUnits }: { amountMinorUnits: number }) => amountMinorUnits);
    let isFirst = true;
    // Between reading and writing the second part, the first is recorded.
    await report(refunded(20_000), refunded(20_000), async () => {
      if (!isFirst) return;
      isFirst = false;
      await fulfil(refunded(10_000));
      api.pass(1000);
    });
    expect(await amounts()).toEqual([-10_000, -10_000, 36_000]);
    // A page of payments that was read before the refunds.
    await report(checkout({ reference }), refunded(20_000));
    expect(await amounts()).toEqual([-10_000, -10_000, 36_000]);
  });

  it.each([
    {
      what: 'on the day on which money was sent back',
      isSentBack: true,
      day: '2027-04-01',
      left: [108_000, -72_000],
    },
    {
      what: 'on the day of a record of money that never came',
      isSentBack: false,
      day: '2026-03-01',
      left: [36_000, 0],
    },
  ])('has a void, with or without a credit note, $what', async ({ isSentBack, day, left }) => {
    const transfer = { type: 'professional', amountMinorUnits: 36_000, date: '2026-03-01' } as const;
    for (const reference of ['one', 'two', 'three'])
      await api.operator.recordBankTransfer('utah_teapot', { ...transfer, reference }, 'On the statement');
    const recorded: { bankReference: string; paymentId: string }[] = await lines();
    await moveTo('2027-04-01T08:00:00Z');
    for (const { bankReference, paymentId } of recorded)
      if (bankReference !== 'one')
        await api.operator.voidBankTransfer('utah_teapot', { paymentId, isSentBack }, 'See the statement');
    const all = [...(await lines('year=2027')), ...(await lines('year=2026'))];
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'credit-note', day, number: 'AG-000003', receipt: 'AG-000002' }),
        expect.objectContaining({ kind: 'void', day, amountMinorUnits: -36_000 }),
      ]),
    );
    const payments = all.filter(({ kind }) => kind === 'payment');
    expect(payments.map(({ cancelledBy, outcome }) => cancelledBy ?? outcome)).toEqual(
      expect.arrayContaining(['AG-000003', 'voided', undefined]),
    );
    expect([net(await cells(2026)), net(await cells(2027))]).toEqual(left);
  });

  it('has a transfer that is corrected in January once, in the year in which its money arrived', async () => {
    await moveTo('2026-12-29T08:00:00Z');
    const transfer = { type: 'professional', amountMinorUnits: 36_000, date: '2026-12-29' } as const;
    // The second one is an overpayment, which has no receipt.
    for (const reference of ['one', 'two'])
      await api.operator.recordBankTransfer('utah_teapot', { ...transfer, reference }, 'On the statement');
    const recorded: { bankReference: string; paymentId: string }[] = await lines();
    await moveTo('2027-01-04T08:00:00Z');
    for (const { bankReference, paymentId } of recorded) {
      const right = { ...transfer, reference: `FPS ${bankReference}` };
      await api.operator.correctBankTransfer('utah_teapot', paymentId, right, 'Typed wrongly');
    }
    expect(await cells(2027)).toEqual([]);
    expect((await lines()).map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'credit-note',
      'payment',
      'payment',
      'payment',
      'payment',
      'void',
    ]);
    expect(net(await cells(2026))).toBe(72_000);
  });

  it('keeps the payments of a deleted account, without the name', async () => {
    const { paymentReference } = await api.operator.findMember('utah_teapot');
    await api.operator.revokeAdmin('utah_teapot');
    await fulfil({ reference: paymentReference });
    expect((await api.deleteAccount(token)).status).toBe(200);
    await api.register({ userName: 'auditor', email: 'auditor@example.org' });
    await api.operator.grantAdmin('auditor');
    token = (await api.signIn('auditor')).body.token;
    expect(net(await cells())).toBe(36_000);
    expect(await lines()).toMatchObject([
      { number: 'AG-000001', uid: expect.stringMatching(/^\d{8}$/), payer: '', hasAccount: false },
    ]);
  });
});

/** More than two pages of receipts, over several months. */
async function addReceipts(count: number) {
  const payer = await addMember('payer', { firstName: '=SUM(A1)', lastName: '王' });
  for (let serial = 1; serial <= count; serial += 1) {
    const month = String(1 + (serial % 5)).padStart(2, '0');
    const given = { paymentId: `pi_${serial}`, amountMinorUnits: 100 * serial };
    const paid = term('2026-01-01', '2027-01-01', {
      id: given.paymentId,
      type: serial % 3 === 0 ? 'student' : 'professional',
      receiptNumber: formatReceiptNumber(serial),
      transactionDate: `2026-${month}-${String(1 + (serial % 28)).padStart(2, '0')}`,
    });
    const receipt = createReceipt(payer, paid, checkout(given), api.time.now);
    await api.table.commit([api.deps.receipts.insertWrite(receipt)]);
  }
}

describe('a long year', () => {
  it('comes in pages, the newest first, and its sums are those of its rows', async () => {
    await addReceipts(117);
    const seen: { key: string; amountMinorUnits: number; type: string; day: string }[] = [];
    let next: string | undefined;
    const lengths: number[] = [];
    do {
      const cursor = next === undefined ? '' : `&cursor=${encodeURIComponent(next)}`;
      const { items, next: after } = await page(`year=2026${cursor}`);
      seen.push(...items);
      lengths.push(items.length);
      next = after;
    } while (next !== undefined);
    expect(lengths).toEqual([50, 50, 17]);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(117);
    expect(seen.map(({ key }) => key)).toEqual(
      seen
        .map(({ key }) => key)
        .toSorted()
        .toReversed(),
    );
    const sums = await cells();
    expect(net(sums)).toBe(net(seen));
    const inMarch = (type: string) =>
      net(seen.filter((line) => line.type === type && line.day.startsWith('2026-03')));
    for (const type of ['professional', 'student'])
      expect(net(sums.filter((cell) => cell.type === type && cell.month === '2026-03'))).toBe(inMarch(type));
    const viewed = (await api.operator.listAudit('2026-03', 50)).entries.filter(
      ({ action }) => action === 'view-ledger',
    );
    expect(viewed.map(({ details }) => details)).toContainEqual({ period: '2026' });
  });
});

it('is exported as CSV, in which spreadsheets find no formulas, and the export is in the audit log', async () => {
  await addReceipts(3);
  const { data } = (await api.get('/admin/export-ledger?year=2026', { token })).body;
  expect(data.url).toMatch(/\/exports\/[0-9a-f]{32}\/payments-2026\.csv\?60@/);
  const { name, csv } = await readExport(api.stored.files, data.url);
  expect([data.fileName, name]).toEqual(['payments-2026.csv', 'payments-2026.csv']);
  const [header, first, ...rest] = csv.split('\r\n');
  expect(header).toMatch(/^"Date","Kind","Document"/);
  expect(first).toBe(
    '"2026-02-02","Payment","AG-000001","","\'=SUM(A1) 王","20000005","Professional Member","Ordinary","Online payment","","pi_1","HKD","1.00","","Received"',
  );
  expect(rest).toHaveLength(2);
  const { entries } = await api.operator.listAudit('2026-03', 50);
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'export-ledger', details: { period: '2026' } }),
  );
});
