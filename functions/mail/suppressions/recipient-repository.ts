import * as z from 'zod/mini';
import { MEMBER_STATES, SUPPRESSION_REASONS } from '#shared/choices';
import { canonicalize } from '#shared/text';
import { readMany } from '../../platform/table/read-many.ts';
import { keys } from '../../platform/table/schema.ts';
import { type Item, parseItem, type Table } from '../../platform/table/table.ts';
import { updateIf } from '../../platform/table/writes.ts';
import type { Recipient } from './recipients.ts';

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

export type Recipients = ReturnType<typeof recipientsRepository>;

/** Members together with their mail preferences and the suppression of their addresses, as they are now. */
export function recipientsRepository(table: Table) {
  const findByUid = async (uids: readonly string[]): Promise<Map<string, Recipient>> => {
    const rows = await readMany(table, uids.map(keys.member));
    const people = [...rows.values()].map((item) => parseItem(Person, item));
    const addresses = people.map(({ email }) => keys.suppression(canonicalize(email)));
    const suppressions = await readMany(table, addresses, ({ sk }) => sk);
    return new Map(people.map((person) => [person.uid, toRecipient(person, suppressions)]));
  };

  return {
    findByUid,

    /** By canonical address; addresses without a member are missing. Any number of them. */
    async findByEmail(addresses: readonly string[]): Promise<Map<string, Recipient>> {
      const markers = await readMany(table, addresses.map(keys.email));
      const uids = [...markers.values()].map((item) => parseItem(Marker, item).uid);
      const people = await findByUid(uids);
      return new Map([...people.values()].map((person) => [canonicalize(person.address), person]));
    },

    /** The preference is part of the member's row, where sending reads it with everything else. No member, no change. */
    async setAnnouncements(uid: string, announcements: boolean): Promise<void> {
      await updateIf(table, keys.member(uid), {
        onlyIf: 'attribute_exists(pk)',
        update: 'SET announcementsOff = :off',
        values: { ':off': !announcements },
      });
    },
  };
}

function toRecipient(
  { email, announcementsOff, ...person }: z.output<typeof Person>,
  suppressions: Map<string, Item>,
): Recipient {
  const suppression = suppressions.get(canonicalize(email));
  return {
    ...person,
    address: email,
    announcements: announcementsOff !== true,
    suppressedBecause: suppression && parseItem(Suppression, suppression).reason,
  };
}
