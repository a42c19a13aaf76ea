import * as z from 'zod/mini';
import { SUPPRESSION_REASONS, type SuppressionReason } from '#shared/choices';
import type { Page } from '#shared/paging';
import { canonicalize } from '#shared/text';
import type { Member } from '../../members/member.ts';
import { findMembers, findMembersByEmail } from '../../members/repository.ts';
import type { WithTable } from '../../platform/context.ts';
import { readMany } from '../../platform/table/rows.ts';
import { keys } from '../../platform/table/schema.ts';
import type { TableWrite } from '../../platform/table/table.ts';
import { itemKey, parseItem } from '../../platform/table/table.ts';
import { insertIfAbsent, remove } from '../../platform/table/writes.ts';

/** An address that no longer gets announcements. */
export const Suppression = z.object({
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  /** ISO 8601, UTC. */
  suppressedAt: z.string(),
  /** The reply of the receiving server. */
  detail: z.string(),
  /** The number of temporary bounces, if these are the reason. */
  softBounces: z.optional(z.number()),
});
export type Suppression = z.output<typeof Suppression>;

/** By canonical address; those that are not suppressed are missing. Any number of them. */
async function findSuppressions(
  context: WithTable,
  canonicalAddresses: readonly string[],
): Promise<Map<string, Suppression>> {
  const rows = await readMany(context.table, canonicalAddresses.map(keys.suppression), ({ sk }) => sk);
  return new Map([...rows].map(([address, item]) => [address, parseItem(Suppression, item)]));
}

/** A member as a recipient of announcements, as they are now. */
export interface Recipient extends Member {
  /** Why no announcement goes to the address. */
  suppressedBecause: SuppressionReason | undefined;
}

/** Any number of them. */
async function toRecipients(context: WithTable, found: ReadonlyMap<string, Member>): Promise<Recipient[]> {
  const addresses = Array.from(found.values(), ({ email }) => canonicalize(email));
  const suppressed = await findSuppressions(context, addresses);
  return Array.from(found.values(), (member) => ({
    ...member,
    suppressedBecause: suppressed.get(canonicalize(member.email))?.reason,
  }));
}

/** By uid; uids without a member are missing. */
export async function findRecipientsByUid(context: WithTable, uids: readonly string[]) {
  const people = await toRecipients(context, await findMembers(context, uids));
  return new Map(people.map((person) => [person.uid, person]));
}

/** By canonical address; addresses without a member are missing. */
export async function findRecipientsByEmail(context: WithTable, canonicalEmails: readonly string[]) {
  const people = await toRecipients(context, await findMembersByEmail(context, canonicalEmails));
  return new Map(people.map((person) => [canonicalize(person.email), person]));
}

/** Does nothing if the address is suppressed already. */
export async function insertSuppression(context: WithTable, suppression: Suppression): Promise<void> {
  await insertIfAbsent(context.table, {
    ...keys.suppression(canonicalize(suppression.address)),
    ...suppression,
  });
}

/** By address; `prefix` is the beginning of one. */
export async function listSuppressions(
  context: WithTable,
  prefix: string,
  limit: number,
  cursor?: string,
): Promise<Page<Suppression>> {
  const { pk } = keys.suppression('');
  const { Items = [], LastEvaluatedKey } = await context.table.call('Query', {
    KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': canonicalize(prefix) || undefined },
    Limit: limit,
    ...(cursor !== undefined && { ExclusiveStartKey: keys.suppression(cursor) }),
  });
  const items = Items.map((item) => parseItem(Suppression, item));
  return { items, ...(LastEvaluatedKey && { next: itemKey(LastEvaluatedKey).sk }) };
}

/** Succeeds whether or not the address is suppressed. Label `suppression`. */
export const removeSuppressionWrite = (canonicalAddress: string): TableWrite =>
  remove('suppression', keys.suppression(canonicalAddress));

/** Label `suppression` fails if the address is not suppressed. */
export const unsuppressAddressWrite = (canonicalAddress: string): TableWrite =>
  remove('suppression', keys.suppression(canonicalAddress), {});
