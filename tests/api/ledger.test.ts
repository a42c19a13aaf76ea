import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerCell } from '#shared/ledger-fields';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { createReceipt, formatReceiptNumber } from '../../functions/payments/payment.ts';
import { insertReceiptWrite } from '../../functions/payments/repository.ts';
import type { Checkout } from '../../functions/platform/payment-provider.ts';
import { checkout, paymentRules, providerOf } from '../support/api/checkout.ts';
import { insertMember, member, term } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';
import { readExport } from '../support/api/stored-files.ts';
import { atNextCall } from '../support/table/at-calls.ts';

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
/** The provider says the same as the report, unless it knows something later. */
const fulfil = (given: Partial<Checkout>, latest = given) =>
  fulfilPayment(
    { ...api.context, loadProvider: providerOf(checkout(latest)), paymentRules },
    checkout(given),
  );
const recordTransfers = async (date: string, ...references: string[]) => {
  const transfer = { type: 'professional', amountMinorUnits: 36_000, date } as const;
  for (const reference of references)
    await api.operator.recordBankTransfer('utah_teapot', { ...transfer, reference }, 'On the statement');
  return transfer;
};
const page = async (query: string) => (await api.get(`/admin/ledger?${query}`, { token })).body.data;
const lines = async (query = 'year=2026') => (await page(query)).items;
const amounts = async () =>
  (await lines()).map(({ amountMinorUnits }: { amountMinorUnits: number }) => amountMinorUnits);
const cells = async (year = 2026): Promise<LedgerCell[]> =>
  (await api.get(`/admin/ledger-sums?year=${year}`, { token })).body.data.cells;
const net = (of: readonly { amountMinorUnits: number }[]) =>
  of.reduce((sum, { amountMinorUnits }) => sum + amountMinorUnits, 0);

describe('the ledger', () => {
  it('has a payment in the year and month of Hong Kong in which it was paid, by the kind of member of that day', async () => {
    const last = await addMember('last', { category: 'fellow' });
    const first = await addMember('first_one');
    const paid = (paymentId: string, { paymentReference: reference }: typeof last, paidAt: string) =>
      fulfil({ paymentId, reference, paidAt: new Date(paidAt) });
    await paid('pi_last', last, '2026-12-31T15:59:59Z');
    await paid('pi_first', first, '2026-12-31T16:00:00Z');
    await api.operator.setCategory('last', 'Elected', 'honorary');
    expect(await lines('year=2026')).toMatchObject([
      { day: '2026-12-31', uid: last.uid, payer: 'Utah Teapot', category: 'fellow' },
    ]);
    expect(await lines('year=2027&month=1')).toMatchObject([{ day: '2027-01-01', uid: first.uid }]);
    expect(await lines('year=2027&month=2')).toEqual([]);
    expect(await cells(2027)).toMatchObject([{ month: '2027-01', count: 1, amountMinorUnits: 36_000 }]);
  });

  it('has payments that extended nothing until and after they are reviewed, and no test payments', async () => {
    await fulfil({ paymentId: 'pi_nobody', reference: 'nobody' });
    await fulfil({ paymentId: 'pi_euro', currency: 'EUR' });
    await fulfil({ paymentId: 'pi_test', live: false });
    await api.operator.resolvePayment('pi_nobody', 'Kept as a gift');
    expect(await lines()).toMatchObject([
      { paymentId: 'pi_nobody', outcome: 'unmatched', isInReview: false, payer: '', hasAccount: false },
      { paymentId: 'pi_euro', outcome: 'currency', isInReview: true, currency: 'EUR' },
    ]);
  });

  const disputed = { isRefundedOrDisputed: true };
  const refunded = (refundedMinorUnits: number) => ({
    isRefundedOrDisputed: refundedMinorUnits > 0,
    refundedMinorUnits,
  });
  it.each([
    ['a dispute, which pays nothing back', [{}, disputed], []],
    ['a refund after a dispute', [{}, disputed, refunded(36_000)], [-36_000]],
    ['a refund before anybody saw the payment', [refunded(36_000)], [-36_000]],
    ['a refund in parts', [{}, refunded(10_000), refunded(36_000)], [-10_000, -26_000]],
    [
      'a refund that fails and is repeated',
      [{}, refunded(36_000), refunded(0), refunded(36_000)],
      [-36_000, 36_000, -36_000],
    ],
  ])('has %s once, whoever reports it and however often', async (_, reports, expected) => {
    const { paymentReference: reference } = await addMember('payer');
    for (const report of reports) {
      api.pass(60_000);
      await Promise.all([fulfil({ reference, ...report }), fulfil({ reference, ...report })]);
      api.pass(1000);
      await fulfil({ reference, ...report });
    }
    expect(await lines()).toContainEqual(
      expect.objectContaining({ kind: 'payment', isRefundedOrDisputed: true, isInReview: true }),
    );
    const refunds = (await lines()).filter(({ kind }: { kind: string }) => kind === 'refund');
    expect(net(refunds)).toBe(expected.reduce((sum, amount) => sum + amount, 0));
    expect(await amounts()).toEqual(expect.arrayContaining([...expected, 36_000]));
    expect(await amounts()).toHaveLength(expected.length + 1);
    expect(net(await cells())).toBe(36_000 + net(refunds));
  });

  it.each([
    [
      'on the day on which money was sent back',
      { isSentBack: true, day: '2027-04-01', left: [108_000, -72_000] },
    ],
    [
      'on the day of a record of money that never came',
      { isSentBack: false, day: '2026-03-01', left: [36_000, 0] },
    ],
  ])('has a void, with or without a credit note, %s', async (_, { isSentBack, day, left }) => {
    await recordTransfers('2026-03-01', 'one', 'two', 'three');
    const recorded: { bankReference: string; paymentId: string }[] = await lines();
    await moveTo('2027-04-01T08:00:00Z');
    for (const { bankReference, paymentId } of recorded)
      if (bankReference !== 'one')
        await api.operator.voidBankTransfer('utah_teapot', 'See the statement', { paymentId, isSentBack });
    const all = [...(await lines('year=2027')), ...(await lines('year=2026'))];
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'credit-note', day, number: 'AG-000003', receipt: 'AG-000002' }),
        expect.objectContaining({ kind: 'void', day, amountMinorUnits: -36_000 }),
      ]),
    );
    expect([net(await cells(2026)), net(await cells(2027))]).toEqual(left);
  });

  it('has a transfer that is corrected in January once, in the year in which its money arrived', async () => {
    await moveTo('2026-12-29T08:00:00Z');
    // The second one is an overpayment, which has no receipt.
    const transfer = await recordTransfers('2026-12-29', 'one', 'two');
    const recorded: { bankReference: string; paymentId: string }[] = await lines();
    await moveTo('2027-01-04T08:00:00Z');
    for (const { bankReference, paymentId } of recorded) {
      const right = { ...transfer, reference: `FPS ${bankReference}` };
      await api.operator.correctBankTransfer('utah_teapot', 'Typed wrongly', paymentId, right);
    }
    expect(await cells(2027)).toEqual([]);
    const kinds = (await lines()).map(({ kind }: { kind: string }) => kind).toSorted();
    expect(kinds).toEqual(['credit-note', ...Array(4).fill('payment'), 'void']);
    expect(net(await cells(2026))).toBe(72_000);
  });

  it('has a refund once whose two reports come at the same time, and one that was told late not at all', async () => {
    const { paymentReference: reference } = await addMember('in_parts');
    await fulfil({ reference });

    // Between reading and writing the second part, the first is recorded.
    atNextCall(api.context.table, /^GetItem .*PAYMENT#/, async (go) => {
      const payment = await go();
      await fulfil({ reference, ...refunded(10_000) });
      api.pass(1000);
      return payment;
    });
    await fulfil({ reference, ...refunded(20_000) });
    expect(await amounts()).toEqual([-10_000, -10_000, 36_000]);
    // A page of payments that was read before the refunds.
    await fulfil({ reference }, { reference, ...refunded(20_000) });
    expect(await amounts()).toEqual([-10_000, -10_000, 36_000]);
  });

  it('has the name that the receipt prints: a receipt made before family names came first keeps its order', async () => {
    const payer = await addMember('payer', { firstName: '小明', lastName: '王' });
    const paid = term('2025-01-01', '2026-01-01', { receiptNumber: formatReceiptNumber(50) });
    const before = createReceipt(payer, paid, checkout({ paymentId: 'pi_before' }), api.time.now);
    await api.table.commit([insertReceiptWrite({ ...before, payer: '小明 王' }, before.paidOn)]);
    await fulfil({ reference: payer.paymentReference });
    const named = [...(await lines()), ...(await lines('year=2025'))];
    expect(named.map(({ number, payer: name }) => `${number} ${name}`).toSorted()).toEqual([
      'AG-000001 王小明',
      'AG-000050 小明 王',
    ]);
  });

  it('keeps the payments of a deleted account, without the name', async () => {
    const { paymentReference: reference } = await addMember('leaving');
    await fulfil({ reference });
    await api.operator.deleteMember('leaving', 'As asked');
    expect(net(await cells())).toBe(36_000);
    expect(await lines()).toMatchObject([
      { number: 'AG-000001', uid: expect.stringMatching(/^\d{8}$/), payer: '', hasAccount: false },
    ]);
  });
});

