import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';
import { keys } from '../platform/table/keys.ts';
import { type Item, parseItem, type Table, type TransactWrite, transact } from '../platform/table/table.ts';
import { putNew } from '../platform/table/writes.ts';
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
  more: TransactWrite[],
  token?: string,
): Promise<InsertResult> {
  const { uid, username, email, paymentReference } = member;
  const rows = [
    keys.username(canonicalize(username)),
    keys.email(canonicalize(email)),
    memberRow(member),
    keys.paymentReference(paymentReference),
  ];
  const obstacles = await transact(
    table,
    [...rows.map((row) => putNew(table, { ...row, uid, registrationId })), ...more],
    token,
  );
  const [first] = obstacles;
  if (!first || obstacles.some(({ item }) => isOwnAttempt(item, registrationId))) return 'added';
  return first.index === 0 ? 'username-taken' : first.index === 1 ? 'email-taken' : 'uid-taken';
}
