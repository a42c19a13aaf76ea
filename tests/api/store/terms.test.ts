import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../functions/audit/audit.ts';
import { openRepositories } from '../../../functions/handlers/dependencies.ts';
import { grantTerm } from '../../../functions/memberships/change-terms.ts';
import { fulfilPayment } from '../../../functions/payments/fulfil-payment.ts';
import type { Checkout } from '../../../functions/platform/payment-provider.ts';
import type { LogEntry } from '../../../functions/platform/runtime.ts';
import type { Table } from '../../../functions/platform/table/table.ts';
import { checkout, paymentRules, providerOf } from '../../support/api/checkout.ts';
import { insertMember, member } from '../../support/api/make.ts';
import { allRows, freshTable } from '../../support/table/dynamo.ts';

let table: Table;
let reports: LogEntry[];
let serial = 0;

beforeAll(async () => {
  table = await freshTable();
});
beforeEach(() => {
  reports = [];
  serial += 1;
});

const paymentId = (suffix = '') => `pi_${serial}${suffix}`;
const clock = () => new Date('2026-03-02T09:00:00Z');
const runtime = () => ({
  now: clock,
  randomBytes: (length: number) => randomBytes(length),
  sleep: (milliseconds: number) => sleep(milliseconds),
  log: (event: LogEntry) => reports.push(event),
});
const deps = () => ({ ...openRepositories(table, runtime()), provider: providerOf(), paymentRules });
const termsOf = (uid: string) => deps().terms.listTerms(uid);
const expiryOf = async (uid: string) => (await deps().members.findMember(uid))?.activeUntil;
const fulfil = (payment: Checkout, given: Partial<ReturnType<typeof deps>> = {}) =>
  fulfilPayment({ ...deps(), ...given }, payment);

async function addMember(activeUntil = '') {
  const uid = String(10_000_000 + serial);
  const added = member({ uid, username: `teapot_${uid}`, email: `teapot-${uid}@example.org`, activeUntil });
  expect(await insertMember(table, added, `registration-${uid}`)).toBe('inserted');
  return added;
}

const treasurersRows = async (payment: string) =>
  (await allRows(table)).filter((row) => row['pk'] === 'PAYMENT-REVIEW' && row['paymentId'] === payment);

describe('a paid membership fee', () => {
  it('becomes a term and the new expiry', async () => {
    const { uid, paymentReference: reference } = await addMember();
    expect(await fulfil(checkout({ paymentId: paymentId(), reference }))).toBe('fulfilled');
    expect(await termsOf(uid)).toEqual([
      {
        id: paymentId(),
        type: 'professional',
        accessMethod: 'online-payment',
        transactionDate: '2026-03-02',
        receiptUrl: 'https://pay.stripe.com/receipts/payment/abc',
        receiptNumber: 'AG-000001',
        startDate: '2026-03-02',
        endDate: '2027-01-01',
        expireDate: '2027-01-01',
      },
    ]);
    expect(await deps().members.findMember(uid)).toMatchObject({ activeUntil: '2027-01-01', version: 2 });
    expect(reports).toMatchObject([{ level: 'info', event: 'payment-fulfilled', uid }]);
  });

  it('counts from the time of payment, however late it is reported', async () => {
    const { uid, paymentReference: reference } = await addMember('2026-01-01');
    const paidAt = new Date('2026-12-31T15:59:59.999Z');
    await fulfil(checkout({ paymentId: paymentId(), reference, paidAt }));
    expect(await termsOf(uid)).toMatchObject([{ transactionDate: '2026-12-31', endDate: '2028-01-01' }]);
  });

  it('adds to a simultaneous second one, and a third is an overpayment', async () => {
    const { uid, paymentReference: reference } = await addMember();
    const pay = (suffix: string) => fulfil(checkout({ paymentId: paymentId(suffix), reference }));
    const results = await Promise.all([pay('a'), pay('b'), pay('c')]);
    expect(results.sort()).toEqual(['fulfilled', 'fulfilled', 'overpayment']);
    expect(await expiryOf(uid)).toBe('2028-01-01');
    expect((await termsOf(uid)).map(({ endDate }) => endDate)).toEqual(['2028-01-01', '2027-01-01']);
  });

  it('is decided again when the expiry changes, at most five more times', async () => {
    const { uid, paymentReference: reference } = await addMember();
    let tries = 0;
    const restless = (changes: number) => ({
      table: {
        ...table,
        commit: async (writes: Parameters<Table['commit']>[0]) => {
          tries += 1;
          return tries <= changes ? [{ label: 'member', item: undefined }] : table.commit(writes);
        },
      },
      sleep: async () => {},
    });
    expect(await fulfil(checkout({ paymentId: paymentId(), reference }), restless(5))).toBe('fulfilled');
    expect(tries).toBe(6);
    tries = 0;
    const next = checkout({ paymentId: paymentId('b'), reference });
    await expect(fulfil(next, restless(6))).rejects.toThrow('changed under 6 attempts');
    expect(await expiryOf(uid)).toBe('2027-01-01');
  });
});

