import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { MEMBERSHIP_TYPES, membershipTypeNames } from '#shared/choices';
import { toMinorUnits } from '#shared/money';
import site from '../../../content/site.json' with { type: 'json' };
import { makeFolder, readJsonFile, replaceFile } from '../disk/files.ts';

/** The hosted pages as they would be set up at Stripe; `id` is the one in the product's settings. */
export const paymentLinks = MEMBERSHIP_TYPES.map((type) => ({
  id: `plink_local_${type}`,
  type,
  url: `/_local/pay/${type}`,
  product: membershipTypeNames[type],
  feeMinorUnits: toMinorUnits(site.fees.perYear[type]),
}));

export type CatalogueLink = (typeof paymentLinks)[number];

const DELAY_SECONDS = 5;
const LATE_SECONDS = 20;

export interface TestCard {
  number: string;
  effect: string;
  declined?: true;
  /** Seconds until the bank confirms. */
  delaySeconds?: number;
  /** When and how often the webhooks are sent; by default once, immediately. */
  webhook?: { times: number; afterSeconds: number };
  /** What happens after the payment. */
  isRefundedOrDisputed?: { by: 'refund' | 'dispute'; afterSeconds: number };
}

/** Stripe's own test numbers, some of them with other results. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', effect: 'Accepted' },
  { number: '4000000000000002', effect: 'Declined by the bank', declined: true },
  {
    number: '4000000000003220',
    effect: `Accepted; bank confirms after ${DELAY_SECONDS} seconds`,
    delaySeconds: DELAY_SECONDS,
  },
  {
    number: '4000003720000278',
    effect: `Accepted; webhook arrives ${LATE_SECONDS} seconds late`,
    webhook: { times: 1, afterSeconds: LATE_SECONDS },
  },
  {
    number: '4000000000000077',
    effect: 'Accepted; webhook sent twice',
    webhook: { times: 2, afterSeconds: 0 },
  },
  {
    number: '4000000000000341',
    effect: 'Accepted; no webhook',
    webhook: { times: 0, afterSeconds: 0 },
  },
  {
    number: '4000000000007726',
    effect: `Accepted; refunded after ${LATE_SECONDS} seconds`,
    isRefundedOrDisputed: { by: 'refund', afterSeconds: LATE_SECONDS },
  },
  {
    number: '4000000000000259',
    effect: `Accepted; disputed after ${LATE_SECONDS} seconds`,
    isRefundedOrDisputed: { by: 'dispute', afterSeconds: LATE_SECONDS },
  },
];

export const formatCardNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

const Payment = z.object({
  intent: z.string(),
  charge: z.string(),
  receiptNumber: z.string(),
  lastDigits: z.string(),
  paidAt: z.iso.datetime(),
  /** Until then, the payment is not confirmed. */
  confirmedAt: z.iso.datetime(),
  /** From then on, it is refunded or disputed. */
  isRefundedOrDisputed: z._default(
    z.nullable(z.object({ by: z.enum(['refund', 'dispute']), at: z.iso.datetime() })),
    null,
  ),
});

/** Opened by a visit to a hosted page, completed by at most one payment. */
const CheckoutSession = z.object({
  id: z.string(),
  linkId: z.string(),
  reference: z.nullable(z.string()),
  openedAt: z.iso.datetime(),
  payment: z.nullable(Payment),
});
export type CheckoutSession = z.output<typeof CheckoutSession>;
export type CompletedSession = CheckoutSession & { payment: z.output<typeof Payment> };

export const isComplete = (session: CheckoutSession): session is CompletedSession => session.payment !== null;
export const isReversed = (
  { payment: { isRefundedOrDisputed } }: CompletedSession,
  by: 'refund' | 'dispute',
  now: Date,
): boolean => isRefundedOrDisputed?.by === by && Date.parse(isRefundedOrDisputed.at) <= now.getTime();
export const isPaid = ({ payment }: CompletedSession, now: Date): boolean =>
  Date.parse(payment.confirmedAt) <= now.getTime();

/** Memberships are in the database: without this file, the product still has all payments that it has recorded. */
const DAMAGED =
  'Move it away, then start again: memberships stay, and only the test receipts of the payment page are lost.';

export type StripeLedger = Awaited<ReturnType<typeof openStripeLedger>>;

/** The completed sessions, newest first, each on disk before its payment is answered. Open ones are in memory. */
export async function openStripeLedger(folder: string, clock: () => Date) {
  const file = join(folder, 'payments.json');
  await makeFolder(folder);
  const stored = (await readJsonFile(z.array(CheckoutSession), file, DAMAGED)) ?? [];
  let completed = stored.filter(isComplete);
  const open = new Map<string, CheckoutSession>();
  let written: Promise<void> = Promise.resolve();
  const findCompleted = (id: string) => completed.find((session) => session.id === id);

  return {
    all: (): readonly CompletedSession[] => completed,
    find: (id: string): CheckoutSession | undefined => findCompleted(id) ?? open.get(id),
    findByCharge: (charge: string) => completed.find(({ payment }) => payment.charge === charge),

    open(link: CatalogueLink, reference: string | null): CheckoutSession {
      const openedAt = clock().toISOString();
      const session = { id: newId('cs_test'), linkId: link.id, reference, openedAt, payment: null };
      open.set(session.id, session);
      return session;
    },

    /** Resolves to the paid session, and whether it is new: a second payment, for example by a double click, changes nothing. */
    async pay(session: CheckoutSession, card: TestCard): Promise<{ paid: CompletedSession; isNew: boolean }> {
      const before = findCompleted(session.id);
      const receiptNumber = `LOCAL-${String(completed.length + 1).padStart(4, '0')}`;
      const paid = before ?? { ...session, payment: { ...paymentWith(card, clock()), receiptNumber } };
      if (!before) completed = [paid, ...completed];
      const content = JSON.stringify(completed, null, 2);
      // One that was paid before is written again: the first write may have met a full disk.
      written = written.catch(() => undefined).then(() => replaceFile(file, content));
      await written;
      return { paid, isNew: !before };
    },
  };
}

function paymentWith(card: TestCard, paidAt: Date): Omit<CompletedSession['payment'], 'receiptNumber'> {
  const { delaySeconds = 0, isRefundedOrDisputed: reversal } = card;
  return {
    intent: newId('pi'),
    charge: newId('ch'),
    lastDigits: card.number.slice(-4),
    paidAt: paidAt.toISOString(),
    confirmedAt: after(paidAt, delaySeconds),
    isRefundedOrDisputed: reversal ? { by: reversal.by, at: after(paidAt, reversal.afterSeconds) } : null,
  };
}

const after = (start: Date, seconds: number): string =>
  new Date(start.getTime() + seconds * 1000).toISOString();

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
