/** Members as recipients of announcements: who has unsubscribed, and which addresses get none any more. */

import * as z from 'zod/mini';
import { SUPPRESSION_REASONS, type SuppressionReason } from '#shared/choices';
import type { Page } from '#shared/paging';
import { canonicalize } from '#shared/text';
import { UNSUBSCRIBE_TOKEN } from '#shared/unsubscribe-token';
import { type Actor, createAuditEntry, maskAddress } from '../../audit/audit.ts';
import { commitWithEntry, recordEntry } from '../../audit/repository.ts';
import { limitRules } from '../../limits/limits.ts';
import { resetCounter } from '../../limits/repository.ts';
import type { Member } from '../../members/member.ts';
import { findMembers, findMembersByEmail, setAnnouncements } from '../../members/repository.ts';
import type { ChangeContext, Context, WithTable } from '../../platform/context.ts';
import { readRows } from '../../platform/table/rows.ts';
import { keys } from '../../platform/table/schema.ts';
import { itemKey, parseItem, type TableWrite } from '../../platform/table/table.ts';
import { insertIfAbsent, remove } from '../../platform/table/writes.ts';
import { DomainError } from '../../shared/domain-error.ts';

/** An address that no longer gets announcements. */
const Suppression = z.object({
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  /** ISO 8601, UTC. */
  suppressedAt: z.string(),
  /** The reply of the receiving server. */
  detail: z.string(),
  /** The number of temporary bounces, if these are the reason. */
  softBounces: z.optional(z.number()),
});
type Suppression = z.output<typeof Suppression>;

/** A member as a recipient of announcements, as they are now. */
export interface Recipient extends Member {
  /** Why no announcement goes to the address. */
  suppressedBecause: SuppressionReason | undefined;
}

/** Any number of them. */
async function toRecipients(context: WithTable, found: ReadonlyMap<string, Member>): Promise<Recipient[]> {
  const members = [...found.values()];
  const places = members.map(({ email }) => keys.suppression(canonicalize(email)));
  const rows = await readRows(context.table, places);
  return members.map((member, index) => {
    const row = rows[index];
    return { ...member, suppressedBecause: row && parseItem(Suppression, row).reason };
  });
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

/** `suppressedBecause` says why announcements do not reach the member's address. */
export async function getPreferences(context: WithTable, uid: string) {
  const recipient = (await findRecipientsByUid(context, [uid])).get(uid);
  return {
    announcements: recipient?.announcementsOff === false,
    suppressedBecause: recipient?.suppressedBecause ?? null,
  };
}

/** The only list that members may leave. Tokens name it, so that today's links stay valid if there is ever a second one. */
const LIST = 'announcements';
const PURPOSE = 'unsubscribe';

/**
 * The page with the button, and the endpoint for an email program's own button. Their token permits nothing but
 * unsubscribing this member, and never expires; without a member, as in previews, they unsubscribe nobody.
 */
export function unsubscribeLinks(
  { keyedHash, siteUrl }: Pick<Context, 'keyedHash' | 'siteUrl'>,
  uid: string | undefined,
): { page: string; oneClick: string } {
  const token = uid === undefined ? '' : unsubscribeToken(keyedHash, uid);
  return {
    page: `${siteUrl}/unsubscribe?token=${token}`,
    oneClick: `${siteUrl}/api/mail/unsubscribe?token=${token}`,
  };
}

function unsubscribeToken(keyedHash: Context['keyedHash'], uid: string): string {
  const subject = `${uid}.${LIST}`;
  return `${subject}.${Buffer.from(keyedHash.hash(PURPOSE, subject)).toString('base64url')}`;
}

/** RFC 8058: unsubscribes the member of a token. Does nothing for an invalid token. */
export async function unsubscribeWithToken(
  context: Pick<Context, 'keyedHash' | 'table'>,
  token: string,
): Promise<void> {
  const [, uid = '', mac = ''] = UNSUBSCRIBE_TOKEN.exec(token) ?? [];
  if (!context.keyedHash.verify(PURPOSE, `${uid}.${LIST}`, Buffer.from(mac, 'base64url'))) return;
  await setAnnouncements(context, uid, false);
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

/** Does nothing if the address is suppressed already. */
export async function insertSuppression(context: WithTable, suppression: Suppression): Promise<void> {
  await insertIfAbsent(context.table, {
    ...keys.suppression(canonicalize(suppression.address)),
    ...suppression,
  });
}

/** Succeeds whether or not the address is suppressed. Label `suppression`. */
export const removeSuppressionWrite = (canonicalAddress: string): TableWrite =>
  remove('suppression', keys.suppression(canonicalAddress));

/** Somebody decided that the address gets no announcements; one that is blocked already stays as it is. */
export async function suppressAddress(
  context: ChangeContext,
  actor: Actor,
  address: string,
  reason: string,
): Promise<void> {
  const details = { address: maskAddress(address) };
  await recordEntry(context, { actor, action: 'suppress-address', reason, details });
  const suppressedAt = context.now().toISOString();
  await insertSuppression(context, { address, reason: 'blocked', suppressedAt, detail: reason });
}

/** Temporary bounces are counted from zero again. @throws `address-not-suppressed` */
export async function unsuppressAddress(
  context: ChangeContext,
  actor: Actor,
  address: string,
  reason: string,
): Promise<void> {
  const details = { address: maskAddress(address) };
  const entry = createAuditEntry(context, { actor, action: 'unsuppress-address', reason, details });
  const canonicalAddress = canonicalize(address);
  const whileSuppressed = remove('suppression', keys.suppression(canonicalAddress), {});
  const failed = await commitWithEntry(context, entry, [whileSuppressed]);
  if (failed.length > 0) throw new DomainError('address-not-suppressed');
  await resetCounter(context, limitRules.softBounces, canonicalAddress);
}
