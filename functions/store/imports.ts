import * as z from 'zod/mini';
import type { ImportJob, Imports } from '../domain/imports/imports.ts';
import { ActorItem, auditAboutWrite, auditWrites } from './audit.ts';
import { fromItem, type Table, transact } from './client.ts';
import { below, keys } from './keys.ts';
import { readRow, rowsBelow } from './reads.ts';
import { register } from './registration.ts';
import { put, putNew, set } from './writes.ts';

const ImportItem: z.ZodMiniType<ImportJob> = z.object({
  id: z.string(),
  kind: z.enum(['members', 'attendance']),
  fileName: z.string(),
  total: z.number(),
  state: z.enum(['checked', 'applying', 'done']),
  done: z.number(),
  added: z.number(),
  known: z.number(),
  at: z.string(),
  actor: ActorItem,
});

export function dynamoImports(table: Table): Imports {
  const change = (before: Pick<ImportJob, 'id' | 'state' | 'done'>, { id, ...after }: ImportJob) => {
    const { state, done } = before;
    return set(table, keys.import(id), after, { state, done });
  };

  return {
    async find(id) {
      const item = await readRow(table, keys.import(id));
      return item && fromItem(ImportItem, item);
    },

    async all() {
      const jobs = [];
      for await (const row of rowsBelow(table, below.imports)) jobs.push(fromItem(ImportItem, row));
      return jobs.toSorted((a, b) => b.at.localeCompare(a.at));
    },

    async keep(job) {
      await transact(table, [put(table, { ...keys.import(job.id), ...job })]);
    },

    async begin(job, entry) {
      const begins = change({ ...job, state: 'checked' }, job);
      return (await transact(table, [begins, ...auditWrites(table, entry)], entry.id)).length === 0;
    },

    async advance(before, after) {
      return (await transact(table, [change(before, after)])).length === 0;
    },

    addMember(lineId, member, term, entry) {
      const { uid } = member;
      const record = term && [putNew(table, { ...keys.term(uid, term.endDate, term.id), ...term })];
      return register(table, member, lineId, [...(record ?? []), ...auditAboutWrite(table, entry)]);
    },
  };
}
