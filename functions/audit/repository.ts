import * as z from 'zod/mini';
import { AUDIT_ACTIONS } from '#shared/choices';
import { rowsWithPrefix } from '../platform/table/reads.ts';
import { writeRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { itemKey, parseItem, seconds, type Table } from '../platform/table/table.ts';
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
 * The writes of an entry for the transaction that it describes: one row in the log and one in the member's partition. The
 * log's row must be new: entries are never replaced.
 */
const entryWrites = (entry: AuditEntry) => [logEntryWrite(entry), ...memberEntryWrites(entry)];

/** Only in the log, for an account that the same transaction deletes. */
const logEntryWrite = (entry: AuditEntry) => insert('audit', { ...keys.audit(entry.at, entry.id), ...entry });

/** Only in the member's partition: an import of ten thousand rows makes one entry in the log. */
const memberEntryWrites = (entry: AuditEntry) =>
  entry.about === undefined ? [] : [put('audit-about', memberEntryRow(entry.about, entry))];

const memberEntryRow = (uid: string, entry: AuditEntry) => ({
  ...keys.auditAbout(uid, entry.at, entry.id),
  ...entry,
});

/** How long a member sees a login. */
const LOGIN_RETENTION_SECONDS = 180 * 86_400;

/** The audit log: a partition for each month, and the same entries in the partitions of the members. */
export function auditLog(table: Table) {
  /** Entries whose sort key has this prefix, the latest first; `from` is the last sort key of the previous page. */
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

    /** For actions that change no row, such as reading and exporting. */
    async writeEntry(entry: AuditEntry): Promise<void> {
      await table.commit(entryWrites(entry));
    },

    /**
     * For a member's login: only in the member's partition, for 180 days, and in one call with the other rows that the same
     * turn of the event loop writes.
     */
    writeLogin: (uid: string, entry: AuditEntry): Promise<void> =>
      writeRows(table, [
        {
          ...memberEntryRow(uid, entry),
          expiresAt: seconds(new Date(entry.at)) + LOGIN_RETENTION_SECONDS,
        },
      ]),

    /** One month, YYYY-MM in UTC. */
    listMonth: (month: string, limit: number, from?: string) =>
      listPage(keys.audit(month, '').pk, month, limit, from),

    /** The entries about this member. */
    listForMember: (uid: string, limit: number, from?: string) =>
      listPage(keyPrefixes.auditAbout(uid).pk, keyPrefixes.auditAbout(uid).sk, limit, from),

    /** Deletes the entries in this member's partition. The log keeps its own, which identify nobody without the account. */
    async deleteMemberEntries(uid: string): Promise<void> {
      for await (const row of rowsWithPrefix(table, keyPrefixes.auditAbout(uid)))
        await table.call('DeleteItem', { Key: itemKey(row) });
    },
  };
}

export type AuditLog = ReturnType<typeof auditLog>;
