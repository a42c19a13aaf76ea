import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readJsonFile, replaceFile } from '../disk/files.ts';
import type { CatalogueLink, TestCard } from './stripe-catalogue.ts';

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
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
