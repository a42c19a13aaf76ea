/** The audit log: a partition for each month, and the same entries in the partitions of the members. */

import * as z from 'zod/mini';
import { AUDIT_ACTIONS, type AuditAction } from '#shared/audit-choices';
import { monthRange } from '#shared/hong-kong';
import type { ChangeContext, WithTable } from '../platform/context.ts';
import { queryAll, readRow } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { itemKey, parseItem, seconds, type TableWrite } from '../platform/table/table.ts';
import { insert, put } from '../platform/table/writes.ts';
import { AuditActor, type AuditEntry, type AuditEntryInput, createAuditEntry } from './audit.ts';

const AuditItem: z.ZodMiniType<AuditEntry> = z.object({
  id: z.string(),
  at: z.string(),
  actor: AuditActor,
  action: z.enum(AUDIT_ACTIONS),
  about: z.optional(z.string()),
  reason: z.string(),
  details: z.record(z.string(), z.string()),
});

/** Leaves only the entries that match; an absent field matches every entry. */
export interface AuditFilter {
  /** An administrator's username, or the role of the actor. */
  by?: string | undefined;
  /** The uid of that username: what the member did to their own account counts too. */
  byUid?: string | undefined;
  action?: AuditAction | undefined;
  /** The uid of the member concerned. */
  about?: string | undefined;
}

export interface AuditPage {
  /** The latest first. */
  entries: AuditEntry[];
  /** Where the next page begins; absent after the last. */
  next?: string;
}

/**
 * The writes of an entry for the transaction that it describes: one row in the log and one in the member's partition. The
 * log's row must be new: entries are never replaced. `ownDetails` stand in the member's partition alone, which is deleted
 * with the account. With an attempt, label `attempt` fails if it has done this before.
 */
export const auditEntryWrites = ({ attemptId, ...entry }: AuditEntry, ownDetails = entry.details) => [
  auditLogWrite(entry),
  ...auditMemberWrites({ ...entry, details: ownDetails }),
  ...(attemptId === undefined ? [] : [attemptWrite(attemptId, entry)]),
];

/** A form may stay open, and its call be repeated, for so long. */
const ATTEMPT_RETENTION_SECONDS = 7 * 86_400;

const attemptWrite = (id: string, { at }: AuditEntry) =>
  insert('attempt', { ...keys.attempt(id), expiresAt: seconds(new Date(at)) + ATTEMPT_RETENTION_SECONDS });

/** Only in the log, for an account that the same transaction deletes. */
export const auditLogWrite = (entry: AuditEntry) =>
  insert('audit', { ...keys.audit(entry.at, entry.id), ...entry });

/** Only in the member's partition: an import of ten thousand rows makes one entry in the log. */
export const auditMemberWrites = (entry: AuditEntry) =>
  entry.about === undefined ? [] : [put('audit-about', memberEntryRow(entry.about, entry))];

const memberEntryRow = (uid: string, entry: AuditEntry) => ({
  ...keys.auditAbout(uid, entry.at, entry.id),
  ...entry,
});

const matches = ({ actor, action, about }: AuditEntry, filter: AuditFilter): boolean =>
  (filter.action === undefined || action === filter.action) &&
  (filter.about === undefined || about === filter.about) &&
  (filter.by === undefined || isBy(actor, about, filter));

const isBy = (actor: AuditActor, about: string | undefined, { by, byUid }: AuditFilter): boolean =>
  actor.by === by ||
  (actor.by === 'person' && (actor.username === by || actor.uid === byUid)) ||
  (actor.by === 'member' && byUid !== undefined && about === byUid);

/** How long a member sees a login. */
const LOGIN_RETENTION_SECONDS = 180 * 86_400;

/**
 * The entries of one month in Hong Kong, which lie in the partitions of two months in UTC. A filter reads on until the
 * page is full: a month has some megabytes at most.
 */
export async function listAuditMonth(
  context: WithTable,
  month: string,
  limit: number,
  { from, filter = {} }: { from?: string | undefined; filter?: AuditFilter } = {},
): Promise<AuditPage> {
  const { start, end } = monthRange(month);
  const isUnfiltered = Object.values(filter).every((value) => value === undefined);
  const entries: AuditEntry[] = [];
  let next = '';
  for (const { pk } of [keys.audit(end, ''), keys.audit(start, '')]) {
    const rows = queryAll(context.table, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :start AND :end',
      // The last entry of the page before is left out below.
      ExpressionAttributeValues: { ':pk': pk, ':start': start, ':end': from ?? end },
      ScanIndexForward: false,
      ...(isUnfiltered && { Limit: limit + 2 }),
    });
    for await (const row of rows) {
      const entry = parseItem(AuditItem, row);
      if (itemKey(row).sk === from || !matches(entry, filter)) continue;
      if (entries.length === limit) return { entries, next };
      entries.push(entry);
      next = itemKey(row).sk;
    }
  }
  return { entries };
}

/** Does all the writes with the entry about them, or none; a repeat counts as one. Resolves to the failed conditions. */
export const commitWithEntry = (context: WithTable, entry: AuditEntry, writes: readonly TableWrite[]) =>
  context.table.commit([...writes, ...auditEntryWrites(entry)], entry.id);

export async function writeAuditEntry(context: WithTable, entry: AuditEntry): Promise<void> {
  await context.table.commit(auditEntryWrites(entry));
}

/** For actions that change no row, such as reading and exporting. */
export const recordEntry = (context: ChangeContext, input: AuditEntryInput): Promise<void> =>
  writeAuditEntry(context, createAuditEntry(context, input));

/** For a member's login: only in the member's partition, for 180 days. */
export const loginEntryRow = (uid: string, entry: AuditEntry) => ({
  ...memberEntryRow(uid, entry),
  expiresAt: seconds(new Date(entry.at)) + LOGIN_RETENTION_SECONDS,
});

/** Whether an attempt has done what it was to do. */
export const hasAttempt = async (context: WithTable, id: string): Promise<boolean> =>
  (await readRow(context.table, keys.attempt(id))) !== undefined;

/** The entries about this member; `from` is the `next` of the previous page. */
export async function listAuditOfMember(
  context: WithTable,
  uid: string,
  limit: number,
  from?: string,
): Promise<AuditPage> {
  const { pk, sk } = keyPrefixes.auditAbout(uid);
  const { Items = [], LastEvaluatedKey } = await context.table.call('Query', {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ScanIndexForward: false,
    Limit: limit,
    ...(from !== undefined && { ExclusiveStartKey: { pk, sk: sk + from } }),
  });
  return {
    entries: Items.map((item) => parseItem(AuditItem, item)),
    ...(LastEvaluatedKey && { next: itemKey(LastEvaluatedKey).sk.slice(sk.length) }),
  };
}

/** All entries about this member since this time, its own included; the earliest first. */
export const listAuditSince = (context: WithTable, uid: string, since: string): Promise<AuditEntry[]> => {
  const { pk, sk } = keyPrefixes.auditAbout(uid);
  const rows = queryAll(context.table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :since AND :end',
    ExpressionAttributeValues: { ':pk': pk, ':since': sk + since, ':end': `${sk}~` },
  });
  return Array.fromAsync(rows, (row) => parseItem(AuditItem, row));
};
