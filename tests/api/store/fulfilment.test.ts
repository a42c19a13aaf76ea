import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  acquireMailLease,
  finishMail,
  listDueMails,
} from '../../../functions/mail/transactional/repository.ts';
import { findMember } from '../../../functions/members/repository.ts';
import { listTerms } from '../../../functions/memberships/repository.ts';
import { confirmPayment } from '../../../functions/payments/confirm-payment.ts';
import {
  fulfilPayment,
  handlePaymentEvent,
  reconcilePayments,
} from '../../../functions/payments/fulfil-payment.ts';
import { makeReceipts } from '../../../functions/payments/make-receipts.ts';
import type { Receipt } from '../../../functions/payments/payment.ts';
import { findReceipt, listReceipts } from '../../../functions/payments/repository.ts';
import type { Checkout } from '../../../functions/platform/payment-provider.ts';
import type { LogEntry, Runtime } from '../../../functions/platform/runtime.ts';
import type { Table } from '../../../functions/platform/table/table.ts';
import { checkout, paymentRules, providerOf } from '../../support/api/checkout.ts';
import { insertMember, member } from '../../support/api/make.ts';
import { sized } from '../../support/sizes.ts';
import { allRows, freshTable } from '../../support/table/dynamo.ts';
import { Broken, FAULTS, faultyTable } from '../../support/table/faulty-table.ts';

const now = new Date('2026-03-02T09:00:00Z');
const reports: LogEntry[] = [];
const runtime: Runtime = {
  now: () => now,
  randomBytes: (length) => randomBytes(length),
  sleep: (milliseconds) => sleep(milliseconds),
  log: (event) => reports.push(event),
};

const table = await freshTable();
let serial = 0;
beforeEach(() => {
  reports.length = 0;
});

async function newPayer(activeUntil = '', on = table) {
  serial += 1;
  const uid = String(20_000_000 + serial);
  const payer = member({ uid, username: `bunny_${uid}`, email: `bunny-${uid}@example.org`, activeUntil });
  expect(await insertMember(on, payer, `registration-${uid}`)).toBe('inserted');
  return { payer, payment: checkout({ paymentId: `pi_fault_${uid}`, reference: payer.paymentReference }) };
}
type Payer = Awaited<ReturnType<typeof newPayer>>;

const contextOn = (on: Table, payment: Checkout) => ({
  ...runtime,
  table: on,
  loadProvider: providerOf(payment),
  paymentRules,
});
const fulfil = (payment: Checkout, on = table) => fulfilPayment(contextOn(on, payment), payment);
const unlessBroken = (cause: unknown) => {
  if (!(cause instanceof Broken)) throw cause;
};

const termsOf = (uid: string) => listTerms({ table }, uid);
const expiryOf = async (uid: string) => (await findMember({ table }, uid))?.activeUntil;
const receiptsOf = (uid: string, on = table) => listReceipts({ table: on }, uid);
const forReview = async ({ paymentId }: Checkout) =>
  (await allRows(table)).filter((row) => row['pk'] === 'PAYMENT-REVIEW' && row['paymentId'] === paymentId);

const noticesTo = async (email: string) => {
  let notices = 0;
  for (const id of await listDueMails({ table }, now, 1000)) {
    const mail = await acquireMailLease({ table }, id, now, 60);
    if (!mail) continue;
    if (mail.to === email && mail.subject.startsWith('Payment received')) notices += 1;
    await finishMail({ table }, mail, { state: 'sent', messageId: 'message-id' }, now);
  }
  return notices;
};

/** Exactly one extension: one term, one receipt with the term's number, one email, and an expiry one year later. */
async function expectOneExtension({ payer }: Payer, endDate = '2027-01-01') {
  const terms = await termsOf(payer.uid);
  expect(terms).toMatchObject([{ endDate }]);
  expect(await receiptsOf(payer.uid)).toMatchObject([{ number: terms[0]?.receiptNumber }]);
  expect(await expiryOf(payer.uid)).toBe(endDate);
  expect(await noticesTo(payer.email)).toBe(1);
}

