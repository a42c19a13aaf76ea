import type { CopyEvents } from '../domain/mail/take-events.ts';
import { canonical } from '../domain/members/canonical.ts';
import { isConditionFailure } from './calls.ts';
import { campaignOf, copyOf } from './campaign-items.ts';
import { type Table, toItem } from './client.ts';
import { keys } from './keys.ts';
import { readRow } from './reads.ts';
import { dynamoRoad } from './road.ts';

export function dynamoCopyEvents(table: Table): CopyEvents {
  const road = dynamoRoad(table);
  const place = (address: string) => keys.recipient('', canonical(address)).sk;

  return {
    async stateOf(mailId, address) {
      const item = await readRow(table, keys.recipient(mailId, canonical(address)));
      return item && copyOf(item).state;
    },

    advance: ({ mailId, address, messageId, detail }, from, to, now) =>
      road.settle(mailId, place(address), from, to, now, {
        messageId,
        ...(detail !== '' && { reason: detail }),
      }),

    async count(mailId, bounced, complained) {
      try {
        const { Attributes } = await table.call('UpdateItem', {
          Key: toItem(keys.mail(mailId)),
          UpdateExpression: 'ADD bounced :bounced, complained :complained',
          ConditionExpression: 'kind = :campaign',
          ExpressionAttributeValues: toItem({
            ':bounced': bounced,
            ':complained': complained,
            ':campaign': 'campaign',
          }),
          ReturnValues: 'ALL_NEW',
        });
        return Attributes && campaignOf(Attributes);
      } catch (cause) {
        if (isConditionFailure(cause)) return undefined;
        throw cause;
      }
    },

    async pause(mailId, note) {
      try {
        await table.call('UpdateItem', {
          Key: toItem(keys.mail(mailId)),
          UpdateExpression: 'SET #state = :paused, note = :note',
          ConditionExpression: '#state = :sending',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: toItem({ ':paused': 'paused', ':note': note, ':sending': 'sending' }),
        });
        return true;
      } catch (cause) {
        if (isConditionFailure(cause)) return false;
        throw cause;
      }
    },
  };
}
