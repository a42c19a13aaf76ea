import * as z from 'zod/mini';
import { MEMBER_STATES } from '#shared/choices';
import { enqueueWrites } from '../mail/transactional/repository.ts';
import { directoryRows } from '../members/repository.ts';
import { readRows } from '../platform/table/rows.ts';
import { keys } from '../platform/table/schema.ts';
import { parseItem, seconds, type Table } from '../platform/table/table.ts';
import { expectValues, insert } from '../platform/table/writes.ts';
import type { Addressee, Reminders } from './reminders.ts';

/** Two rows are read for each member, and a batch reads a hundred. */
const MEMBERS_AT_ONCE = 50;

/** A mark is of no use when its year is over. */
const KEEP_SECONDS = 400 * 86_400;

const Uid = z.object({ uid: z.string() });
const AddresseeItem: z.ZodMiniType<Addressee> = z.object({
  uid: z.string(),
  email: z.string(),
  firstName: z.string(),
  emailVerified: z.boolean(),
  state: z.enum(MEMBER_STATES),
  activeUntil: z.string(),
});

export function remindersRepository(table: Table): Reminders {
  return {
    async *endingOn(expireDate) {
      let uids: string[] = [];
      for await (const row of directoryRows(table, expireDate)) {
        uids.push(parseItem(Uid, row).uid);
        if (uids.length < MEMBERS_AT_ONCE) continue;
        yield uids;
        uids = [];
      }
      if (uids.length > 0) yield uids;
    },

    async findSentMarks(uids, { year, stage }) {
      const rows = await readRows(
        table,
        uids.flatMap((uid) => [keys.member(uid), keys.reminderMark(uid, year, stage)]),
      );
      return uids.flatMap((_, place) => {
        const [member, mark] = rows.slice(2 * place, 2 * place + 2);
        return member && !mark ? [parseItem(AddresseeItem, member)] : [];
      });
    },

    async remind({ uid, email, emailVerified, state, activeUntil }, { year, stage }, mail) {
      const mark = {
        ...keys.reminderMark(uid, year, stage),
        mailId: mail.id,
        remindedAt: mail.dueAt,
        expiresAt: seconds(new Date(mail.dueAt)) + KEEP_SECONDS,
      };
      const [first] = await table.commit([
        insert('reminder', mark),
        expectValues('member', keys.member(uid), { email, emailVerified, state, activeUntil }),
        ...enqueueWrites(mail),
      ]);
      if (!first) return 'reminded';
      return first.label === 'reminder' ? 'known' : 'changed';
    },
  };
}