const entries: Record<string, (on: Table, payer: Payer) => Promise<unknown>> = {
  Confirm: (on, { payer, payment }) => confirmPayment(contextOn(on, payment), payer),
  webhook: (on, { payment }) => handlePaymentEvent(contextOn(on, payment), `evt_${payment.paymentId}`, ''),
  'reconcile job': (on, { payment }) => reconcilePayments(contextOn(on, payment)),
};

describe('a fault at every call to the table, then a second try', () => {
  const states = [
    ['', '2027-01-01'],
    ['2025-01-01', '2027-01-01'],
    ['2027-01-01', '2028-01-01'],
  ] as const;
  const ways = Object.values(entries);
  const cells = Object.keys(entries).flatMap((way) => FAULTS.map((fault) => ({ way, fault })));

  it.each(cells)('$way, $fault: the membership is extended exactly once', async ({ way, fault }) => {
    const enter = entries[way];
    if (!enter) throw new Error(`No way "${way}"`);
    let sweeps = 0;
    for (let round = 0; round < sized(1, 12); round += 1) {
      const [activeUntil, endDate] = states[round % states.length] ?? states[0];
      for (let k = 1; ; k += 1) {
        const payer = await newPayer(activeUntil);
        const faulty = faultyTable(table, k, fault);
        await enter(faulty.table, payer).catch(unlessBroken);
        await enter(table, payer);
        // Small by turns, in full each.
        for (const [place, again] of ways.entries())
          if (place === sized(k % ways.length, place)) await again(table, payer);
        await expectOneExtension(payer, endDate);
        if (!faulty.wasHit()) break;
        sweeps += 1;
      }
    }
    // At least marker, reference, member with the last number, and transaction.
    expect(sweeps).toBeGreaterThanOrEqual(4);
  });
});

describe('simultaneous fulfilments', () => {
  it('by many Confirms, webhooks and jobs extend once, and each Confirm is told so', async () => {
    const payer = await newPayer();
    const each = <Reply>(run: () => Promise<Reply>) => Array.from({ length: sized(12, 200) }, run);
    const others = ['webhook', 'reconcile job'].flatMap((way) =>
      each(async () => entries[way]?.(table, payer)),
    );
    const replies = await Promise.all(
      each(() => confirmPayment(contextOn(table, payer.payment), payer.payer)),
    );
    await Promise.all(others);
    expect(new Set(replies.map(({ success }) => success))).toEqual(new Set([true]));
    await expectOneExtension(payer);
    expect(reports.filter(({ event }) => event === 'payment-fulfilled')).toHaveLength(1);
  });

  it('of one member add up, and a third is an overpayment', async () => {
    const { payer, payment } = await newPayer();
    const pay = (suffix: string) => fulfil({ ...payment, paymentId: payment.paymentId + suffix });
    const results = await Promise.all([pay('a'), pay('b'), pay('c')]);
    expect(results.sort()).toEqual(['fulfilled', 'fulfilled', 'overpayment']);
    expect(await expiryOf(payer.uid)).toBe('2028-01-01');
    expect((await termsOf(payer.uid)).map(({ endDate }) => endDate)).toEqual(['2028-01-01', '2027-01-01']);
  });

  it('of several members get receipt numbers without a gap, although some are killed', async () => {
    const own = await freshTable();
    const size = sized(16, 200);
    const payers: Payer[] = [];
    for (let each = 0; each < size; each += 1) payers.push(await newPayer('', own));
    const dieAt = (index: number) => 1 + ((index * 7) % 9);
    await Promise.all(
      payers.map(async ({ payment }, index) => {
        const fault = FAULTS[index % 4] ?? 'killed';
        const on = index % 3 === 0 ? faultyTable(own, dieAt(index), fault).table : own;
        await fulfil(payment, on).catch(unlessBroken);
      }),
    );
    await Promise.all(payers.map(({ payment }) => fulfil(payment, own)));
    const receipts = await Promise.all(payers.map(({ payer }) => receiptsOf(payer.uid, own)));
    const expected = Array.from({ length: size }, (_, index) => `AG-${String(index + 1).padStart(6, '0')}`);
    expect(receipts.flatMap((of) => of.map(({ number }) => number)).sort()).toEqual(expected);
  });
});

