import pLimit from 'p-limit';
import * as z from 'zod/mini';
import type { DeliveryState, DeliveryStatus } from '#shared/choices';
import { type Page, pageAfter } from '#shared/paging';
import { canonicalize } from '#shared/text';
import type { Context, WithTable } from '../../platform/context.ts';
import { findRow, readRows, rowsWithPrefix } from '../../platform/table/rows.ts';
import { keys } from '../../platform/table/schema.ts';
import { type Item, parseItem } from '../../platform/table/table.ts';
import { insertIfAbsent, put, remove, updateIf } from '../../platform/table/writes.ts';
import {
  type Campaign,
  Delivery,
  type DeliveryCounts,
  deliveryStatus,
  emptyCounts,
  mailExpiresAt,
} from './campaign.ts';
import type { MessageContent } from './campaign-repository.ts';

type Recipient = MessageContent['recipients'][number];

const CONCURRENT_WRITES = 20;
const MAX_REASON_CHARACTERS = 300;
/** Without a reply of SES its event must come within this time, or the delivery is unknown. */
const IN_DOUBT_MS = 15 * 60_000;

const Expiry = z.object({ expiresAt: z.number() });

const parseDelivery = (item: Item): Delivery => parseItem(Delivery, item);

export interface DeliveryQuery {
  limit: number;
  cursor?: string | undefined;
  state?: DeliveryStatus | undefined;
  search?: string | undefined;
}

/**
 * By address. `recipients` are those of a campaign whose deliveries are not all written: those without a row come last, and
 * wait. `search` is the beginning of an address.
 */
export async function* walkDeliveries(
  context: WithTable,
  id: string,
  recipients: readonly Recipient[] = [],
  search = '',
): AsyncGenerator<Delivery> {
  const prefix = canonicalize(search);
  const unwritten = new Map<string, Delivery>();
  for (const { uid, address } of recipients) {
    const canonicalAddress = canonicalize(address);
    if (!canonicalAddress.startsWith(prefix)) continue;
    const { sk } = keys.delivery(id, canonicalAddress);
    unwritten.set(sk, { sk, address, uid, state: 'pending', times: {} });
  }
  for await (const row of rowsWithPrefix(context.table, keys.delivery(id, prefix))) {
    const delivery = parseDelivery(row);
    unwritten.delete(delivery.sk);
    yield delivery;
  }
  yield* unwritten.values();
}

/** The deliveries that waited when they were read. */
export async function* walkPendingDeliveries(context: WithTable, id: string): AsyncGenerator<Delivery, void> {
  for await (const delivery of walkDeliveries(context, id)) if (delivery.state === 'pending') yield delivery;
}

/** Writes the deliveries that do not exist yet: a repeated insert must not reset one that has already been sent. */
export async function insertDeliveries(
  context: WithTable,
  campaign: Campaign,
  recipients: readonly Recipient[],
): Promise<void> {
  await pLimit(CONCURRENT_WRITES).map(recipients, ({ uid, address }) =>
    insertIfAbsent(context.table, {
      ...keys.delivery(campaign.id, canonicalize(address)),
      address,
      uid,
      state: 'pending',
      times: {},
      expiresAt: mailExpiresAt(campaign),
    }),
  );
}

export const findDelivery = (
  { table }: WithTable,
  mailId: string,
  address: string,
): Promise<Delivery | undefined> => findRow(table, keys.delivery(mailId, canonicalize(address)), Delivery);

/** In the order of `wanted`; undefined where there is none. */
export const findDeliveries = async (
  context: WithTable,
  wanted: readonly { mailId: string; address: string }[],
): Promise<(Delivery | undefined)[]> => {
  const places = wanted.map(({ mailId, address }) => keys.delivery(mailId, canonicalize(address)));
  return (await readRows(context.table, places)).map((item) => item && parseDelivery(item));
};

