import { beforeEach, describe, expect, it } from 'vitest';
import {
  findLastReceiptSerial,
  listReceipts,
  reserveReceiptSerialsWrite,
} from '../../functions/payments/repository.ts';
import { startAdminApi, YEAR_2026, YEAR_2027 } from '../support/api/admin.ts';
import { onceTermsAreRead } from '../support/api/once-terms-are-read.ts';
import { atNextCall } from '../support/table/at-calls.ts';

let adminApi: Awaited<ReturnType<typeof startAdminApi>>;
beforeEach(async () => {
  adminApi = await startAdminApi();
});

const succeeded = (replies: { status: number }[]) => replies.filter(({ status }) => status === 200);
/** The reference of the granted `YEAR_2026`. */
const GRANTED = '2027-01-01#granted-professional';

describe('terms managed by administrators', () => {
  it('are granted, corrected and voided, and the expiry follows the remaining ones', async () => {
    const anyDay = await adminApi.action('grant-term', { ...YEAR_2026, endDate: '2027-01-02' });
    expect(anyDay.body.issues).toEqual([
      { path: 'endDate', message: 'Enter a 1 January after the start date.' },
    ]);
    await adminApi.action('grant-term', YEAR_2026);
    await adminApi.action('grant-term', YEAR_2027);
    expect(await adminApi.activeUntil()).toBe('2028-01-01');
    const [latest] = (await adminApi.open()).terms;
    const right = { term: latest.reference, ...YEAR_2027, type: 'professional' };
    expect((await adminApi.action('correct-term', right)).status).toBe(200);
    const [corrected] = (await adminApi.open()).terms;
    expect(corrected).toMatchObject({ type: 'professional', endDate: '2028-01-01', accessMethod: 'granted' });
    const paidTwice = { term: corrected.reference, reason: 'Paid twice' };
    expect((await adminApi.action('void-term', paidTwice)).status).toBe(200);
    expect(await adminApi.activeUntil()).toBe('2027-01-01');
    const file = await adminApi.open();
    expect(file.terms).toMatchObject([{ endDate: '2027-01-01' }]);
    expect(file.voidedTerms).toMatchObject([
      { type: 'professional', voidedBy: 'utah_teapot', reason: 'Paid twice' },
      { type: 'student', voidedBy: 'utah_teapot', reason: 'As the board decided' },
    ]);
    expect(await adminApi.actions()).toEqual(
      expect.arrayContaining(['void-term', 'correct-term', 'grant-term', 'grant-term']),
    );
    await adminApi.action('void-term', { term: file.terms[0].reference });
    expect(await adminApi.activeUntil()).toBe('');
    expect((await adminApi.action('grant-term', YEAR_2026)).status).toBe(200);
  });

  it('are granted at the same time: the periods of all, and one of those until the same day', async () => {
    const grant = (startDate: string, endDate: string) =>
      adminApi.operator.grantTerm('bunny', { type: 'professional', startDate, endDate }, 'A gift');
    await grant('2020-01-01', '2027-01-01');
    const periods = [
      { startDate: '2014-01-01', endDate: '2015-01-01' },
      { startDate: '2016-03-02', endDate: '2017-01-01' },
    ];
    const results = await Promise.allSettled([
      ...periods.map(({ startDate, endDate }) => grant(startDate, endDate)),
      grant('2016-05-02', '2017-01-01'),
    ]);
    const said = results.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code));
    expect(said.toSorted()).toEqual(['granted', 'granted', 'term-end-taken']);
    const { activePeriods } = await adminApi.operator.findMember('bunny');
    expect(activePeriods).toMatchObject([
      periods[0],
      { endDate: '2017-01-01' },
      { startDate: '2020-01-01', endDate: '2027-01-01' },
    ]);
  });

  it('are not voided if somebody else has just changed the expiry', async () => {
    await adminApi.action('grant-term', YEAR_2026);
    onceTermsAreRead(adminApi.context, () => adminApi.action('grant-term', YEAR_2027));
    expect((await adminApi.action('void-term', { term: GRANTED })).status).toBe(409);
    expect(await adminApi.activeUntil()).toBe('2028-01-01');
    expect((await adminApi.open()).terms).toHaveLength(2);
  });
});

