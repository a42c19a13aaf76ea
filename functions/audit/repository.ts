import * as z from 'zod/mini';
import { AUDIT_ACTIONS } from '#shared/choices';
import { rowsBelow } from '../platform/table/reads.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { itemKey, parseItem, type Table } from '../platform/table/table.ts';
import { insert, put } from '../platform/table/writes.ts';
import type { AuditEntry } from './audit.ts';

export const ActorItem = z.discriminatedUnion('by', [
  z.object({ by: z.literal('person'), uid: z.string(), username: z.string() }),
  z.object({ by: z.literal('operator') }),
]);
const AuditActorItem = z.discriminatedUnion('by', [
  ...ActorItem.def.options,
  z.object({ by: z.literal('member') }),
  z.object({ by: z.literal('anonymous') }),
]);
const AuditItem: z.ZodMiniType<AuditEntry> = z.object({
  id: z.string(),
  at: z.string(),
  actor: AuditActorItem,
  action: z.enum(AUDIT_ACTIONS),
  about: z.optional(z.string()),
  reason: z.string(),
  details: z.record(z.string(), z.string()),
});

export interface AuditPage {
  /** The latest first. */
  entries: AuditEntry[];
  /** Where the next page begins; absent after the last. */
  next?: string;
}

/**
 * An entry as writes for the transaction of what it says: in the log, and beside the member whom it is about. In the log it
 * is a new row or none: an entry is never replaced.
 */
export const entryWrites = (entry: AuditEntry) => [logEntryWrite(entry), ...memberEntryWrites(entry)];

/** In the log alone, for an account that ends with it. */
const logEntryWrite = (entry: AuditEntry) => insert('audit', { ...keys.audit(entry.at, entry.id), ...entry });

/** Beside the member alone: of ten thousand rows of an import the log has one entry. */
export const memberEntryWrites = (entry: AuditEntry) =>
  entry.about === undefined
    ? []
    : [put('audit-about', { ...keys.auditAbout(entry.about, entry.at, entry.id), ...entry })];

/** What people did to members and their data: a log by month, and the same entries beside each member. */
export function auditLog(table: Table) {
  /** Sort keys with this prefix, the latest first; `from` is the last one of the page before. */
  async function listPage(pk: string, prefix: string, limit: number, from?: string): Promise<AuditPage> {
    const { Items = [], LastEvaluatedKey } = await table.call('Query', {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      ScanIndexForward: false,
      Limit: limit,
      ...(from !== undefined && { ExclusiveStartKey: { pk, sk: prefix + from } }),
    });
    return {
      entries: Items.map((item) => parseItem(AuditItem, item)),
      ...(LastEvaluatedKey && { next: itemKey(LastEvaluatedKey).sk.slice(prefix.length) }),
    };
  }

  return {
    entryWrites,
    logEntryWrite,
    memberEntryWrites,

    /** For what changes no row: reading, exporting. */
    async writeEntry(entry: AuditEntry): Promise<void> {
      await table.commit(entryWrites(entry));
    },

    /** One month, YYYY-MM in UTC. */
    listMonth: (month: string, limit: number, from?: string) =>
      listPage(keys.audit(month, '').pk, month, limit, from),

    /** What was done to this member. */
    listForMember: (uid: string, limit: number, from?: string) =>
      listPage(keyPrefixes.auditAbout(uid).pk, keyPrefixes.auditAbout(uid).sk, limit, from),

    /** Deletes the entries beside this member; the log keeps its own, which name nobody without the account. */
    async deleteMemberEntries(uid: string): Promise<void> {
      for await (const row of rowsBelow(table, keyPrefixes.auditAbout(uid)))
        await table.call('DeleteItem', { Key: itemKey(row) });
    },
  };
}

export type AuditLog = ReturnType<typeof auditLog>;
