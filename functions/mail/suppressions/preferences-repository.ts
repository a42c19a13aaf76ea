import { keys } from '../../platform/table/schema.ts';
import type { Table } from '../../platform/table/table.ts';
import { updateIf } from '../../platform/table/writes.ts';
import { dynamoRecipients } from '../campaigns/recipient-repository.ts';
import type { MailWishes } from './preferences.ts';

/** Wishes lie in the member's row, where sending reads them with everything else. */
export function dynamoMailWishes(table: Table): MailWishes {
  const recipients = dynamoRecipients(table);
  return {
    async find(uid) {
      const person = (await recipients.byUid([uid])).get(uid);
      return { announcements: person?.announcements ?? false, suppressedBecause: person?.suppressedBecause };
    },

    async setAnnouncements(uid, wanted) {
      await updateIf(table, keys.member(uid), {
        onlyIf: 'attribute_exists(pk)',
        update: 'SET announcementsOff = :off',
        values: { ':off': !wanted },
      });
    },
  };
}
