import * as z from 'zod/mini';
import type { Context, WithTable } from '../../platform/context.ts';
import { keys } from '../../platform/table/schema.ts';
import { type Item, parseItem } from '../../platform/table/table.ts';
import { updateIf, updateReturning } from '../../platform/table/writes.ts';

/** The one row that says which run sends campaigns, and how many codes and notices leave beside them. */
const SenderRow = z.object({
  holder: z.optional(z.string()),
  /** ISO 8601, UTC. */
  heldUntil: z._default(z.string(), ''),
  /** The time between two emails of campaigns; absent while none is sent. */
  everyMs: z._default(z.number(), 0),
  /** How many have left since the first one. */
  codes: z._default(z.number(), 0),
});
export type SenderRow = z.output<typeof SenderRow>;

/** A run whose process has ended gives way after this time; one that lives prolongs it at each turn. */
const HOLD_MS = 30_000;
export const parseSenderRow = (item: Item | undefined): SenderRow => parseItem(SenderRow, item ?? {});

/**
 * Makes this run the only one that sends campaigns, or keeps it so; undefined while another one is. A time that is further
 * ahead than any run may set it was set by a wrong clock.
 */
export async function holdSender(
  context: WithTable,
  holder: string,
  now: Date,
): Promise<SenderRow | undefined> {
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
  const held = await updateReturning(context.table, keys.mailSender, {
    onlyIf: 'attribute_not_exists(heldUntil) OR holder = :holder OR NOT heldUntil BETWEEN :now AND :furthest',
    update: 'SET holder = :holder, heldUntil = :until',
    values: {
      ':holder': holder,
      ':now': now.toISOString(),
      ':until': after(HOLD_MS),
      ':furthest': after(2 * HOLD_MS),
    },
  });
  return held && parseSenderRow(held);
}

/** Says how fast this run sends. */
export async function announcePace(context: WithTable, holder: string, everyMs: number): Promise<void> {
  await updateIf(context.table, keys.mailSender, {
    onlyIf: 'holder = :holder',
    update: 'SET everyMs = :everyMs',
    values: { ':holder': holder, ':everyMs': everyMs },
  });
}

export async function releaseSender(context: WithTable, holder: string): Promise<void> {
  await updateIf(context.table, keys.mailSender, {
    onlyIf: 'holder = :holder',
    update: 'REMOVE holder, heldUntil, everyMs',
    values: { ':holder': holder },
  });
}

/**
 * Tells the sender of campaigns that a code or notice is about to leave, and waits until that has left it a place in the
 * account's rate: the time of two emails. Without campaigns under way there is nothing to wait for.
 */
export async function makeRoomForCode(
  context: Pick<Context, 'table' | 'log' | 'now' | 'sleep'>,
): Promise<void> {
  const { table, log, now, sleep } = context;
  try {
    const { Attributes } = await table.call('UpdateItem', {
      Key: keys.mailSender,
      UpdateExpression: 'ADD codes :one',
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'ALL_NEW',
    });
    const { heldUntil, everyMs } = parseSenderRow(Attributes);
    if (everyMs > 0 && heldUntil > now().toISOString()) await sleep(2 * everyMs);
  } catch (cause) {
    // The code is worth more than the rate: what SES throttles is sent again.
    log({ level: 'warn', event: 'code-not-counted', cause });
  }
}
