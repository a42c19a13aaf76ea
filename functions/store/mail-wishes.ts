import type { MailWishes } from '../domain/mail/unsubscribe.ts';
import { isConditionFailure } from './calls.ts';
import { type Table, toItem } from './client.ts';
import { keys } from './keys.ts';
import { dynamoRecipients } from './recipients.ts';

/** Wishes lie in the member's row, where sending reads them with everything else. */
export function dynamoMailWishes(table: Table): MailWishes {
  const recipients = dynamoRecipients(table);
  return {
    async find(uid) {
      const person = (await recipients.byUid([uid])).get(uid);
      return { announcements: person?.announcements ?? false, held: person?.held };
    },

    async setAnnouncements(uid, wanted) {
      try {
        await table.call('UpdateItem', {
          Key: toItem(keys.member(uid)),
          UpdateExpression: 'SET announcementsOff = :off',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: toItem({ ':off': !wanted }),
        });
      } catch (cause) {
        if (!isConditionFailure(cause)) throw cause;
      }
    },
  };
}