describe('a payment that extends nothing', () => {
  it.each<[string, Partial<Checkout>, string]>([
    ['a cent too little', { amountMinorUnits: 35_999 }, 'amount'],
    ['a cent too much', { amountMinorUnits: 36_001 }, 'amount'],
    ["a professional's fee for a student", { linkId: 'plink_student' }, 'amount'],
    ['US dollars', { currency: 'USD' }, 'currency'],
    ['test money', { live: false }, 'mode'],
    ['a page that is not ours', { linkId: 'plink_conference' }, 'link'],
    ['given back', { isRefundedOrDisputed: true }, 'refunded-or-disputed'],
  ])('%s', async (_, fields, reason) => {
    const { uid, paymentReference: reference } = await addMember();
    const payment = checkout({ paymentId: paymentId(), reference, ...fields });
    expect(await fulfil(payment)).toBe('invalid');
    expect(await fulfil(payment)).toBe('already-recorded');
    expect(await termsOf(uid)).toEqual([]);
    expect(await expiryOf(uid)).toBe('');
    expect(await treasurersRows(paymentId())).toMatchObject([
      { uid, outcome: reason, amountMinorUnits: payment.amountMinorUnits },
    ]);
    expect(reports).toMatchObject([{ level: 'warn', event: 'payment-needs-review', reason }]);
  });

  it.each(['', 'teapot@example.org', '31415926'])('without a payer: "%s"', async (reference) => {
    await addMember();
    const payment = checkout({ paymentId: paymentId(), reference });
    const results = await Promise.all([fulfil(payment), fulfil(payment)]);
    expect(results.sort()).toEqual(['already-recorded', 'unmatched']);
    expect(await treasurersRows(paymentId())).toMatchObject([{ outcome: 'unmatched', reference }]);
  });
});

describe('a granted term', () => {
  const clock = () => new Date('2026-03-01T20:00:00Z');
  const grant = (uid: string, startDate: string, endDate: string) =>
    grantTerm(
      { ...deps(), now: clock },
      { actor: OPERATOR, uid, reason: '' },
      { type: 'professional', startDate, endDate },
    );

  it('is granted or refused beside a simultaneous one with another start, but never reported as there', async () => {
    const { uid } = await addMember();
    const results = await Promise.allSettled(
      ['2026-03-02', '2026-04-02', '2026-05-02'].map((start) => grant(uid, start, '2027-01-01')),
    );
    const said = results.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code));
    expect(said.toSorted()).toEqual(['granted', 'term-end-taken', 'term-end-taken']);
    expect(await termsOf(uid)).toHaveLength(1);
  });

  it('counts also beside simultaneous ones that leave the end as it is', async () => {
    const { uid } = await addMember('2027-01-01');
    const periods = [
      { startDate: '2014-01-01', endDate: '2015-01-01' },
      { startDate: '2016-03-02', endDate: '2017-01-01' },
      { startDate: '2018-03-02', endDate: '2019-01-01' },
    ];
    await Promise.all(periods.map(({ startDate, endDate }) => grant(uid, startDate, endDate)));
    expect((await deps().members.findMember(uid))?.activePeriods).toEqual([
      ...periods,
      { startDate: '2020-01-01', endDate: '2027-01-01' },
    ]);
  });
});
