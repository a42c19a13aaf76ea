import { canonicalize } from '#shared/text';
import { readRow } from '../../platform/table/reads.ts';
import { keys } from '../../platform/table/schema.ts';
import type { Table } from '../../platform/table/table.ts';
import { updateIf, updateReturning } from '../../platform/table/writes.ts';
import { campaignOf, copyOf } from './campaign-items-repository.ts';
import type { CopyEvents } from './delivery-events.ts';
import { dynamoRoad } from './queue-repository.ts';

export function dynamoCopyEvents(table: Table): CopyEvents {
  const road = dynamoRoad(table);
  const place = (address: string) => keys.delivery('', canonicalize(address)).sk;

  return {
    async stateOf(mailId, address) {
      const item = await readRow(table, keys.delivery(mailId, canonicalize(address)));
      return item && copyOf(item).state;
    },

    advance: ({ mailId, address, messageId, detail }, from, to, now) =>
      road.settle(mailId, place(address), from, to, now, {
        messageId,
        ...(detail !== '' && { reason: detail }),
      }),

    async count(mailId, more) {
      const counted = await updateReturning(table, keys.mail(mailId), {
        onlyIf: 'kind = :campaign',
        update: 'ADD bounced :bounced, complained :complained, failed :failed, #unknown :unknown',
        values: {
          ':campaign': 'campaign',
          ':bounced': more.bounced,
          ':complained': more.complained,
          ':failed': more.failed,
          ':unknown': more.unknown,
        },
        names: { '#unknown': 'unknown' },
      });
      return counted && campaignOf(counted);
    },

    pause: (mailId, note) =>
      updateIf(table, keys.mail(mailId), {
        onlyIf: '#state = :sending',
        update: 'SET #state = :paused, note = :note',
        values: { ':sending': 'sending', ':paused': 'paused', ':note': note },
        names: { '#state': 'state' },
      }),
  };
}
