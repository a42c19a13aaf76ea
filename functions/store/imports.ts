import * as z from 'zod/mini';
import type { ImportJob, Imports } from '../domain/imports/imports.ts';
import { canonical } from '../domain/members/canonical.ts';
import { ActorItem, auditAboutWrite, auditWrites } from './audit.ts';
import { fromItem, queryAll, type Table, toItem, transact } from './client.ts';
import { keys } from './keys.ts';
import { memberRow, ownRow } from './members.ts';
import { putNew, set } from './writes.ts';

const ImportItem: z.ZodMiniType<ImportJob> = z.object({
  id: z.string(),
  kind: z.enum(['members', 'attendance']),
  fileName: z.string(),
  linesKey: z.string(),
  total: z.number(),
  state: z.enum(['checked', 'applying', 'done', 'set-aside']),
  done: z.number(),
  added: z.number(),
  known: z.number(),
  at: z.string(),
  actor: ActorItem,
});

export function dynamoImports(table: Table): Imports {
  const change = async (before: Pick<ImportJob, 'id' | 'state' | 'done'>, { id, ...after }: ImportJob) => {
    const { state, done } = before;
    return set(table, keys.import(id), after, { state, done });
  };

  return {
    async find(id) {
      const { Item } = await table.call('GetItem', { Key: toItem(keys.import(id)), ConsistentRead: true });
      return Item && fromItem(ImportItem, Item);
    },

    async all() {
      const rows = queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: toItem({ ':pk': keys.import('').pk }),
      });
      const jobs = [];
      for await (const row of rows) jobs.push(fromItem(ImportItem, row));
      return jobs.toSorted((a, b) => b.at.localeCompare(a.at));
    },

    async keep(job) {
      const row = { ...keys.import(job.id), ...job };
      const unbegun = {
        ConditionExpression: 'attribute_not_exists(pk) OR #state IN (:checked, :setAside)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: toItem({ ':checked': 'checked', ':setAside': 'set-aside' }),
      };
      const write = { Put: { TableName: table.name, Item: toItem(row), ...unbegun } };
      return (await transact(table, [write])).length === 0;
    },

    async begin(job, entry) {
      const begins = await change({ ...job, state: 'checked' }, job);
      return (await transact(table, [begins, ...auditWrites(table, entry)], entry.id)).length === 0;
    },

    async advance(before, after) {
      return (await transact(table, [await change(before, after)])).length === 0;
    },

    async setAside({ id, state }, entry) {
      if (state === 'done' || state === 'set-aside') return false;
      // Whoever applies it at this moment finds it so with the next line.
      const end = set(table, keys.import(id), { state: 'set-aside' }, { state });
      return (await transact(table, [end, ...auditWrites(table, entry)])).length === 0;
    },

    async addMember(lineId, member, term, entry) {
      const { uid, username, email, paymentReference } = member;
      const rows = [
        { ...keys.username(canonical(username)), uid, registrationId: lineId },
        { ...keys.email(canonical(email)), uid, registrationId: lineId },
        { ...memberRow(member), registrationId: lineId },
        { ...keys.paymentReference(paymentReference), uid, registrationId: lineId },
        ...(term ? [{ ...keys.term(uid, term.endDate, term.id), ...term }] : []),
      ];
      const writes = [...rows.map((row) => putNew(table, row)), ...auditAboutWrite(table, entry)];
      const obstacles = await transact(table, writes);
      const [first] = obstacles;
      if (!first || obstacles.some(({ item }) => ownRow(item, lineId))) return 'added';
      return first.index === 0 ? 'username-taken' : first.index === 1 ? 'email-taken' : 'uid-taken';
    },
  };
}
