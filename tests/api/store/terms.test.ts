import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../functions/audit/audit.ts';
import { openRepositories } from '../../../functions/handlers/dependencies.ts';
import type { Member } from '../../../functions/members/member.ts';
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
const runtime = () => ({
  now: () => new Date('2026-03-02T09:00:00Z'),
  randomBytes: (length: number) => randomBytes(length),
  sleep: (milliseconds: number) => sleep(milliseconds),
  log: (event: LogEntry) => reports.push(event),
});
const deps = () => ({ ...openRepositories(table, runtime()), provider: providerOf(), paymentRules });
const termsOf = (uid: string) => deps().terms.listTerms(uid);
const memberOf = (uid: string) => deps().members.findMember(uid);
const fulfil = (given: Partial<Checkout>, over: Partial<ReturnType<typeof deps>> = {}) =>
  fulfilPayment({ ...deps(), ...over }, checkout({ paymentId: paymentId(), ...given }));

async function addMember(activeUntil = '') {
  const uid = String(10_000_000 + serial);
  const added = member({ uid, username: `teapot_${uid}`, email: `teapot-${uid}@example.org`, activeUntil });
  expect(await insertMember(table, added, `registration-${uid}`)).toBe('inserted');
  return added;
}

const forReview = async () =>
  (await allRows(table)).filter(({ pk, paymentId: id }) => pk === 'PAYMENT-REVIEW' && id === paymentId());

describe('a paid membership fee', () => {
  it('becomes a term and the new expiry, from the time of payment, however late it is reported', async () => {
    const { uid, paymentReference: reference } = await addMember('2026-01-01');
    const paidAt = new Date('2026-12-31T15:59:59.999Z');
    expect(await fulfil({ reference, paidAt })).toBe('fulfilled');
    expect(await termsOf(uid)).toEqual([
      {
        id: paymentId(),
        type: 'professional',
        accessMethod: 'online-payment',
        transactionDate: '2026-12-31',
        receiptUrl: 'https://pay.stripe.com/receipts/payment/abc',
        receiptNumber: 'AG-000001',
        startDate: '2026-12-31',
        endDate: '2028-01-01',
        expireDate: '2028-01-01',
      },
    ]);
    expect(await memberOf(uid)).toMatchObject({ activeUntil: '2028-01-01', version: 2 });
    expect(reports).toMatchObject([{ level: 'info', event: 'payment-fulfilled', uid }]);
  });

  it('adds to a simultaneous second one, and a third is an overpayment', async () => {
    const { uid, paymentReference: reference } = await addMember();
    const pay = (suffix: string) => fulfil({ paymentId: paymentId(suffix), reference });
    const results = await Promise.all([pay('a'), pay('b'), pay('c')]);
    expect(results.sort()).toEqual(['fulfilled', 'fulfilled', 'overpayment']);
    expect((await memberOf(uid))?.activeUntil).toBe('2028-01-01');
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
    expect(await fulfil({ reference }, restless(5))).toBe('fulfilled');
    expect(tries).toBe(6);
    tries = 0;
    const next = fulfil({ paymentId: paymentId('b'), reference }, restless(6));
    await expect(next).rejects.toThrow('changed under 6 attempts');
    expect((await memberOf(uid))?.activeUntil).toBe('2027-01-01');
  });
});

describe('a payment that extends nothing', () => {
  it.each<[string, Partial<Checkout>, string]>([
    ['a cent too little', { amountMinorUnits: 35_999 }, 'amount'],
    ["a professional's fee for a student", { linkId: 'plink_student' }, 'amount'],
    ['US dollars', { currency: 'USD' }, 'currency'],
    ['test money', { live: false }, 'mode'],
    ['a page that is not ours', { linkId: 'plink_conference' }, 'link'],
    ['given back', { isRefundedOrDisputed: true }, 'refunded-or-disputed'],
  ])('%s', async (_, fields, reason) => {
    const { uid, paymentReference: reference } = await addMember();
    expect(await fulfil({ reference, ...fields })).toBe('invalid');
    expect(await fulfil({ reference, ...fields })).toBe('already-recorded');
    expect(await termsOf(uid)).toEqual([]);
    expect((await memberOf(uid))?.activeUntil).toBe('');
    const { amountMinorUnits } = checkout(fields);
    expect(await forReview()).toMatchObject([{ uid, outcome: reason, amountMinorUnits }]);
    expect(reports).toMatchObject([{ level: 'warn', event: 'payment-needs-review', reason }]);
  });

  it.each<[string, (payer: Member) => string]>([
    ['no reference', () => ''],
    ['the email address', ({ email }) => email],
    ['the membership ID', ({ uid }) => uid],
  ])('%s instead of the payer’s reference', async (_, referenceOf) => {
    const reference = referenceOf(await addMember());
    const results = await Promise.all([fulfil({ reference }), fulfil({ reference })]);
    expect(results.sort()).toEqual(['already-recorded', 'unmatched']);
    expect(await forReview()).toMatchObject([{ outcome: 'unmatched', reference }]);
  });
});

describe('a granted term', () => {
  const grant = (uid: string, startDate: string, endDate: string) =>
    grantTerm(deps(), { actor: OPERATOR, uid, reason: '' }, { type: 'professional', startDate, endDate });

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
    expect((await memberOf(uid))?.activePeriods).toEqual([
      ...periods,
      { startDate: '2020-01-01', endDate: '2027-01-01' },
    ]);
  });
});