describe('a bank transfer', () => {
  const BUNNY = {
    type: 'professional',
    amountMinorUnits: 36_000,
    date: '2026-03-01',
    reference: 'FPS 0301 BUNNY',
  };
  const transfer = (fields: object = {}) => adminApi.action('record-bank-transfer', { ...BUNNY, ...fields });
  const paymentId = async (): Promise<string> => (await adminApi.open()).payments[0].paymentId;
  const toVoid = async (fields: object = {}) =>
    adminApi.action('void-bank-transfer', { paymentId: await paymentId(), isSentBack: false, ...fields });
  const correct = async (fields: object = {}) =>
    adminApi.action('correct-bank-transfer', { paymentId: await paymentId(), ...BUNNY, ...fields });
  const receipts = () => listReceipts(adminApi.context, adminApi.uid);
  const subjects = async () =>
    (await adminApi.dueMails()).flatMap(({ to, subject }) =>
      to === 'bunny@stanford.example' ? subject : [],
    );

  it('becomes a term, once however often it is recorded', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => transfer()));
    expect(succeeded(replies)).toHaveLength(1);
    expect((await transfer({ reference: 'fps  0301 bunny' })).body.error).toBe('transfer-exists');
    const { terms, payments, member } = await adminApi.open();
    expect(terms).toMatchObject([
      {
        accessMethod: 'bank-transfer',
        receiptNumber: 'AG-000001',
        transactionDate: '2026-03-01',
        startDate: '2026-03-01',
        endDate: '2027-01-01',
      },
    ]);
    expect(payments).toMatchObject([
      { bankReference: 'FPS 0301 BUNNY', amountMinorUnits: 36_000, currency: 'HKD', outcome: 'fulfilled' },
    ]);
    expect(await receipts()).toMatchObject([
      { number: 'AG-000001', bankReference: 'FPS 0301 BUNNY', paidOn: '2026-03-01' },
    ]);
    expect(member.activeUntil).toBe('2027-01-01');
  });

  it('needs a reason only if it is not of the fee; the audit log has one either way', async () => {
    const other = await transfer({ amountMinorUnits: 35_999, reason: '' });
    expect([other.status, other.body.issues[0].path]).toEqual([400, 'reason']);
    expect((await transfer({ type: 'student', reason: '' })).status).toBe(400);
    expect((await transfer({ reason: '' })).body.data.outcome).toBe('fulfilled');
    const correction = await correct({ reference: 'FPS 2', reason: '' });
    expect([correction.status, correction.body.issues[0].path]).toEqual([400, 'reason']);
    const { history } = await adminApi.open();
    expect(history.items).toContainEqual(
      expect.objectContaining({ action: 'record-bank-transfer', reason: 'The fee of HKD 360.00' }),
    );
  });

  it('is voided: a credit note cancels its receipt, its term is voided, and its reference is free', async () => {
    await transfer();
    const { uid } = await adminApi.operator.findMember('utah_teapot');
    const { version } = (await adminApi.open(uid)).member;
    expect((await toVoid({ uid, version })).body.error).toBe('transfer-not-found');
    expect((await toVoid()).body.data).toEqual({ outcome: 'changed' });
    const { terms, voidedTerms, payments, member } = await adminApi.open();
    expect([terms, voidedTerms.length, member.activeUntil]).toEqual([[], 1, '']);
    expect(payments).toMatchObject([
      { outcome: 'voided', receipt: 'AG-000001', creditNote: 'AG-000002', bankReference: 'FPS 0301 BUNNY' },
    ]);
    expect(await receipts()).toMatchObject([
      { number: 'AG-000001', cancelledBy: 'AG-000002' },
      { number: 'AG-000002', cancels: 'AG-000001', amountMinorUnits: 36_000 },
    ]);
    expect(await adminApi.actions()).toContain('void-bank-transfer');
    expect(await subjects()).toContain('Your bank transfer was voided');
    expect((await toVoid()).body.error).toBe('transfer-not-found');
    expect((await transfer()).body.data.transfer).toEqual({ validUntil: '2027-01-01' });
    expect((await transfer()).body.error).toBe('transfer-exists');
    expect((await adminApi.open()).terms).toMatchObject([{ receiptNumber: 'AG-000003' }]);
  });

  it('is not voided by an operator while a term is granted, which would be lost', async () => {
    await transfer();
    const { context, operator } = adminApi;
    const given = { paymentId: await paymentId(), isSentBack: false };
    onceTermsAreRead(context, () => operator.grantTerm('bunny', { ...YEAR_2027, type: 'student' }, 'A gift'));
    await expect(operator.voidBankTransfer('bunny', 'Typed wrongly', given)).rejects.toThrow(
      'member-conflict',
    );
    expect(await adminApi.activeUntil()).toBe('2028-01-01');
  });

  it('is voided or corrected once by administrators at the same time, with numbers without a gap', async () => {
    await transfer();
    const replies = await Promise.all([toVoid(), correct({ type: 'student' }), toVoid(), correct()]);
    expect(succeeded(replies)).toHaveLength(1);
    const all = await receipts();
    expect(all.filter(({ cancels }) => cancels === 'AG-000001')).toHaveLength(1);
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => `AG-00000${index + 1}`));
  });

  it('takes the next number if a payment takes one while it is voided', async () => {
    await transfer();

    atNextCall(adminApi.context.table, /^BatchGetItem .*COUNTER#RECEIPT/, async (go) => {
      const seen = await go();
      await adminApi.table.commit([reserveReceiptSerialsWrite(await findLastReceiptSerial(adminApi))]);
      return seen;
    });
    expect((await toVoid()).status).toBe(200);
    expect((await adminApi.open()).payments).toMatchObject([
      { receipt: 'AG-000001', creditNote: 'AG-000003' },
    ]);
  });

  it('is corrected: the wrong receipt is cancelled, and the period stays for the same day', async () => {
    await transfer({ amountMinorUnits: 3600 });
    await adminApi.action('grant-term', YEAR_2027);
    expect((await correct({ isPreview: true })).body.data).toEqual({
      outcome: 'preview',
      transfer: { validUntil: '2028-01-01', feeMinorUnits: 36_000 },
    });
    expect((await correct()).body.data).toEqual({
      outcome: 'fulfilled',
      transfer: { validUntil: '2028-01-01' },
    });
    const { terms, payments, history } = await adminApi.open();
    expect(terms).toMatchObject([
      { endDate: '2028-01-01' },
      { startDate: '2026-03-01', endDate: '2027-01-01', receiptNumber: 'AG-000003' },
    ]);
    expect(payments).toMatchObject([
      { amountMinorUnits: 36_000, outcome: 'fulfilled', receipt: 'AG-000003' },
      { amountMinorUnits: 3600, outcome: 'voided', receipt: 'AG-000001', creditNote: 'AG-000002' },
    ]);
    expect(await subjects()).toContain('Your bank transfer was corrected');
    expect(history.items).toContainEqual(
      expect.objectContaining({
        action: 'correct-bank-transfer',
        details: expect.objectContaining({
          amount: '360.00',
          amountBefore: '36.00',
          receipt: 'AG-000001',
          creditNote: 'AG-000002',
          reference: 'FPS 0301 BUNNY',
          referenceBefore: 'FPS 0301 BUNNY',
        }),
      }),
    );
    const log = await adminApi.operator.listAudit('2026-03', 50);
    expect(JSON.stringify(log)).not.toContain('FPS 0301');
  });
});
