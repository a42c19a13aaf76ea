import type { CopyEvents } from '../domain/mail/take-events.ts';
import { canonical } from '../domain/members/canonical.ts';
import { isConditionFailure } from './calls.ts';
import { campaignOf, copyOf } from './campaign-items.ts';
import { type Table, toItem } from './client.ts';
import { keys } from './keys.ts';
import { dynamoRoad } from './road.ts';

export function dynamoCopyEvents(table: Table): CopyEvents {
  const road = dynamoRoad(table);
  const place = (address: string) => keys.recipient('', canonical(address)).sk;

  return {
    async stateOf(mailId, address) {
      const Key = toItem(keys.recipient(mailId, canonical(address)));
      const { Item } = await table.call('GetItem', { Key, ConsistentRead: true });
      return Item && copyOf(Item).state;
    },

    advance: ({ mailId, address, messageId, detail }, from, to, now) =>
      road.settle(mailId, place(address), from, to, now, {
        messageId,
        ...(detail !== '' && { reason: detail }),
      }),

    async count(mailId, more) {
      try {
        const { Attributes } = await table.call('UpdateItem', {
          Key: toItem(keys.mail(mailId)),
          UpdateExpression: 'ADD bounced :bounced, complained :complained, failed :failed, #unknown :unknown',
          ConditionExpression: 'kind = :campaign',
          ExpressionAttributeNames: { '#unknown': 'unknown' },
          ExpressionAttributeValues: toItem({
            ':bounced': more.bounced,
            ':complained': more.complained,
            ':failed': more.failed,
            ':unknown': more.unknown,
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
