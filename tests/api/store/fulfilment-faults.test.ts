import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRepositories } from '../../../functions/handlers/dependencies.ts';
import { queuedMailsRepository } from '../../../functions/mail/transactional/repository.ts';
import {
  confirmPayment,
  fulfilPayment,
  handlePaymentEvent,
  reconcilePayments,
} from '../../../functions/payments/fulfil-payment.ts';
import { makeReceipts } from '../../../functions/payments/make-receipts.ts';
import { type Receipt, receiptFileKey } from '../../../functions/payments/receipt.ts';
import { receiptsRepository } from '../../../functions/payments/receipt-repository.ts';
import type { StoredFile } from '../../../functions/platform/files.ts';
import type { Checkout } from '../../../functions/platform/payment-provider.ts';
import type { LogEntry, Runtime } from '../../../functions/platform/runtime.ts';
import type { Table } from '../../../functions/platform/table/table.ts';
import { checkout, paymentRules, providerOf } from '../../support/api/checkout.ts';
import { insertMember, member } from '../../support/api/make.ts';
import { isTurnOf, sized } from '../../support/sizes.ts';
import { freshTable } from '../../support/table/dynamo.ts';
import { Broken, FAULTS, faultyTable } from '../../support/table/faulty-table.ts';

const now = new Date('2026-03-02T09:00:00Z');
const reports: LogEntry[] = [];
const runtime: Runtime = {
  now: () => now,
  randomBytes: (length) => randomBytes(length),
  sleep: (milliseconds) => sleep(milliseconds),
  log: (event) => reports.push(event),
};

let table: Table;
let serial = 0;
beforeAll(async () => {
  table = await freshTable();
});
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

const depsOn = (on: Table, payment: Checkout) => ({
  ...openRepositories(on, runtime),
  provider: providerOf(payment),
  paymentRules,
});

type Entry = (on: Table, payer: Awaited<ReturnType<typeof newPayer>>) => Promise<unknown>;
const entries: Record<string, Entry> = {
  Confirm: (on, { payer, payment }) => confirmPayment(depsOn(on, payment), payer),
  webhook: (on, { payment }) => handlePaymentEvent(depsOn(on, payment), `evt_${payment.paymentId}`, ''),
  'reconcile job': (on, { payment }) => reconcilePayments(depsOn(on, payment)),
};

const receiptsOf = (uid: string, on = table): Promise<Receipt[]> => receiptsRepository(on).listReceipts(uid);

const noticesTo = async (email: string) => {
  const queuedMails = queuedMailsRepository(table);
  let notices = 0;
  for (const id of await queuedMails.listDue(now, 1000)) {
    const mail = await queuedMails.acquireLease(id, now, 60);
    if (!mail) continue;
    if (mail.to === email && mail.subject.startsWith('Payment received')) notices += 1;
    await queuedMails.markSent(mail, 'message-id', now);
  }
  return notices;
};

/** Exactly one extension: one term, one receipt with the term's number, one email, and an expiry one year later. */
async function expectOneExtension({ payer }: Awaited<ReturnType<typeof newPayer>>, endDate = '2027-01-01') {
  const terms = await openRepositories(table, runtime).terms.listTerms(payer.uid);
  const receipts = await receiptsOf(payer.uid);
  expect(terms).toMatchObject([{ endDate }]);
  expect(receipts.map(({ number }) => number)).toEqual(terms.map(({ receiptNumber }) => receiptNumber));
  expect(await openRepositories(table, runtime).members.findMember(payer.uid)).toMatchObject({
    activeUntil: endDate,
  });
  expect(await noticesTo(payer.email)).toBe(1);
  return receipts[0]?.number;
}

