/**
 * What a transaction writes of a member: the row, and its markers by username, address, payment reference and card. Each
 * write of the row raises `version` or expects it, so that no change overwrites another.
 */

import { canonicalize, toHex } from '#shared/text';
import type { Context } from '../platform/context.ts';
import { keys } from '../platform/table/schema.ts';
import type { FailedCondition, TableWrite } from '../platform/table/table.ts';
import { expectValues, insert, isOwnAttempt, put, remove, update } from '../platform/table/writes.ts';
import {
  createMember,
  type Member,
  type Membership,
  type NewMember,
  NO_PASSWORD,
  type PersonalData,
  personalData,
} from './member.ts';

/** The only partition of the index `directory`. */
export const DIRECTORY = 'MEMBER';

export const memberRow = (member: Member) => ({
  ...keys.member(member.uid),
  ...member,
  directory: DIRECTORY,
  directoryKey: canonicalize(member.email),
});

/** The attributes that a change of the profile may write: never role, state, expiry or credentials. */
const profileAttributes = (member: Member) => ({
  username: member.username,
  email: member.email,
  emailVerified: member.emailVerified,
  epoch: member.epoch,
  nameChangedAt: member.nameChangedAt,
  version: member.version,
  ...personalData(member),
  directoryKey: canonicalize(member.email),
});

export type InsertResult = 'inserted' | 'username-taken' | 'email-taken' | 'uid-taken';

/** The marker of a new name or address in place of the old one; none if they are the same. */
function moveMarkerWrites(label: 'username' | 'email', uid: string, from: string, to: string): TableWrite[] {
  const [left, taken] = [canonicalize(from), canonicalize(to)];
  if (left === taken) return [];
  return [insert(label, { ...keys[label](taken), uid }), remove(label, keys[label](left))];
}

const changeMemberWrite = ({ uid, version }: Pick<Member, 'uid' | 'version'>, values: Partial<Member>) =>
  update('member', keys.member(uid), { ...values, version: version + 1 }, { version });

/** The rows hold the attempt's id, so that a retry recognises its own. */
export function insertMemberWrites(member: Member, attemptId: string): TableWrite[] {
  const { uid } = member;
  const attempt = { uid, attemptId };
  return [
    insert('username', { ...keys.username(canonicalize(member.username)), ...attempt }),
    insert('email', { ...keys.email(canonicalize(member.email)), ...attempt }),
    insert('uid', { ...memberRow(member), ...attempt }),
    insert('uid', { ...keys.paymentReference(member.paymentReference), ...attempt }),
  ];
}

/** The result of a commit with `insertMemberWrites`; also `inserted` if this same attempt had written the rows before. */
export function insertMemberResult(failed: readonly FailedCondition[], attemptId: string): InsertResult {
  const [first] = failed;
  if (!first || failed.some(({ item }) => isOwnAttempt(item, attemptId))) return 'inserted';
  if (first.label === 'username') return 'username-taken';
  return first.label === 'email' ? 'email-taken' : 'uid-taken';
}

const MAX_UID_TRIES = 5;

/**
 * Adds a member, however they come: by registration, by an administrator or from a file. Tries one membership ID after the
 * other until one is free; `otherWrites` belong to the same transaction. A repeat with the same attempt id recognises its own
 * rows, and adds nobody twice.
 */
export async function insertMember(
  context: Pick<Context, 'table' | 'randomBytes'>,
  given: Omit<NewMember, 'uid' | 'paymentReference'>,
  attemptId: string,
  otherWrites: (member: Member) => readonly TableWrite[],
  uids: readonly string[] = Array.from({ length: MAX_UID_TRIES }, () => createUid(context.randomBytes(8))),
): Promise<{ member: Member; result: Exclude<InsertResult, 'uid-taken'> }> {
  for (const uid of uids) {
    const member = createMember({ ...given, uid, paymentReference: toHex(context.randomBytes(16)) });
    const failed = await context.table.commit([
      ...insertMemberWrites(member, attemptId),
      ...otherWrites(member),
    ]);
    const result = insertMemberResult(failed, attemptId);
    if (result !== 'uid-taken') return { member, result };
  }
  throw new Error(`No free membership ID in ${uids.length} tries`);
}

/** Eight digits, the first not zero; the bias of the remainder of 64 bits is far below one in a billion. */
function createUid(random: Uint8Array): string {
  const value = new DataView(random.buffer, random.byteOffset).getBigUint64(0);
  return String(10_000_000n + (value % 90_000_000n));
}