it('a paid membership fee counts from the time of payment, however late it is reported', async () => {
  const { payer, payment } = await newPayer('2026-01-01');
  expect(await fulfil({ ...payment, paidAt: new Date('2026-12-31T15:59:59.999Z') })).toBe('fulfilled');
  expect(await termsOf(payer.uid)).toMatchObject([
    { transactionDate: '2026-12-31', startDate: '2026-12-31', endDate: '2028-01-01' },
  ]);
});

describe('a payment that extends nothing', () => {
  it.each<[string, Partial<Checkout>, string]>([
    ['a cent too little', { amountMinorUnits: 35_999 }, 'amount'],
    ["a professional's fee for a student", { linkId: 'plink_student' }, 'amount'],
    ['US dollars', { currency: 'USD' }, 'currency'],
    ['test money', { live: false }, 'mode'],
    ['a page that is not ours', { linkId: 'plink_conference' }, 'link'],
    ['given back', { isRefundedOrDisputed: true }, 'refunded-or-disputed'],
  ])('because of %s goes to a person', async (_, fields, reason) => {
    const { payer, payment } = await newPayer();
    expect(await fulfil({ ...payment, ...fields })).toBe(reason);
    expect(await fulfil({ ...payment, ...fields })).toBe('already-recorded');
    expect(await termsOf(payer.uid)).toEqual([]);
    expect(await expiryOf(payer.uid)).toBe('');
    expect(await forReview(payment)).toMatchObject([{ uid: payer.uid, outcome: reason }]);
    expect(reports).toMatchObject([{ level: 'warn', event: 'payment-needs-review', reason }]);
  });

  it.each<[string, (payer: Payer['payer']) => string]>([
    ['nothing', () => ''],
    ['an email address', ({ email }) => email],
    ['a membership ID', ({ uid }) => uid],
  ])('because it has %s for a reference goes to a person', async (_, referenceOf) => {
    const { payer, payment } = await newPayer();
    const unmatched = { ...payment, reference: referenceOf(payer) };
    const results = await Promise.all([fulfil(unmatched), fulfil(unmatched)]);
    expect(results.sort()).toEqual(['already-recorded', 'unmatched']);
    expect(await forReview(payment)).toMatchObject([{ outcome: 'unmatched' }]);
  });
});

describe('the job that makes receipts', () => {
  it.each(FAULTS)('makes every receipt, and the same one again, after a fault: %s', async (fault) => {
    const own = await freshTable();
    for (let k = 1; ; k += 1) {
      const { payer, payment } = await newPayer('', own);
      await fulfil(payment, own);
      const documents: string[] = [];
      const files = {
        put: async (key: string, { body }: { body: unknown }) => void documents.push(key + body),
      };
      const renderReceipt = async (receipt: Receipt) => Buffer.from(JSON.stringify(receipt));
      const make = (on: Table) => makeReceipts({ ...contextOn(on, payment), files, renderReceipt });
      const faulty = faultyTable(own, k, fault);
      await make(faulty.table).catch(unlessBroken);
      await make(own);
      expect(await make(own)).toBe(0);
      expect(new Set(documents).size).toBe(1);
      const [receipt] = await receiptsOf(payer.uid, own);
      expect(await findReceipt({ table: own }, payer.uid, receipt?.number ?? '')).toMatchObject({
        isReady: true,
      });
      if (!faulty.wasHit()) break;
    }
  });
});
