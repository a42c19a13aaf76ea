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

const addSeconds = (instant: Date, seconds: number): string =>
  new Date(instant.getTime() + seconds * 1000).toISOString();

/** The webhooks of a payment with this card. */
function webhookEvents(card: TestCard, paidAt: Date): WebhookEvent[] {
  const { delaySeconds, webhook = { times: 1, afterSeconds: 0 }, isRefundedOrDisputed } = card;
  const event = (type: WebhookEvent['type'], afterSeconds: number): WebhookEvent => ({
    id: `evt_${randomBytes(12).toString('hex')}`,
    type,
    dueAt: addSeconds(paidAt, afterSeconds),
    times: webhook.times,
    failures: 0,
  });
  const events = [event('checkout.session.completed', webhook.afterSeconds)];
  if (delaySeconds) events.push(event('checkout.session.async_payment_succeeded', delaySeconds));
  if (isRefundedOrDisputed) {
    const type = isRefundedOrDisputed.by === 'refund' ? 'charge.refunded' : 'charge.dispute.created';
    events.push(event(type, isRefundedOrDisputed.afterSeconds));
  }
  return events.filter(({ times }) => times > 0);
}

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

const Sessions = z.array(CheckoutSession);
/** Memberships are in the database: without this file, the product still has all payments that it has recorded. */
const DAMAGED =
  'Move it away, then start again: memberships stay, and only the test receipts of the payment page are lost.';
const OPEN_FOR_MILLISECONDS = 24 * 3_600_000;

export type StripeLedger = Awaited<ReturnType<typeof openStripeLedger>>;

/** All sessions, newest first. Every change is on disk before it is answered. */
export async function openStripeLedger(folder: string, clock: () => Date) {
  const file = join(folder, 'payments.json');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let sessions = (await readJsonFile(Sessions, file, DAMAGED)) ?? [];
  let written: Promise<void> = Promise.resolve();

  const change = (next: CheckoutSession[]) => {
    sessions = next;
    written = written.catch(() => undefined).then(() => replaceFile(file, JSON.stringify(next, null, 2)));
    return written;
  };

  const isStale = (session: CheckoutSession) =>
    !isComplete(session) && clock().getTime() - Date.parse(session.openedAt) > OPEN_FOR_MILLISECONDS;

  return {
    all: (): readonly CheckoutSession[] => sessions,
    find: (id: string) => sessions.find((session) => session.id === id),
    findByCharge: (charge: string) =>
      sessions.filter(isComplete).find(({ payment }) => payment.charge === charge),

    async open(link: CatalogueLink, reference: string | null): Promise<CheckoutSession> {
      const session = {
        id: newId('cs_test'),
        linkId: link.id,
        reference,
        openedAt: clock().toISOString(),
        payment: null,
      };
      await change([session, ...sessions.filter((each) => !isStale(each))]);
      return session;
    },

    /** A second payment of the same session, for example by a double click, changes nothing. */
    async pay(session: CheckoutSession, card: TestCard): Promise<void> {
      // Written again: the first write may have met a full disk.
      if (sessions.find(({ id }) => id === session.id)?.payment) return change(sessions);
      const paidAt = clock();
      const payment = {
        intent: newId('pi'),
        charge: newId('ch'),
        receiptNumber: `LOCAL-${String(sessions.filter(isComplete).length + 1).padStart(4, '0')}`,
        lastDigits: card.number.slice(-4),
        paidAt: paidAt.toISOString(),
        confirmedAt: addSeconds(paidAt, card.delaySeconds ?? 0),
        isRefundedOrDisputed: card.isRefundedOrDisputed
          ? {
              by: card.isRefundedOrDisputed.by,
              at: addSeconds(paidAt, card.isRefundedOrDisputed.afterSeconds),
            }
          : null,
        events: webhookEvents(card, paidAt),
      };
      await change(sessions.map((each) => (each.id === session.id ? { ...each, payment } : each)));
    },

    dueEvents: (now: Date) =>
      sessions
        .filter(isComplete)
        .flatMap((session) => session.payment.events.map((event) => ({ session, event })))
        .filter(({ event }) => Date.parse(event.dueAt) <= now.getTime()),

    /** An event that need not be sent again is removed. */
    async changeEvent({ id }: CompletedSession, event: WebhookEvent): Promise<void> {
      const next = (events: WebhookEvent[]) =>
        events.flatMap((each) => (each.id !== event.id ? [each] : event.times > 0 ? [event] : []));
      await change(
        sessions.map((each) =>
          each.id === id && each.payment
            ? { ...each, payment: { ...each.payment, events: next(each.payment.events) } }
            : each,
        ),
      );
    },
  };
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
