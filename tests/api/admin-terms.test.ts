import { beforeEach, describe, expect, it } from 'vitest';
import { startAdminApi, YEAR_2026, YEAR_2027 } from '../support/api/admin.ts';
import { onceTermsAreRead } from '../support/api/once-terms-are-read.ts';

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

  it('that end with another one of their type are refused with the period that is in the way', async () => {
    const message =
      'The member already has another membership period until this day: Professional Member from 2 March 2026 to 1 January 2027. Correct that one, or void it first.';
    await adminApi.action('grant-term', YEAR_2026);
    const later = { ...YEAR_2026, startDate: '2026-06-01' };
    const granted = await adminApi.action('grant-term', later);
    expect(granted).toMatchObject({ status: 409, body: { error: 'term-end-taken', message } });
    const { body } = await adminApi.post(
      '/admin/members',
      { action: 'grant-term', uids: [adminApi.uid], reason: 'As the board decided', ...later },
      { token: adminApi.token },
    );
    expect(body.data).toEqual({ changed: [], unchanged: [], failed: [{ uid: adminApi.uid, message }] });
    expect((await adminApi.open()).terms).toHaveLength(1);
  });

  it.each([
    ['correct-term', YEAR_2026, 'term-exists'],
    ['correct-term', { ...YEAR_2026, startDate: '2026-06-01' }, 'term-end-taken'],
    ['void-term', {}, 'term-not-found'],
  ])('are not changed by %s to or from another record: %j', async (action, period, error) => {
    const later = { ...YEAR_2026, startDate: '2027-01-01', endDate: '2028-01-01' };
    const term = '2028-01-01#granted-professional';
    await adminApi.action('grant-term', later);
    expect((await adminApi.action('correct-term', { term, ...YEAR_2026 })).status).toBe(200);
    // The corrected record has a reference of its own.
    if (action === 'correct-term') await adminApi.action('grant-term', later);
    expect((await adminApi.action(action, { term, ...period })).body.error).toBe(error);
  });

  it('are granted once after a double click', async () => {
    const grants = Array.from({ length: 6 }, () => adminApi.action('grant-term', YEAR_2026));
    const replies = await Promise.all(grants);
    expect(succeeded(replies)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5);
    expect((await adminApi.open()).terms).toHaveLength(1);
    expect((await adminApi.actions()).filter((action: string) => action === 'grant-term')).toHaveLength(1);
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

  it('are corrected once by two administrators at the same time', async () => {
    await adminApi.action('grant-term', YEAR_2026);
    const to = (endDate: string) => adminApi.action('correct-term', { term: GRANTED, ...YEAR_2026, endDate });
    const replies = await Promise.all([to('2028-01-01'), to('2029-01-01'), to('2030-01-01')]);
    expect(succeeded(replies)).toHaveLength(1);
    const { terms, voidedTerms, member } = await adminApi.open();
    expect([terms.length, voidedTerms.length]).toEqual([1, 1]);
    expect(member.activeUntil).toBe(terms[0].endDate);
  });

  it('are not voided if somebody else has just changed the expiry', async () => {
    await adminApi.action('grant-term', YEAR_2026);
    onceTermsAreRead(adminApi.deps, () => adminApi.action('grant-term', YEAR_2027));
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
  const receipts = () => adminApi.deps.receipts.listReceipts(adminApi.uid);
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

  it('is previewed with the fee and what it makes; extends a year, and is then an overpayment', async () => {
    const preview = async (fields: object = {}) => (await transfer({ isPreview: true, ...fields })).body;
    expect((await preview({ amountMinorUnits: 3600 })).data).toEqual({
      outcome: 'preview',
      transfer: { validUntil: '2027-01-01', feeMinorUnits: 36_000 },
    });
    expect((await preview({ type: 'student' })).data.transfer.feeMinorUnits).toBe(12_000);
    expect((await preview({ date: '2026-03-03' })).issues[0].path).toBe('date');
    expect(await adminApi.activeUntil()).toBe('');
    expect(await adminApi.actions()).not.toContain('record-bank-transfer');
    await transfer();
    expect((await preview()).error).toBe('transfer-exists');
    expect((await preview({ reference: 'second' })).data.transfer.validUntil).toBe('2028-01-01');
    expect((await transfer({ reference: 'second' })).body.data).toEqual({
      outcome: 'fulfilled',
      transfer: { validUntil: '2028-01-01' },
    });
    expect((await preview({ reference: 'third' })).data.transfer).toEqual({ feeMinorUnits: 36_000 });
    expect((await transfer({ reference: 'third' })).body.data).toEqual({
      outcome: 'overpayment',
      transfer: {},
    });
    expect(await adminApi.activeUntil()).toBe('2028-01-01');
    const [overpayment] = await adminApi.deps.payments.listForReview();
    await toVoid({ paymentId: overpayment?.paymentId, isSentBack: true });
    expect(await adminApi.deps.payments.listForReview()).toEqual([]);
    expect(await receipts()).toHaveLength(2);
  });

  it('is voided: a credit note cancels its receipt, its term is voided, and its reference is free', async () => {
    await transfer();
    const { uid } = await adminApi.operator.findMember('utah_teapot');
    const { version } = (await adminApi.open(uid)).member;
    expect((await toVoid({ uid, version })).body.error).toBe('transfer-not-found');
    expect((await toVoid()).body.data).toEqual({ outcome: 'voided' });
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
    const { deps, operator } = adminApi;
    const given = { paymentId: await paymentId(), isSentBack: false };
    onceTermsAreRead(deps, () => operator.grantTerm('bunny', { ...YEAR_2027, type: 'student' }, 'A gift'));
    await expect(operator.voidBankTransfer('bunny', given, 'Typed wrongly')).rejects.toThrow(
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
    const { receipts } = adminApi.deps;
    const { lastSerial } = receipts;
    receipts.lastSerial = async () => {
      receipts.lastSerial = lastSerial;
      const seen = await lastSerial();
      await adminApi.table.commit([receipts.reserveSerialsWrite(seen)]);
      return seen;
    };
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

  it('is corrected to another type of the same line, and to another day with its own period', async () => {
    await transfer({ type: 'student' });
    await correct();
    expect((await adminApi.open()).terms).toMatchObject([{ type: 'professional' }]);
    await correct({ date: '2025-12-30' });
    expect((await adminApi.open()).terms).toMatchObject([
      { startDate: '2025-12-30', endDate: '2027-01-01', receiptNumber: 'AG-000005' },
    ]);
  });
});
