import { beforeEach, describe, expect, it } from 'vitest';
import { startAdminApi, YEAR_2026, YEAR_2027 } from '../support/api/admin.ts';
import { onceTermsAreRead } from '../support/api/once-terms-are-read.ts';
import { allRows } from '../support/table/dynamo.ts';

let adminApi: Awaited<ReturnType<typeof startAdminApi>>;
beforeEach(async () => {
  adminApi = await startAdminApi();
});

describe('terms managed by administrators', () => {
  it('are granted, corrected and voided, and the expiry follows the remaining ones', async () => {
    await adminApi.action('grant-term', YEAR_2026);
    await adminApi.action('grant-term', YEAR_2027);
    expect(await adminApi.activeUntil()).toBe('2028-01-01');
    const [latest] = (await adminApi.open()).terms;
    expect(
      (await adminApi.action('correct-term', { term: latest.reference, ...YEAR_2027, type: 'professional' }))
        .status,
    ).toBe(200);
    const [corrected] = (await adminApi.open()).terms;
    expect(corrected).toMatchObject({ type: 'professional', endDate: '2028-01-01', accessMethod: 'granted' });
    expect(
      (await adminApi.action('void-term', { term: corrected.reference, reason: 'Paid twice' })).status,
    ).toBe(200);
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

  it('cannot end on any day', async () => {
    const summer = { type: 'student', startDate: '2026-03-02', endDate: '2027-01-02' };
    expect((await adminApi.action('grant-term', summer)).body.issues).toEqual([
      { path: 'endDate', message: 'Enter a 1 January after the start date.' },
    ]);
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

  it('are not corrected to another one of the same record', async () => {
    const [earlier, later] = [YEAR_2026, { ...YEAR_2026, startDate: '2027-01-01', endDate: '2028-01-01' }];
    await adminApi.action('grant-term', later);
    const term = '2028-01-01#granted-professional';
    expect((await adminApi.action('correct-term', { term, ...earlier })).status).toBe(200);
    await adminApi.action('grant-term', later);
    const correct = async (period: object) => {
      const { status, body } = await adminApi.action('correct-term', { term, ...period });
      return [status, body.error];
    };
    expect(await correct(earlier)).toEqual([409, 'term-exists']);
    expect(await correct({ ...earlier, startDate: '2026-06-01' })).toEqual([409, 'term-end-taken']);
  });

  it('are granted once after a double click', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => adminApi.action('grant-term', YEAR_2026)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5);
    expect((await adminApi.open()).terms).toHaveLength(1);
    expect((await adminApi.actions()).filter((action: string) => action === 'grant-term')).toHaveLength(1);
  });

  it('are corrected once by two administrators at the same time', async () => {
    await adminApi.action('grant-term', YEAR_2026);
    const [{ reference }] = (await adminApi.open()).terms;
    const to = (endDate: string) =>
      adminApi.action('correct-term', { term: reference, ...YEAR_2026, endDate });
    const replies = await Promise.all([to('2028-01-01'), to('2029-01-01'), to('2030-01-01')]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const { terms, voidedTerms, member } = await adminApi.open();
    expect([terms.length, voidedTerms.length]).toEqual([1, 1]);
    expect(member.activeUntil).toBe(terms[0].endDate);
  });

  it('are not voided if somebody else has just changed the expiry', async () => {
    await adminApi.action('grant-term', YEAR_2026);
    const { terms } = adminApi.deps;
    const { listTerms } = terms;
    terms.listTerms = async (uid) => {
      terms.listTerms = listTerms;
      const seen = await listTerms(uid);
      await adminApi.action('grant-term', YEAR_2027);
      return seen;
    };
    expect((await adminApi.action('void-term', { term: '2027-01-01#granted-professional' })).status).toBe(
      409,
    );
    expect(await adminApi.activeUntil()).toBe('2028-01-01');
    expect((await adminApi.open()).terms).toHaveLength(2);
  });

  it('that do not exist cannot be voided', async () => {
    expect((await adminApi.action('void-term', { term: '2027-01-01#granted-professional' })).status).toBe(
      404,
    );
  });
});

describe('a bank transfer', () => {
  const transfer = (fields: object = {}) =>
    adminApi.action('record-bank-transfer', {
      type: 'professional',
      amountMinorUnits: 36_000,
      date: '2026-03-01',
      reference: 'FPS 0301 BUNNY',
      ...fields,
    });

  it('becomes a term, once however often it is recorded', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => transfer()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
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
    expect(await adminApi.deps.receipts.listReceipts(adminApi.uid)).toMatchObject([
      { number: 'AG-000001', bankReference: 'FPS 0301 BUNNY', paidOn: '2026-03-01' },
    ]);
    expect(member.activeUntil).toBe('2027-01-01');
  });

  it('extends a year, and is then an overpayment to review', async () => {
    await transfer();
    expect((await transfer({ reference: 'second' })).body.data).toEqual({
      outcome: 'fulfilled',
      transfer: { validUntil: '2028-01-01' },
    });
    expect(await adminApi.activeUntil()).toBe('2028-01-01');
    expect((await transfer({ reference: 'third' })).body.data).toEqual({
      outcome: 'overpayment',
      transfer: {},
    });
    expect(await adminApi.activeUntil()).toBe('2028-01-01');
    expect(
      (await adminApi.actions()).filter((action: string) => action === 'record-bank-transfer'),
    ).toHaveLength(3);
  });

  it('of a member for life is an overpayment, and the membership page of the member opens', async () => {
    await adminApi.action('verify-email');
    await adminApi.action('grant-term', { ...YEAR_2026, endDate: '9999-01-01' });
    expect((await transfer()).body.data).toEqual({ outcome: 'overpayment', transfer: {} });
    const { token } = (await adminApi.signIn('bunny')).body;
    expect((await adminApi.get('/membership/get-membership', { token })).body).toMatchObject({
      data: [{ endDate: '9999-01-01' }],
      payment: { blocked: null, links: [] },
    });
  });

  it('is previewed with the fee and what it makes, and nothing is written', async () => {
    const preview = async (fields: object = {}) => (await transfer({ isPreview: true, ...fields })).body;
    expect((await preview({ amountMinorUnits: 3600 })).data).toEqual({
      outcome: 'preview',
      transfer: { validUntil: '2027-01-01', feeMinorUnits: 36_000 },
    });
    expect((await preview({ type: 'student' })).data.transfer.feeMinorUnits).toBe(12_000);
    expect(await adminApi.activeUntil()).toBe('');
    expect(await adminApi.actions()).not.toContain('record-bank-transfer');
    await transfer();
    expect((await preview()).error).toBe('transfer-exists');
    expect((await preview({ reference: 'second' })).data.transfer.validUntil).toBe('2028-01-01');
    await transfer({ reference: 'second' });
    expect((await preview({ reference: 'third' })).data.transfer).toEqual({ feeMinorUnits: 36_000 });
    expect((await preview({ date: '2026-03-03' })).issues[0].path).toBe('date');
  });

  it('is rejected with a wrong day, amount or reference', async () => {
    for (const fields of [{ date: '2026-03-03' }, { amountMinorUnits: 1.5 }, { reference: '' }]) {
      const { status, body } = await transfer(fields);
      expect([status, body.issues[0].path]).toEqual([400, Object.keys(fields)[0]]);
    }
  });

  const paymentOf = async (index = 0) => (await adminApi.open()).payments[index];
  const mailSubjects = async () =>
    (await allRows(adminApi.table)).flatMap(({ pk, to, subject }) =>
      String(pk).startsWith('MAIL#') && to === 'bunny@stanford.example' ? [String(subject)] : [],
    );

  it('is voided: a credit note cancels its receipt, its term is voided, and its reference is free', async () => {
    await transfer();
    const { paymentId } = await paymentOf();
    expect((await adminApi.action('void-bank-transfer', { paymentId, isSentBack: false })).body.data).toEqual(
      {
        outcome: 'voided',
      },
    );
    const { terms, voidedTerms, payments, member } = await adminApi.open();
    expect([terms, voidedTerms.length, member.activeUntil]).toEqual([[], 1, '']);
    expect(payments).toMatchObject([
      { outcome: 'voided', receipt: 'AG-000001', creditNote: 'AG-000002', bankReference: 'FPS 0301 BUNNY' },
    ]);
    const receipts = await adminApi.deps.receipts.listReceipts(adminApi.uid);
    expect(receipts).toMatchObject([
      { number: 'AG-000001', cancelledBy: 'AG-000002' },
      { number: 'AG-000002', cancels: 'AG-000001', amountMinorUnits: 36_000 },
    ]);
    expect(await adminApi.actions()).toContain('void-bank-transfer');
    expect(await mailSubjects()).toContain('Your bank transfer was voided');
    expect((await adminApi.action('void-bank-transfer', { paymentId, isSentBack: false })).body.error).toBe(
      'transfer-not-found',
    );
    expect((await transfer()).body.data.transfer).toEqual({ validUntil: '2027-01-01' });
    expect((await transfer()).body.error).toBe('transfer-exists');
    expect((await adminApi.open()).terms).toMatchObject([{ receiptNumber: 'AG-000003' }]);
  });

  it('is not voided by an operator while a term is granted, which would be lost', async () => {
    await transfer();
    const { paymentId } = await paymentOf();
    const { deps, operator } = adminApi;
    onceTermsAreRead(deps, () => operator.grantTerm('bunny', { ...YEAR_2027, type: 'student' }, 'A gift'));
    await expect(
      operator.voidBankTransfer('bunny', { paymentId, isSentBack: false }, 'Typed wrongly'),
    ).rejects.toThrow('member-conflict');
    expect(await adminApi.activeUntil()).toBe('2028-01-01');
  });

  it('is voided once by two administrators at the same time', async () => {
    await transfer();
    const { paymentId } = await paymentOf();
    const version = await adminApi.version();
    const action = {
      action: 'void-bank-transfer',
      uid: adminApi.uid,
      version,
      reason: 'Typed wrongly',
      paymentId,
      isSentBack: false,
    };
    const correction = {
      ...action,
      action: 'correct-bank-transfer',
      type: 'student',
      amountMinorUnits: 12_000,
      date: '2026-03-01',
      reference: 'FPS 0301 BUNNY',
    };
    const replies = await Promise.all(
      [action, correction, action, correction].map((body) =>
        adminApi.post('/admin/member', body, { token: adminApi.token }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const receipts = await adminApi.deps.receipts.listReceipts(adminApi.uid);
    expect(receipts.filter(({ cancels }) => cancels === 'AG-000001')).toHaveLength(1);
    expect(receipts.map(({ number }) => number)).toEqual(
      receipts.map((_, index) => `AG-${String(index + 1).padStart(6, '0')}`),
    );
  });

  it('takes the next number if a payment takes one while it is voided', async () => {
    await transfer();
    const { paymentId } = await paymentOf();
    const { receipts } = adminApi.deps;
    const { lastSerial } = receipts;
    receipts.lastSerial = async () => {
      receipts.lastSerial = lastSerial;
      const seen = await lastSerial();
      await adminApi.table.commit([receipts.reserveSerialsWrite(seen)]);
      return seen;
    };
    expect((await adminApi.action('void-bank-transfer', { paymentId, isSentBack: false })).status).toBe(200);
    expect(await paymentOf()).toMatchObject({ receipt: 'AG-000001', creditNote: 'AG-000003' });
  });

  it('is corrected: the wrong receipt is cancelled, and the period stays for the same day', async () => {
    await transfer({ amountMinorUnits: 3600 });
    await adminApi.action('grant-term', YEAR_2027);
    const { paymentId } = await paymentOf();
    const right = {
      paymentId,
      type: 'professional',
      amountMinorUnits: 36_000,
      date: '2026-03-01',
      reference: 'FPS 0301 BUNNY',
    };
    expect((await adminApi.action('correct-bank-transfer', { ...right, isPreview: true })).body.data).toEqual(
      {
        outcome: 'preview',
        transfer: { validUntil: '2028-01-01', feeMinorUnits: 36_000 },
      },
    );
    expect((await adminApi.action('correct-bank-transfer', right)).body.data).toEqual({
      outcome: 'fulfilled',
      transfer: { validUntil: '2028-01-01' },
    });
    const { terms, payments } = await adminApi.open();
    expect(terms).toMatchObject([
      { endDate: '2028-01-01' },
      { startDate: '2026-03-01', endDate: '2027-01-01', receiptNumber: 'AG-000003' },
    ]);
    expect(payments).toMatchObject([
      { amountMinorUnits: 36_000, outcome: 'fulfilled', receipt: 'AG-000003' },
      { amountMinorUnits: 3600, outcome: 'voided', receipt: 'AG-000001', creditNote: 'AG-000002' },
    ]);
    expect(await mailSubjects()).toContain('Your bank transfer was corrected');
    const [entry] = (await adminApi.open()).history.items.filter(
      ({ action }: { action: string }) => action === 'correct-bank-transfer',
    );
    expect(entry.details).toMatchObject({
      amount: '360.00',
      amountBefore: '36.00',
      receipt: 'AG-000001',
      creditNote: 'AG-000002',
      reference: 'FPS 0301 BUNNY',
      referenceBefore: 'FPS 0301 BUNNY',
    });
    const log = await adminApi.operator.listAudit('2026-03', 50);
    expect(JSON.stringify(log)).not.toContain('FPS 0301');
  });

  it('is corrected to another type of the same line, and to another day with its own period', async () => {
    await transfer({ type: 'student' });
    const { paymentId } = await paymentOf();
    const line = { amountMinorUnits: 36_000, date: '2026-03-01', reference: 'FPS 0301 BUNNY' };
    await adminApi.action('correct-bank-transfer', { paymentId, type: 'professional', ...line });
    expect((await adminApi.open()).terms).toMatchObject([{ type: 'professional' }]);
    const [second] = (await adminApi.open()).payments;
    const day = { ...line, type: 'professional', date: '2025-12-30' };
    expect(
      (await adminApi.action('correct-bank-transfer', { paymentId: second.paymentId, ...day })).body.data,
    ).toMatchObject({ outcome: 'fulfilled' });
    expect((await adminApi.open()).terms).toMatchObject([
      { startDate: '2025-12-30', endDate: '2027-01-01', receiptNumber: 'AG-000005' },
    ]);
  });

  it('that was an overpayment leaves the payments to review when it is voided', async () => {
    await transfer();
    await transfer({ reference: 'second' });
    await transfer({ reference: 'third' });
    const [overpayment] = (await adminApi.open()).payments.filter(
      ({ outcome }: { outcome: string }) => outcome === 'overpayment',
    );
    await adminApi.action('void-bank-transfer', {
      paymentId: overpayment.paymentId,
      isSentBack: true,
    });
    expect(await adminApi.deps.payments.listForReview()).toEqual([]);
    expect((await adminApi.deps.receipts.listReceipts(adminApi.uid)).length).toBe(2);
  });

  it('of another member, and a card payment, cannot be voided', async () => {
    expect(
      (await adminApi.action('void-bank-transfer', { paymentId: 'bank-0', isSentBack: true })).status,
    ).toBe(404);
    await transfer();
    const { paymentId } = await paymentOf();
    const { uid } = await adminApi.operator.findMember('utah_teapot');
    const { version } = (await adminApi.open(uid)).member;
    expect(
      (await adminApi.action('void-bank-transfer', { uid, version, paymentId, isSentBack: true })).body.error,
    ).toBe('transfer-not-found');
  });
});
