/** SES never gets more emails than the account may send: one run sends campaigns, and leaves codes and notices their place. */

import * as z from 'zod/mini';
import type { Context, WithTable } from '../../platform/context.ts';
import type { Runtime } from '../../platform/runtime.ts';
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
 * Makes this run the only one that sends campaigns, or keeps it so, and says how fast it sends, if it does; undefined while
 * another one is. A time that is further ahead than any run may set it was set by a wrong clock.
 */
export async function holdSender(
  context: Pick<Context, 'table' | 'now'>,
  holder: string,
  everyMs?: number,
): Promise<SenderRow | undefined> {
  const now = context.now();
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
  const held = await updateReturning(context.table, keys.mailSender, {
    onlyIf: 'attribute_not_exists(heldUntil) OR holder = :holder OR NOT heldUntil BETWEEN :now AND :furthest',
    update: `SET holder = :holder, heldUntil = :until${everyMs === undefined ? '' : ', everyMs = :everyMs'}`,
    values: {
      ':holder': holder,
      ':now': now.toISOString(),
      ':until': after(HOLD_MS),
      ':furthest': after(2 * HOLD_MS),
      ':everyMs': everyMs,
    },
  });
  return held && parseSenderRow(held);
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

/** Campaigns use this part of the account's rate. The rest is for codes and notices, and for requests that arrive late. */
const PLANNED_SHARE = 0.95;
const WINDOW_MS = 1000;
/** From when a code was counted: it leaves a moment later. */
const CODE_MS = 2 * WINDOW_MS;
/** What a busy moment has delayed is caught up with, as far as the account's rate allows. */
const CATCH_UP_MS = 250;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 16_000;

/** An email takes a place until a second after SES answered; without an answer yet, for ever. */
interface Place {
  freeAt: number;
}

export type SendPace = ReturnType<typeof sendPace>;

/**
 * When the next email of campaigns may leave. There are as many places as the account may send emails in a second, and each is
 * free a second after SES answered: however long a request takes, no second sees more than there are places. A code or a
 * notice takes one too.
 */
export function sendPace({ now, sleep }: Pick<Runtime, 'now' | 'sleep'>, perSecond: number) {
  const places = Math.max(1, Math.floor(perSecond));
  const intervalMs = 1000 / (perSecond * PLANNED_SHARE);
  const inFlight = new Set<Promise<void>>();
  let taken: Place[] = [];
  let nextAt = 0;
  let pauseMs = 0;
  let pausedUntil = 0;
  let codesSoFar: number | undefined;

  /** How long until a place is free: 0 for now, infinite until SES answers. */
  function untilFreeMs(): number {
    const at = now().getTime();
    taken = taken.filter(({ freeAt }) => freeAt > at);
    const excess = taken.length - places;
    if (excess < 0) return 0;
    const soonest = taken.map(({ freeAt }) => freeAt).toSorted((a, b) => a - b);
    return (soonest[excess] ?? at) - at;
  }

  return {
    /** The time between two emails, where nothing is in the way. */
    everyMs: intervalMs,

    /** Waits for the next turn and a free place, with fewer than `most()` emails under way; no longer than to `until`. */
    async wait(most: () => number, until: Date): Promise<void> {
      for (;;) {
        const at = now().getTime();
        if (at >= until.getTime()) return;
        const waitMs = Math.ceil(Math.max(nextAt - at, pausedUntil - at, untilFreeMs()));
        if (inFlight.size >= most() || waitMs === Number.POSITIVE_INFINITY) await Promise.race(inFlight);
        else if (waitMs > 0) await sleep(Math.min(waitMs, until.getTime() - at));
        else return;
      }
    },

    isFree: (): boolean => untilFreeMs() === 0,

    /** Begins an email, which goes on by itself and must not reject. */
    start(send: () => Promise<void>): void {
      const place: Place = { freeAt: Number.POSITIVE_INFINITY };
      taken.push(place);
      nextAt = Math.max(nextAt, now().getTime() - CATCH_UP_MS) + intervalMs;
      const sending = send().finally(() => {
        place.freeAt = now().getTime() + WINDOW_MS;
        inFlight.delete(sending);
      });
      inFlight.add(sending);
    },

    /** Takes a place for each code and notice that left since the last call. */
    noteCodes(codes: number): void {
      const freeAt = now().getTime() + CODE_MS;
      const left = Math.min(places, codes - (codesSoFar ?? codes));
      codesSoFar = codes;
      for (let code = 0; code < left; code += 1) taken.push({ freeAt });
    },

    /** SES takes nothing at present: each pause is twice as long as the one before, until it takes an email again. */
    pause(): void {
      const at = now().getTime();
      if (at < pausedUntil) return;
      pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pauseMs));
      pausedUntil = at + pauseMs;
    },

    endPause(): void {
      pauseMs = 0;
    },

    /** Until no email is under way. */
    async settled(): Promise<void> {
      await Promise.all(inFlight);
    },
  };
}
