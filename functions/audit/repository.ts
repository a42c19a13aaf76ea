import * as z from 'zod/mini';
import { AUDIT_ACTIONS } from '#shared/choices';
import { rowsBelow } from '../platform/table/reads.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { itemKey, parseItem, type Table } from '../platform/table/table.ts';
import { insert, put } from '../platform/table/writes.ts';
import type { AuditEntry, AuditLog } from './audit.ts';

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

/**
 * An entry as writes for the act's own transaction: its place in the log, and beside the member whom it is about. In the
 * log it is a new row or none: what stands there is never replaced.
 */
export const entryWrites = (entry: AuditEntry) => [auditLogWrite(entry), ...memberEntryWrites(entry)];

/** In the log alone, for an account that ends with it. */
export const auditLogWrite = (entry: AuditEntry) =>
  insert('audit', { ...keys.audit(entry.at, entry.id), ...entry });

/** Beside the member alone: of ten thousand lines of an import the log has one entry. */
export const memberEntryWrites = (entry: AuditEntry) =>
  entry.about === undefined
    ? []
    : [put('audit-about', { ...keys.auditAbout(entry.about, entry.at, entry.id), ...entry })];

export function auditLog(table: Table): AuditLog {
  /** Sort keys that begin so, the latest first; `from` is the last one of the page before. */
  const page = async (pk: string, prefix: string, limit: number, from: string | undefined) => {
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
  };

  return {
    entryWrites,
    memberEntryWrites,

    async write(entry) {
      await table.commit(entryWrites(entry));
    },
    ofMonth: (month, limit, from) => page(keys.audit(month, '').pk, month, limit, from),
    async removeAbout(uid) {
      for await (const row of rowsBelow(table, keyPrefixes.auditAbout(uid)))
        await table.call('DeleteItem', { Key: itemKey(row) });
    },
    about: (uid, limit, from) =>
      page(keyPrefixes.auditAbout(uid).pk, keyPrefixes.auditAbout(uid).sk, limit, from),
  };
}
