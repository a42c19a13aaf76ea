import * as z from 'zod/mini';
import type { Pace } from '../mail/campaigns/campaign-queue.ts';
import { keys } from '../platform/table/schema.ts';
import { parseItem, seconds, type Table } from '../platform/table/table.ts';
import { updateReturning } from '../platform/table/writes.ts';
import { rowNames } from './limits.ts';

const Next = z.object({ nextAt: z.number() });

/** One row says from when on the next mail may leave; whoever sends moves it on by what they take. */
export function dynamoPace(table: Table): Pace {
  const move = async (onlyIf: string, update: string, values: Record<string, number>) => {
    const key = keys.limit(rowNames.mailRate, 'account', '-');
    const moved = await updateReturning(table, key, { onlyIf, update, values });
    return moved && parseItem(Next, moved).nextAt;
  };

  return {
    async reserve(count, perSecond, now) {
      const span = (count * 1000) / perSecond;
      const at = now.getTime();
      const forever = seconds(now) + 90 * 86_400;
      for (;;) {
        const behindOthers = await move('nextAt > :now', 'SET nextAt = nextAt + :span', {
          ':span': span,
          ':now': at,
        });
        if (behindOthers !== undefined) return new Date(behindOthers - span);
        const atOnce = await move(
          'attribute_not_exists(nextAt) OR nextAt <= :now',
          'SET nextAt = :next, expiresAt = :expiresAt',
          { ':next': at + span, ':now': at, ':expiresAt': forever },
        );
        if (atOnce !== undefined) return now;
      }
    },
  };
}
