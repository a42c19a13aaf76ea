import * as z from 'zod/mini';
import { hongKongDate } from '#shared/hong-kong';
import { YearOfMembers } from '#shared/statistics';
import { Member, NO_PASSWORD } from '../members/member.ts';
import { Term } from '../memberships/term.ts';
import { Receipt } from '../payments/receipt.ts';
import type { WithTable } from '../platform/context.ts';
import { queryAll, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { type Item, itemKey, type Key, parseItem, type Table } from '../platform/table/table.ts';
import { type MemberRecord, Statistics } from './statistics.ts';

const ProfileItem = z.pick(Member, { registeredAt: true, passwordHash: true, emailVerified: true });
const TermItem = z.pick(Term, { startDate: true, endDate: true, transactionDate: true, accessMethod: true });
const ReceiptItem = z.pick(Receipt, {
  paidOn: true,
  amountMinorUnits: true,
  method: true,
  cancels: true,
  cancelledBy: true,
});
/** A cancelled receipt and its credit note are no payment. */
const toReceipts = ({ cancels, cancelledBy, ...receipt }: z.output<typeof ReceiptItem>) =>
  cancels === undefined && cancelledBy === undefined ? [receipt] : [];
const ATTRIBUTES = ['sk', ...[ProfileItem, TermItem, ReceiptItem].flatMap(({ shape }) => Object.keys(shape))];

/** Years whose members were counted, in order, and the latest statistics, which are missing before the first count. */
export async function readStatistics(
  context: WithTable,
): Promise<{ years: YearOfMembers[]; latest: Statistics | undefined }> {
  const years: YearOfMembers[] = [];
  let latest: Statistics | undefined;
  for await (const row of rowsWithPrefix(context.table, keyPrefixes.statistics)) {
    if (row['sk'] === keys.latestStatistics.sk) latest = parseItem(Statistics, row);
    else years.push(parseItem(YearOfMembers, row));
  }
  return { years, latest };
}

/** A member's profile, receipts and terms; of a deleted member, what is left. */
export async function readMemberRecord(context: WithTable, uid: string): Promise<MemberRecord> {
  const record = { registeredOn: '', hasPassword: false, emailVerified: false };
  const terms: z.output<typeof TermItem>[] = [];
  const receipts: MemberRecord['receipts'][number][] = [];
  for await (const row of memberRows(context.table, uid)) {
    const { sk } = row;
    if (sk === profileKey) Object.assign(record, toProfile(row));
    else if (hasPrefix(keyPrefixes.terms(uid), sk)) terms.push(parseItem(TermItem, row));
    else if (hasPrefix(keyPrefixes.receipts(uid), sk))
      receipts.push(...toReceipts(parseItem(ReceiptItem, row)));
  }
  return { ...record, terms, receipts };
}

/** Their uids. */
export const listFormerPayers = (context: WithTable): Promise<string[]> =>
  Array.fromAsync(rowsWithPrefix(context.table, keyPrefixes.formerPayers), (row) => itemKey(row).sk);

export async function writeStatistics(
  context: WithTable,
  years: readonly YearOfMembers[],
  latest: Statistics,
): Promise<void> {
  const writeItem = (Item: Item) => context.table.call('PutItem', { Item });
  await Promise.all(years.map((year) => writeItem({ ...keys.yearOfMembers(year.year), ...year })));
  // After the years: if one of them fails, the next run still sees which year it has to count once more.
  await writeItem({ ...keys.latestStatistics, ...latest });
}

const profileKey = keys.member('').sk;

const hasPrefix = (prefix: Key, sk: unknown): boolean => String(sk).startsWith(prefix.sk);

/** The rows from the profile to the terms in one query, which costs less than one for each kind. */
const memberRows = (table: Table, uid: string): AsyncGenerator<Item, void> =>
  queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeNames: Object.fromEntries(ATTRIBUTES.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ':pk': keys.member(uid).pk,
      ':first': profileKey,
      ':last': `${keyPrefixes.terms(uid).sk}\u{10ffff}`,
    },
    ProjectionExpression: ATTRIBUTES.map((name) => `#${name}`).join(', '),
  });

function toProfile(row: Item): Pick<MemberRecord, 'registeredOn' | 'hasPassword' | 'emailVerified'> {
  const { registeredAt, passwordHash, emailVerified } = parseItem(ProfileItem, row);
  return {
    registeredOn: hongKongDate(new Date(registeredAt)),
    hasPassword: passwordHash !== NO_PASSWORD,
    emailVerified,
  };
}