/** Receipts over five months. */
async function addReceipts(count: number) {
  const payer = await addMember('payer', { firstName: '=SUM(A1)', lastName: '王' });
  const receipts = Array.from({ length: count }, (_, index) => {
    const serial = index + 1;
    const month = String(1 + (serial % 5)).padStart(2, '0');
    const given = { paymentId: `pi_${serial}`, amountMinorUnits: 100 * serial };
    const paid = term('2026-01-01', '2027-01-01', {
      id: given.paymentId,
      type: serial % 3 === 0 ? 'student' : 'professional',
      receiptNumber: formatReceiptNumber(serial),
      transactionDate: `2026-${month}-${String(1 + (serial % 28)).padStart(2, '0')}`,
    });
    return createReceipt(payer, paid, checkout(given), api.time.now);
  });
  await api.table.commit(receipts.map((receipt) => insertReceiptWrite(receipt, receipt.paidOn)));
}

it('a long year comes in pages, the newest first, and its sums are those of its rows', async () => {
  await addReceipts(67);
  const first = await page('year=2026');
  const second = await page(`year=2026&cursor=${encodeURIComponent(first.next)}`);
  expect([first.items.length, second.items.length, second.next]).toEqual([50, 17, undefined]);
  const seen: { key: string; amountMinorUnits: number; type: string; day: string }[] = [
    ...first.items,
    ...second.items,
  ];
  const keys = seen.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)].toSorted().toReversed());
  const sums = await cells();
  expect(net(sums)).toBe(net(seen));
  for (const type of ['professional', 'student'])
    expect(net(sums.filter((cell) => cell.type === type && cell.month === '2026-03'))).toBe(
      net(seen.filter((line) => line.type === type && line.day.startsWith('2026-03'))),
    );
  const { entries } = await api.operator.listAudit('2026-03', 50);
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'view-ledger', details: { period: '2026' } }),
  );
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