describe('a fault at every call to the table, then a second try', () => {
  const states = [
    ['new', '', '2027-01-01'],
    ['lapsed', '2025-01-01', '2027-01-01'],
    ['active', '2027-01-01', '2028-01-01'],
  ] as const;
  const ways = Object.values(entries);
  const cells = Object.keys(entries).flatMap((way) => FAULTS.map((fault) => ({ way, fault })));

  it.each(cells)('$way, $fault: the membership is extended exactly once', async ({ way, fault }) => {
    const enter = entries[way];
    if (!enter) throw new Error(`No way "${way}"`);
    let sweeps = 0;
    for (let round = 0; round < sized(1, 12); round += 1) {
      const [, activeUntil, endDate] = states[round % states.length] ?? states[0];
      for (let k = 1; ; k += 1) {
        const payer = await newPayer(activeUntil);
        const faulty = faultyTable(table, k, fault);
        await enter(faulty.table, payer).catch((cause: unknown) => {
          if (!(cause instanceof Broken)) throw cause;
        });
        await enter(table, payer);
        for (const [place, again] of ways.entries())
          if (isTurnOf(place, k, ways.length)) await again(table, payer);
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
    const confirm = () => confirmPayment(depsOn(table, payer.payment), payer.payer);
    const each = <Reply>(run: () => Promise<Reply>) => Array.from({ length: sized(12, 200) }, run);
    const others = ['webhook', 'reconcile job'].flatMap((way) =>
      each(async () => entries[way]?.(table, payer)),
    );
    const replies = await Promise.all(each(confirm));
    await Promise.all(others);
    expect(new Set(replies.map(({ result }) => result))).toEqual(new Set(['confirmed']));
    await expectOneExtension(payer);
    expect(reports.filter(({ event }) => event === 'payment-fulfilled')).toHaveLength(1);
  });

  it('of several members get receipt numbers without a gap, although some are killed', async () => {
    const own = await freshTable();
    const size = sized(16, 200);
    const payers = [];
    for (let each = 0; each < size; each += 1) payers.push(await newPayer('', own));
    const dieAt = (index: number) => 1 + ((index * 7) % 9);
    await Promise.all(
      payers.map(async ({ payment }, index) => {
        const on =
          index % 3 === 0 ? faultyTable(own, dieAt(index), FAULTS[index % 4] ?? 'killed').table : own;
        await fulfilPayment(depsOn(on, payment), payment).catch((cause: unknown) => {
          if (!(cause instanceof Broken)) throw cause;
        });
      }),
    );
    await Promise.all(payers.map(({ payment }) => fulfilPayment(depsOn(own, payment), payment)));
    const numbers = [];
    for (const { payer } of payers) {
      const receipts = await receiptsOf(payer.uid, own);
      expect(receipts).toHaveLength(1);
      numbers.push(receipts[0]?.number);
    }
    const expected = Array.from({ length: size }, (_, index) => `AG-${String(index + 1).padStart(6, '0')}`);
    expect(numbers.sort()).toEqual(expected);
  });
});

describe('the job that makes receipts', () => {
  it.each(FAULTS)('makes every receipt, and the same one again, after a fault: %s', async (fault) => {
    const own = await freshTable();
    for (let k = 1; ; k += 1) {
      const { payer, payment } = await newPayer('', own);
      await fulfilPayment(depsOn(own, payment), payment);
      const bucket = new Map<string, string[]>();
      const files = {
        put: async (key: string, { body }: StoredFile) => {
          const digest = createHash('sha256').update(body).digest('hex');
          bucket.set(key, [...(bucket.get(key) ?? []), digest]);
        },
      };
      const renderReceipt = async (receipt: Receipt) => Buffer.from(JSON.stringify(receipt));
      const make = (on: Table) =>
        makeReceipts({ ...runtime, files, renderReceipt, receipts: receiptsRepository(on) });
      const faulty = faultyTable(own, k, fault);
      await make(faulty.table).catch((cause: unknown) => {
        if (!(cause instanceof Broken)) throw cause;
      });
      await make(own);
      expect(await make(own)).toBe(0);
      const [receipt] = await receiptsOf(payer.uid, own);
      const made = bucket.get(receiptFileKey(receipt?.number ?? '')) ?? [];
      expect(new Set(made).size).toBe(1);
      expect(await receiptsRepository(own).findReceipt(payer.uid, receipt?.number ?? '')).toMatchObject({
        isReady: true,
      });
      if (!faulty.wasHit()) break;
    }
  });
});
