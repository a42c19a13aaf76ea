import * as z from 'zod/mini';
import { MEMBER_STATES, SUPPRESSION_REASONS } from '#shared/choices';
import { canonicalize } from '#shared/text';
import { readMany } from '../../platform/table/read-many.ts';
import { keys } from '../../platform/table/schema.ts';
import { type Item, parseItem, type Table } from '../../platform/table/table.ts';
import type { Recipient, Recipients } from './campaigns.ts';

const Marker = z.object({ uid: z.string() });
const Suppression = z.object({ reason: z.enum(SUPPRESSION_REASONS) });
const Person = z.object({
  uid: z.string(),
  email: z.string(),
  firstName: z.string(),
  activeUntil: z.string(),
  state: z.enum(MEMBER_STATES),
  emailVerified: z.boolean(),
  announcementsOff: z.optional(z.boolean()),
});

/** Members together with what they wish and what holds their addresses, as they are now. */
export function dynamoRecipients(table: Table): Recipients {
  const byUid: Recipients['byUid'] = async (uids) => {
    const rows = await readMany(table, uids.map(keys.member));
    const people = [...rows.values()].map((item) => parseItem(Person, item));
    const addresses = people.map(({ email }) => keys.suppression(canonicalize(email)));
    const held = await readMany(table, addresses, ({ sk }) => sk);
    return new Map(people.map((person) => [person.uid, recipientOf(person, held)]));
  };

  return {
    byUid,

    async byAddress(addresses) {
      const markers = await readMany(table, addresses.map(keys.email));
      const uids = [...markers.values()].map((item) => parseItem(Marker, item).uid);
      const people = await byUid(uids);
      return new Map([...people.values()].map((person) => [canonicalize(person.address), person]));
    },
  };
}

function recipientOf(
  { email, announcementsOff, ...person }: z.output<typeof Person>,
  held: Map<string, Item>,
): Recipient {
  const suppression = held.get(canonicalize(email));
  return {
    ...person,
    address: email,
    announcements: announcementsOff !== true,
    suppressedBecause: suppression && parseItem(Suppression, suppression).reason,
  };
}