/** A page, with `recipients` as in `walkDeliveries`. */
export async function listDeliveries(
  context: WithTable,
  campaign: Campaign,
  { limit, cursor, state, search = '' }: DeliveryQuery,
  recipients: readonly Recipient[],
): Promise<Page<Delivery>> {
  const keyOf = ({ sk }: Delivery) => sk.slice('TO#'.length);
  const found: Delivery[] = [];
  for await (const delivery of walkDeliveries(context, campaign.id, recipients, search)) {
    if (cursor !== undefined && keyOf(delivery) <= cursor) continue;
    if (state !== undefined && deliveryStatus(delivery, campaign) !== state) continue;
    found.push(delivery);
    // Rows come in their order; recipients that have none yet come after them, and belong between them.
    if (recipients.length === 0 && found.length > limit) break;
  }
  const { items, next } = pageAfter(found, keyOf, { cursor: undefined, limit });
  return { items, next };
}

export async function countDeliveries(context: WithTable, campaign: Campaign): Promise<DeliveryCounts> {
  const counts = emptyCounts();
  let written = 0;
  for await (const delivery of walkDeliveries(context, campaign.id)) {
    counts[deliveryStatus(delivery, campaign)] += 1;
    written += 1;
  }
  // Deliveries that are not written yet are waiting too; in a cancelled campaign they never will be written.
  counts[campaign.state === 'cancelled' ? 'cancelled' : 'waiting'] += campaign.total - written;
  return counts;
}

/** Takes a delivery that waits, to send it; false if it waits no longer. The client may repeat a call whose reply was lost. */
export const claimDelivery = (
  { table, now }: Pick<Context, 'table' | 'now'>,
  id: string,
  address: string,
  claimId: string,
): Promise<boolean> =>
  updateIf(table, keys.delivery(id, canonicalize(address)), {
    onlyIf: '#state = :pending OR (#state = :sending AND claimId = :claim)',
    update: 'SET #state = :sending, claimId = :claim, inDoubtUntil = :until',
    values: {
      ':pending': 'pending',
      ':sending': 'sending',
      ':claim': claimId,
      ':until': new Date(now().getTime() + IN_DOUBT_MS).toISOString(),
    },
    names: { '#state': 'state' },
  });

/** False if the delivery is in none of the states `from`, such as after an event, or was claimed by another worker. */
export function transitionDelivery(
  { table, now }: Pick<Context, 'table' | 'now'>,
  id: string,
  address: string,
  from: readonly DeliveryState[],
  to: DeliveryState,
  { messageId, reason, claimId }: { messageId?: string; reason?: string; claimId?: string } = {},
): Promise<boolean> {
  const sets = [
    '#state = :to, times.#to = :now',
    ...(messageId === undefined ? [] : ['messageId = :messageId']),
    ...(reason === undefined ? [] : ['reason = :reason']),
  ];
  return updateIf(table, keys.delivery(id, canonicalize(address)), {
    onlyIf: `#state IN (${from.map((_, index) => `:from${index}`).join(', ')})${claimId === undefined ? '' : ' AND claimId = :claim'}`,
    update: `SET ${sets.join(', ')}`,
    values: {
      ...Object.fromEntries(from.map((state, index) => [`:from${index}`, state])),
      ':to': to,
      ':now': now().toISOString(),
      ':messageId': messageId,
      ':reason': reason?.slice(0, MAX_REASON_CHARACTERS),
      ':claim': claimId,
    },
    names: { '#state': 'state', '#to': to },
  });
}

/**
 * Removes the address from the member's deliveries of a finished campaign; they still count, under keys with the uid,
 * which names nobody any more. False if an event changed one of them in between.
 */
export async function eraseMemberFromDeliveries(
  context: WithTable,
  { id }: Campaign,
  uid: string,
): Promise<boolean> {
  let isComplete = true;
  for await (const row of rowsWithPrefix(context.table, keys.delivery(id, ''))) {
    const { sk, state, times, uid: owner } = parseDelivery(row);
    if (owner !== uid) continue;
    const anonymous = { ...keys.delivery(id, `-${uid}`), address: '', state, times };
    const failed = await context.table.commit([
      remove('delivery', { pk: keys.mail(id).pk, sk }, { state }),
      put('anonymous-delivery', { ...anonymous, ...parseItem(Expiry, row) }),
    ]);
    if (failed.length > 0) isComplete = false;
  }
  return isComplete;
}