/** Includes the markers of a new name or address: label `username` or `email` fails if somebody has it. */
export const updateProfileWrites = (before: Member, after: Member): TableWrite[] => [
  update('member', keys.member(before.uid), profileAttributes(after), { version: before.version }),
  ...moveMarkerWrites('username', before.uid, before.username, after.username),
  ...moveMarkerWrites('email', before.uid, before.email, after.email),
];

/** `emailVerified`: the code of the reset has proved the address. */
type NewPassword = Pick<Member, 'salt' | 'passwordHash'> & { emailVerified?: true };
type NoPassword = Pick<Member, 'email' | 'emailVerified' | 'state'> & {
  passwordHash: typeof NO_PASSWORD;
  directoryKey: string;
};

/**
 * Replaces the password and ends every session. Fails if the member has changed since; a rehash at a login changes the hash
 * alone.
 */
export const setPasswordWrite = (
  { uid, epoch, version, passwordHash }: Member,
  values: NewPassword | NoPassword,
): TableWrite =>
  update(
    'member',
    keys.member(uid),
    { ...values, epoch: epoch + 1, version: version + 1 },
    { epoch, version, passwordHash },
  );

/**
 * Removes the password and ends every session. Another `email` is not verified, and label `email` fails if somebody
 * has it.
 */
export const removePasswordWrites = (
  before: Member,
  { email, state }: Pick<Member, 'email' | 'state'>,
): TableWrite[] => [
  setPasswordWrite(before, {
    passwordHash: NO_PASSWORD,
    email,
    emailVerified: email === before.email && before.emailVerified,
    directoryKey: canonicalize(email),
    state,
  }),
  ...moveMarkerWrites('email', before.uid, before.email, email),
];

export const verifyEmailWrite = (member: Member): TableWrite =>
  changeMemberWrite(member, { emailVerified: true });

/** Ends every session. */
export const raiseEpochWrite = (member: Member): TableWrite =>
  changeMemberWrite(member, { epoch: member.epoch + 1 });

/** Changes nothing else: of two changes of the same member at once, one fails. */
export const raiseVersionWrite = (member: Member): TableWrite => changeMemberWrite(member, {});

/** A change of state ends every session. */
export function changeMemberWrites(
  member: Member,
  change: Partial<PersonalData & Pick<Member, 'role' | 'state' | 'category'> & Membership>,
): TableWrite[] {
  const { uid, epoch } = member;
  const marker = keys.administrator(uid);
  return [
    changeMemberWrite(member, { ...change, ...('state' in change && { epoch: epoch + 1 }) }),
    ...('role' in change
      ? [
          change.role === 'administrator'
            ? put('administrator', { ...marker, uid })
            : remove('administrator', marker),
        ]
      : []),
  ];
}

/** Every change of a member's terms raises the version, so that none is decided on terms that have changed. */
export const setMembershipWrite = (
  member: Pick<Member, 'uid' | 'version'>,
  { activeUntil, membershipType, activePeriods }: Membership,
): TableWrite => changeMemberWrite(member, { activeUntil, membershipType, activePeriods });

/** Writes nothing, and fails if the member no longer has these values. */
export const expectMemberWrite = (uid: string, expected: Partial<Member>): TableWrite =>
  expectValues('member', keys.member(uid), expected);

/** Replaces the card of `member` by `card`; empty texts leave the member without one. */
export function replaceCardWrites(
  member: Member,
  card: Pick<Member, 'cardId' | 'cardIssuedAt'>,
): TableWrite[] {
  const { uid, cardId } = member;
  return [
    changeMemberWrite(member, card),
    ...(cardId === '' ? [] : [remove('card', keys.card(cardId))]),
    ...(card.cardId === '' ? [] : [insert('card', { ...keys.card(card.cardId), uid })]),
  ];
}

/** The member's row and its markers. */
export const deleteMemberWrites = ({
  uid,
  username,
  email,
  paymentReference,
  cardId,
  version,
}: Member): TableWrite[] => [
  remove('member', keys.member(uid), { version }),
  remove('username', keys.username(canonicalize(username))),
  remove('email', keys.email(canonicalize(email))),
  remove('payment-reference', keys.paymentReference(paymentReference)),
  remove('administrator', keys.administrator(uid)),
  ...(cardId === '' ? [] : [remove('card', keys.card(cardId))]),
];
