/**
 * The member's row, its markers by username, address, payment reference and card, and the index of all members. Each
 * write of the row raises `version` or expects it, so that no change overwrites another.
 */

import * as z from 'zod/mini';
import { MEMBER_CATEGORIES, MEMBER_STATES, MEMBERSHIP_TYPES, ROLES } from '#shared/choices';
import { canonicalize } from '#shared/text';
import type { Context } from '../platform/context.ts';
import { queryAll, readMany, readRows, rowsWithPrefix, writeRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import {
  type FailedCondition,
  type Item,
  type Key,
  parseItem,
  type Table,
  type TableWrite,
} from '../platform/table/table.ts';
import {
  attemptMark,
  expectValues,
  insert,
  isOwnAttempt,
  put,
  remove,
  update,
  updateIf,
} from '../platform/table/writes.ts';
import type { SaltForms } from './decoy-salt.ts';
import {
  type DirectoryEntry,
  isActiveAdministrator,
  type Member,
  type Membership,
  NO_MEMBER,
  NO_PASSWORD,
  type PersonalData,
  personalData,
} from './member.ts';

/** Absent from the rows of members who never had a term. */
const MembershipTypeOfRow = z._default(z.union([z.enum(MEMBERSHIP_TYPES), z.literal('')]), '');
const ActivePeriods = z.array(z.object({ startDate: z.string(), endDate: z.string() }));
const MemberItem: z.ZodMiniType<Member> = z.object({
  uid: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  salt: z.string(),
  passwordHash: z.string(),
  epoch: z.number(),
  role: z.enum(ROLES),
  state: z.enum(MEMBER_STATES),
  category: z._default(z.enum(MEMBER_CATEGORIES), 'ordinary'),
  activeUntil: z.string(),
  membershipType: MembershipTypeOfRow,
  activePeriods: ActivePeriods,
  paymentReference: z.string(),
  registeredAt: z.string(),
  nameChangedAt: z._default(z.string(), ''),
  announcementsOff: z._default(z.boolean(), false),
  cardId: z._default(z.string(), ''),
  cardIssuedAt: z._default(z.string(), ''),
  version: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  gender: z.string(),
  affiliation: z.string(),
  country: z.string(),
  title: z.string(),
  education: z.string(),
  yearOfDegree: z.number(),
  address: z.string(),
  phone: z.string(),
  dateOfBirth: z.string(),
  homepage: z.string(),
  description: z.string(),
});
const directoryShape = {
  uid: z.string(),
  email: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  affiliation: z.string(),
  country: z.string(),
  activeUntil: z.string(),
  membershipType: MembershipTypeOfRow,
  activePeriods: ActivePeriods,
  state: z.enum(MEMBER_STATES),
  category: z._default(z.enum(MEMBER_CATEGORIES), 'ordinary'),
};
const DirectoryItem: z.ZodMiniType<DirectoryEntry> = z.object(directoryShape);
/** The keys are left out: without them, a reading takes two thirds of the time. */
const DIRECTORY_ATTRIBUTES = Object.keys(directoryShape);
const Marker = z.object({ uid: z.string() });
const SaltFormsItem = z.object({ forms: z.record(z.string(), z.number()) });

/** Rows that are older than the attribute say only when the membership ends: one period, whose beginning is not known. */
function withActivePeriods(row: Item): Item {
  if (row['activePeriods'] !== undefined) return row;
  return {
    ...row,
    activePeriods: row['activeUntil'] ? [{ startDate: '', endDate: row['activeUntil'] }] : [],
  };
}

export const parseMember = (row: Item): Member => parseItem(MemberItem, withActivePeriods(row));

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

interface DirectoryFilter {
  /** Only those after this canonical address. */
  after?: string | undefined;
  /** Only those whose membership ends on this day. */
  activeUntil?: string;
}

/** All members or some, by canonical address, with the attributes of the index. */
const directoryRows = (
  table: Table,
  { after, activeUntil }: DirectoryFilter = {},
): AsyncGenerator<Item, void> =>
  queryAll(table, {
    IndexName: 'directory',
    KeyConditionExpression: `directory = :directory${after === undefined ? '' : ' AND directoryKey > :after'}`,
    ...(activeUntil !== undefined && { FilterExpression: '#activeUntil = :activeUntil' }),
    ProjectionExpression: DIRECTORY_ATTRIBUTES.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(DIRECTORY_ATTRIBUTES.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: { ':directory': DIRECTORY, ':after': after, ':activeUntil': activeUntil },
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

export async function findMember(context: Pick<Context, 'table'>, uid: string): Promise<Member | undefined> {
  const [item] = await readRows(context.table, [keys.member(uid)]);
  return item && parseMember(item);
}

export async function findMembers(
  context: Pick<Context, 'table'>,
  uids: readonly string[],
): Promise<Map<string, Member>> {
  const rows = await readMany(context.table, uids.map(keys.member));
  const members = [...rows.values()].map(parseMember);
  return new Map(members.map((member) => [member.uid, member]));
}

async function findUid(context: Pick<Context, 'table'>, marker: Key): Promise<string | undefined> {
  const [item] = await readRows(context.table, [marker]);
  return item && parseItem(Marker, item).uid;
}

/** `NO_MEMBER` if nobody has the name. */
async function findUidByUsername(
  context: Pick<Context, 'table'>,
  canonicalUsername: string,
): Promise<string> {
  return (await findUid(context, keys.username(canonicalUsername))) ?? NO_MEMBER;
}

/** `NO_MEMBER` if nobody has the address. */
async function findUidByEmail(context: Pick<Context, 'table'>, canonicalEmail: string): Promise<string> {
  return (await findUid(context, keys.email(canonicalEmail))) ?? NO_MEMBER;
}

/** Usernames have no @, except some that were imported. */
export const isAddress = (canonicalName: string): boolean => canonicalName.includes('@');

/** Where the member with this canonical username or address is found, for `parseUid`. */
export const nameKeys = (name: string): Key[] =>
  isAddress(name) ? [keys.username(name), keys.email(name)] : [keys.username(name)];

/** The uid in the first row that exists; `NO_MEMBER` if none does. */
export const parseUid = (markers: readonly (Item | undefined)[]): string => {
  const marker = markers.find((row) => row !== undefined);
  return marker ? parseItem(Marker, marker).uid : NO_MEMBER;
};

/** Usernames by uid; members without an account are missing. */
export const findUsernames = async (
  context: Pick<Context, 'table'>,
  uids: readonly (string | undefined)[],
): Promise<Map<string, string>> => {
  const members = await findMembers(context, [...new Set(uids.filter((uid) => uid !== undefined))]);
  return new Map([...members.values()].map(({ uid, username }) => [uid, username]));
};

/** Reads as much if nobody has the name. */
export const findMemberByUsername = async (
  context: Pick<Context, 'table'>,
  canonicalUsername: string,
): Promise<Member | undefined> => findMember(context, await findUidByUsername(context, canonicalUsername));

/** Reads as much if nobody has the address. */
export const findMemberByEmail = async (
  context: Pick<Context, 'table'>,
  canonicalEmail: string,
): Promise<Member | undefined> => findMember(context, await findUidByEmail(context, canonicalEmail));

/** By canonical address; addresses without a member are missing. */
export async function findMembersByEmail(
  context: Pick<Context, 'table'>,
  canonicalEmails: readonly string[],
): Promise<Map<string, Member>> {
  const markers = await readMany(context.table, canonicalEmails.map(keys.email));
  const members = await findMembers(
    context,
    [...markers.values()].map((item) => parseItem(Marker, item).uid),
  );
  return new Map([...members.values()].map((member) => [canonicalize(member.email), member]));
}

export const findUidByPaymentReference = (
  context: Pick<Context, 'table'>,
  reference: string,
): Promise<string | undefined> => findUid(context, keys.paymentReference(reference));

/** Undefined for an id that is on no current card. */
export async function findMemberByCard(
  context: Pick<Context, 'table'>,
  cardId: string,
): Promise<Member | undefined> {
  const uid = await findUid(context, keys.card(cardId));
  const member = uid === undefined ? undefined : await findMember(context, uid);
  return member?.cardId === cardId ? member : undefined;
}

export const isUidOfActiveAdministrator = async (
  context: Pick<Context, 'table'>,
  uid: string,
): Promise<boolean> => isActiveAdministrator(await findMember(context, uid));

/** The administrators who can log in. */
export async function listAdministrators(context: Pick<Context, 'table'>): Promise<Member[]> {
  const administrators: Member[] = [];
  for await (const row of rowsWithPrefix(context.table, keyPrefixes.administrators)) {
    const member = await findMember(context, parseItem(Marker, row).uid);
    if (member && isActiveAdministrator(member)) administrators.push(member);
  }
  return administrators;
}

/** Every member, or those after an address, by canonical address; pages are fetched as they are read. */
export async function* walkDirectory(
  context: Pick<Context, 'table'>,
  after?: string,
): AsyncGenerator<DirectoryEntry, void> {
  for await (const row of directoryRows(context.table, { after }))
    yield parseItem(DirectoryItem, withActivePeriods(row));
}

const parseSaltForms = (item: Item | undefined): SaltForms =>
  item ? parseItem(SaltFormsItem, item).forms : {};

/** Empty before an import and the first night. */
export async function findSaltForms(context: Pick<Context, 'table'>): Promise<SaltForms> {
  const [item] = await readRows(context.table, [keys.saltForms]);
  return parseSaltForms(item);
}

/** A member and the forms of salts, in one call of the table. */
export async function findMemberAndSaltForms(
  context: Pick<Context, 'table'>,
  uid: string,
): Promise<{ member: Member | undefined; forms: SaltForms }> {
  const [member, forms] = await readRows(context.table, [keys.member(uid), keys.saltForms]);
  return { member: member && parseMember(member), forms: parseSaltForms(forms) };
}

export const replaceSaltForms = (context: Pick<Context, 'table'>, forms: SaltForms): Promise<void> =>
  writeRows(context.table, [{ ...keys.saltForms, forms }]);

/** Uids of members whose membership ends on that day. */
export async function* walkUidsEndingOn(
  context: Pick<Context, 'table'>,
  activeUntil: string,
): AsyncGenerator<string, void> {
  for await (const row of directoryRows(context.table, { activeUntil })) yield parseItem(Marker, row).uid;
}

/** The rows hold the attempt's id, so that a retry recognises its own. */
export function insertMemberWrites(member: Member, attemptId: string): TableWrite[] {
  const { uid } = member;
  const attempt = { uid, ...attemptMark(attemptId) };
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

/** Includes the markers of a new name or address: label `username` or `email` fails if somebody has it. */
export const updateProfileWrites = (before: Member, after: Member): TableWrite[] => [
  update('member', keys.member(before.uid), profileAttributes(after), { version: before.version }),
  ...moveMarkerWrites('username', before.uid, before.username, after.username),
  ...moveMarkerWrites('email', before.uid, before.email, after.email),
];

/** Ends every session. `emailVerified`: the code of the reset has proved the address. */
export const setPasswordWrite = (
  { uid, epoch, version, passwordHash }: Member,
  credentials: Pick<Member, 'salt' | 'passwordHash'>,
  verified: { emailVerified?: true } = {},
): TableWrite =>
  update(
    'member',
    keys.member(uid),
    { ...credentials, ...verified, epoch: epoch + 1, version: version + 1 },
    { epoch, version, passwordHash },
  );

/**
 * Removes the password and ends every session. Another `email` is not verified, and label `email` fails if somebody
 * has it.
 */
export const removePasswordWrites = (
  before: Member,
  { email, state }: Pick<Member, 'email' | 'state'>,
): TableWrite[] => {
  const { uid, epoch, version, passwordHash } = before;
  const isVerified = email === before.email && before.emailVerified;
  const values = { email, emailVerified: isVerified, directoryKey: canonicalize(email), state };
  return [
    update(
      'member',
      keys.member(uid),
      { ...values, passwordHash: NO_PASSWORD, epoch: epoch + 1, version: version + 1 },
      { epoch, version, passwordHash },
    ),
    ...moveMarkerWrites('email', uid, before.email, email),
  ];
};

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

/** Does nothing if somebody has changed the password in the meantime. */
export async function replacePasswordHash(
  context: Pick<Context, 'table'>,
  uid: string,
  expected: string,
  next: string,
): Promise<void> {
  await updateIf(context.table, keys.member(uid), {
    onlyIf: 'passwordHash = :expected',
    update: 'SET passwordHash = :next',
    values: { ':expected': expected, ':next': next },
  });
}

/** Does nothing if there is no such member. */
export async function setAnnouncements(
  context: Pick<Context, 'table'>,
  uid: string,
  isWanted: boolean,
): Promise<void> {
  await updateIf(context.table, keys.member(uid), {
    onlyIf: 'attribute_exists(pk)',
    update: 'SET announcementsOff = :off',
    values: { ':off': !isWanted },
  });
}
