import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readJsonFile, replaceFile } from '../disk/files.ts';
import type { CatalogueLink, TestCard } from './stripe-catalogue.ts';

/** A webhook with its own id, sent again until the product replies 200. */
const WebhookEvent = z.object({
  id: z.string(),
  type: z.enum([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'charge.refunded',
    'charge.dispute.created',
  ]),
  dueAt: z.iso.datetime(),
  /** How many times it is still to be sent. */
  times: z.number(),
  failures: z.number(),
});
export type WebhookEvent = z.output<typeof WebhookEvent>;

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
  /** The webhooks still to be sent. */
  events: z._default(z.array(WebhookEvent), []),
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

  const write = (next: CompletedSession[]) => {
    completed = next;
    written = written.catch(() => undefined).then(() => replaceFile(file, JSON.stringify(next, null, 2)));
    return written;
  };
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

    /** A second payment of the same session, for example by a double click, changes nothing. */
    async pay(session: CheckoutSession, card: TestCard): Promise<void> {
      const paidAt = clock();
      const payment = {
        ...paymentWith(card, paidAt),
        receiptNumber: `LOCAL-${String(completed.length + 1).padStart(4, '0')}`,
      };
      // One that was paid before is written again: the first write may have met a full disk.
      await write(findCompleted(session.id) ? completed : [{ ...session, payment }, ...completed]);
    },

    dueEvents: (now: Date) =>
      completed.flatMap((session) =>
        session.payment.events
          .filter(({ dueAt }) => Date.parse(dueAt) <= now.getTime())
          .map((event) => ({ session, event })),
      ),

    /** An event that need not be sent again is removed. */
    async changeEvent({ id }: CompletedSession, changed: WebhookEvent): Promise<void> {
      const change = (events: WebhookEvent[]) =>
        events.map((event) => (event.id === changed.id ? changed : event)).filter(({ times }) => times > 0);
      await write(
        completed.map((session) => {
          const { payment } = session;
          if (session.id !== id) return session;
          return { ...session, payment: { ...payment, events: change(payment.events) } };
        }),
      );
    },
  };
}

/** A payment with this card, and the webhooks about it. */
function paymentWith(card: TestCard, paidAt: Date): Omit<CompletedSession['payment'], 'receiptNumber'> {
  const { delaySeconds = 0, webhook = { times: 1, afterSeconds: 0 }, isRefundedOrDisputed: reversal } = card;
  const after = (seconds: number): string => new Date(paidAt.getTime() + seconds * 1000).toISOString();
  const event = (type: WebhookEvent['type'], afterSeconds: number): WebhookEvent => ({
    id: newId('evt'),
    type,
    dueAt: after(afterSeconds),
    times: webhook.times,
    failures: 0,
  });
  const events = [event('checkout.session.completed', webhook.afterSeconds)];
  if (delaySeconds > 0) events.push(event('checkout.session.async_payment_succeeded', delaySeconds));
  if (reversal) {
    const type = reversal.by === 'refund' ? 'charge.refunded' : 'charge.dispute.created';
    events.push(event(type, reversal.afterSeconds));
  }
  return {
    intent: newId('pi'),
    charge: newId('ch'),
    lastDigits: card.number.slice(-4),
    paidAt: paidAt.toISOString(),
    confirmedAt: after(delaySeconds),
    isRefundedOrDisputed: reversal ? { by: reversal.by, at: after(reversal.afterSeconds) } : null,
    events: events.filter(({ times }) => times > 0),
  };
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
