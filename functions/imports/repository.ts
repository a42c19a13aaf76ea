import * as z from 'zod/mini';
import { IMPORT_KINDS, IMPORT_STATES } from '#shared/choices';
import { ActorItem, entryWrites, memberEntryWrites } from '../audit/repository.ts';
import { register } from '../members/registration-repository.ts';
import { readRow, rowsBelow } from '../platform/table/reads.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, type Table, unlessConditionFailed } from '../platform/table/table.ts';
import { insert, update } from '../platform/table/writes.ts';
import { type ImportJob, type Imports, isUnfinished } from './import.ts';

const ImportItem: z.ZodMiniType<ImportJob> = z.object({
  id: z.string(),
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  linesKey: z.string(),
  total: z.number(),
  state: z.enum(IMPORT_STATES),
  done: z.number(),
  added: z.number(),
  known: z.number(),
  at: z.string(),
  actor: ActorItem,
});

export function importsRepository(table: Table): Imports {
  const change = (before: Pick<ImportJob, 'id' | 'state' | 'done'>, { id, ...after }: ImportJob) => {
    const { state, done } = before;
    return update('import', keys.import(id), after, { state, done });
  };

  return {
    async find(id) {
      const item = await readRow(table, keys.import(id));
      return item && parseItem(ImportItem, item);
    },

    async all() {
      const jobs = [];
      for await (const row of rowsBelow(table, keyPrefixes.imports)) jobs.push(parseItem(ImportItem, row));
      return jobs.toSorted((a, b) => b.at.localeCompare(a.at));
    },

    async keep(job) {
      const kept = table.call('PutItem', {
        Item: { ...keys.import(job.id), ...job },
        ConditionExpression: 'attribute_not_exists(pk) OR #state IN (:checked, :setAside)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':checked': 'checked', ':setAside': 'set-aside' },
      });
      return (await unlessConditionFailed(kept)) !== undefined;
    },

    async begin(job, entry) {
      const begins = change({ ...job, state: 'checked' }, job);
      return (await table.commit([begins, ...entryWrites(entry)], entry.id)).length === 0;
    },

    async advance(before, after) {
      return (await table.commit([change(before, after)])).length === 0;
    },

    async setAside(job, entry) {
      if (!isUnfinished(job)) return false;
      // Whoever applies it at this moment finds it so with the next line.
      const end = update('import', keys.import(job.id), { state: 'set-aside' }, { state: job.state });
      return (await table.commit([end, ...entryWrites(entry)])).length === 0;
    },

    insertMember(lineId, member, term, entry) {
      const { uid } = member;
      const record = term && [insert('term', { ...keys.term(uid, term.endDate, term.id), ...term })];
      return register(table, member, lineId, [...(record ?? []), ...memberEntryWrites(entry)]);
    },
  };
}
