import * as z from 'zod/mini';
import type { Pace } from '../domain/mail/road.ts';
import { isConditionFailure } from './calls.ts';
import { fromItem, seconds, type Table, toItem } from './client.ts';
import { keys } from './keys.ts';

const Next = z.object({ nextAt: z.number() });

/** One row says from when on the next mail may leave; whoever sends moves it on by what they take. */
export function dynamoPace(table: Table): Pace {
  const Key = toItem(keys.limit('mail-rate', 'account', '-'));
  const move = async (expression: string, condition: string, values: object) => {
    try {
      const { Attributes } = await table.call('UpdateItem', {
        Key,
        UpdateExpression: expression,
        ConditionExpression: condition,
        ExpressionAttributeValues: toItem(values),
        ReturnValues: 'UPDATED_NEW',
      });
      return Attributes && fromItem(Next, Attributes).nextAt;
    } catch (cause) {
      if (isConditionFailure(cause)) return undefined;
      throw cause;
    }
  };

  return {
    async reserve(count, perSecond, now) {
      const span = (count * 1000) / perSecond;
      const at = now.getTime();
      const forever = seconds(now) + 90 * 86_400;
      for (;;) {
        const behindOthers = await move('SET nextAt = nextAt + :span', 'nextAt > :now', {
          ':span': span,
          ':now': at,
        });
        if (behindOthers !== undefined) return new Date(behindOthers - span);
        const atOnce = await move(
          'SET nextAt = :next, expiresAt = :expiresAt',
          'attribute_not_exists(nextAt) OR nextAt <= :now',
          { ':next': at + span, ':now': at, ':expiresAt': forever },
        );
        if (atOnce !== undefined) return now;
      }
    },
  };
}
