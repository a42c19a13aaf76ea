import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';
import { keys } from '../platform/table/schema.ts';
import { type Item, parseItem, type Table } from '../platform/table/table.ts';
import type { TableWrite } from '../platform/table/writes.ts';
import { insert } from '../platform/table/writes.ts';
import { DIRECTORY } from './directory-repository.ts';
import type { InsertResult, Member } from './member.ts';

export const memberRow = (member: Member) => ({
  ...keys.member(member.uid),
  ...member,
  directory: DIRECTORY,
  directoryKey: canonicalize(member.email),
});

const OwnRow = z.object({ registrationId: z.string() });

/** The row in the way was written by this very registration, whose reply was lost. */
export const isOwnAttempt = (item: Item | undefined, registrationId: string): boolean =>
  item !== undefined &&
  OwnRow.safeParse(parseItem(z.looseObject({}), item)).data?.registrationId === registrationId;

/** A new member with the markers of name, address and payment reference, and what is written with them; all or nothing. */
export async function register(
  table: Table,
  member: Member,
  registrationId: string,
  more: TableWrite[],
  token?: string,
): Promise<InsertResult> {
  const { uid, username, email, paymentReference } = member;
  const own = { uid, registrationId };
  const rows = [
    insert('username', { ...keys.username(canonicalize(username)), ...own }),
    insert('email', { ...keys.email(canonicalize(email)), ...own }),
    insert('member', { ...memberRow(member), ...own }),
    insert('payment-reference', { ...keys.paymentReference(paymentReference), ...own }),
  ];
  const obstacles = await table.commit([...rows, ...more], token);
  const [first] = obstacles;
  if (!first || obstacles.some(({ item }) => isOwnAttempt(item, registrationId))) return 'added';
  if (first.label === 'username') return 'username-taken';
  return first.label === 'email' ? 'email-taken' : 'uid-taken';
}
