/** Reads the member's row, its markers by username, address, payment reference and card, and the index of all members. */

import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';
import type { AdminAction } from '../audit/audit.ts';
import type { WithTable } from '../platform/context.ts';
import { listRows, queryAll, readRows, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { type Item, type Key, parseItem } from '../platform/table/table.ts';
import { updateIf } from '../platform/table/writes.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { SaltForms } from './decoy-salt.ts';
import { DirectoryEntry, isActiveAdministrator, Member, NO_MEMBER } from './member.ts';
import { DIRECTORY } from './write-repository.ts';

/** The keys are left out: without them, a reading takes two thirds of the time. */
const DIRECTORY_ATTRIBUTES = Object.keys(DirectoryEntry.shape);
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

export const parseMember = (row: Item): Member => parseItem(Member, withActivePeriods(row));

export async function findMember(context: WithTable, uid: string): Promise<Member | undefined> {
  const [item] = await readRows(context.table, [keys.member(uid)]);
  return item && parseMember(item);
}

/** The member of an action. @throws `member-not-found`, or `member-conflict` if the member has changed since */
export async function loadMemberForAction(
  context: WithTable,
  { uid, version }: Pick<AdminAction, 'uid' | 'version'>,
): Promise<Member> {
  const member = await findMember(context, uid);
  if (!member) throw new DomainError('member-not-found');
  if (version !== undefined && version !== member.version) throw new DomainError('member-conflict');
  return member;
}

export async function findMembers(context: WithTable, uids: readonly string[]): Promise<Map<string, Member>> {
  const rows = await readRows(context.table, uids.map(keys.member));
  const members = rows.filter((row) => row !== undefined).map(parseMember);
  return new Map(members.map((member) => [member.uid, member]));
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

/** Reads as much where there is no such marker. */
const findMemberByMarker = async (context: WithTable, marker: Key): Promise<Member | undefined> =>
  findMember(context, parseUid(await readRows(context.table, [marker])));

/** Usernames by uid; members without an account are missing. */
export const findUsernames = async (
  context: WithTable,
  uids: readonly (string | undefined)[],
): Promise<Map<string, string>> => {
  const members = await findMembers(context, [...new Set(uids.filter((uid) => uid !== undefined))]);
  return new Map([...members.values()].map(({ uid, username }) => [uid, username]));
};

export const findMemberByUsername = (context: WithTable, canonicalUsername: string) =>
  findMemberByMarker(context, keys.username(canonicalUsername));

export const findMemberByEmail = (context: WithTable, canonicalEmail: string) =>
  findMemberByMarker(context, keys.email(canonicalEmail));

/** By canonical address; addresses without a member are missing. */
export async function findMembersByEmail(
  context: WithTable,
  canonicalEmails: readonly string[],
): Promise<Map<string, Member>> {
  const markers = await readRows(context.table, canonicalEmails.map(keys.email));
  const found = markers.filter((row) => row !== undefined);
  const members = await findMembers(
    context,
    found.map((row) => parseItem(Marker, row).uid),
  );
  return new Map([...members.values()].map((member) => [canonicalize(member.email), member]));
}

export async function findUidByPaymentReference(
  context: WithTable,
  reference: string,
): Promise<string | undefined> {
  const [marker] = await readRows(context.table, [keys.paymentReference(reference)]);
  return marker && parseItem(Marker, marker).uid;
}

/** Undefined for an id that is on no current card. */
export async function findMemberByCard(context: WithTable, cardId: string): Promise<Member | undefined> {
  const member = await findMemberByMarker(context, keys.card(cardId));
  return member?.cardId === cardId ? member : undefined;
}

export const isUidOfActiveAdministrator = async (context: WithTable, uid: string): Promise<boolean> =>
  isActiveAdministrator(await findMember(context, uid));

/** The administrators who can log in. */
export async function listAdministrators(context: WithTable): Promise<Member[]> {
  const administrators: Member[] = [];
  for await (const row of rowsWithPrefix(context.table, keyPrefixes.administrators)) {
    const member = await findMember(context, parseItem(Marker, row).uid);
    if (member && isActiveAdministrator(member)) administrators.push(member);
  }
  return administrators;
}

/** Every member by canonical address; pages are fetched as they are read. */
export async function* walkDirectory({ table }: WithTable): AsyncGenerator<DirectoryEntry, void> {
  const rows = queryAll(table, {
    IndexName: 'directory',
    KeyConditionExpression: 'directory = :directory',
    ProjectionExpression: DIRECTORY_ATTRIBUTES.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(DIRECTORY_ATTRIBUTES.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: { ':directory': DIRECTORY },
  });
  for await (const row of rows) yield parseItem(DirectoryEntry, withActivePeriods(row));
}

const parseSaltForms = (item: Item | undefined): SaltForms =>
  item ? parseItem(SaltFormsItem, item).forms : {};

/** Empty before an import and the first night. */
export async function findSaltForms(context: WithTable): Promise<SaltForms> {
  const [item] = await readRows(context.table, [keys.saltForms]);
  return parseSaltForms(item);
}

/** A member and the forms of salts, in one call of the table. */
export async function findMemberAndSaltForms(
  context: WithTable,
  uid: string,
): Promise<{ member: Member | undefined; forms: SaltForms }> {
  const [member, forms] = await readRows(context.table, [keys.member(uid), keys.saltForms]);
  return { member: member && parseMember(member), forms: parseSaltForms(forms) };
}

export async function replaceSaltForms(context: WithTable, forms: SaltForms): Promise<void> {
  await context.table.call('PutItem', { Item: { ...keys.saltForms, forms } });
}

/** Does nothing if somebody has changed the password in the meantime. */
export async function replacePasswordHash(
  context: WithTable,
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
export async function setAnnouncements(context: WithTable, uid: string, isWanted: boolean): Promise<void> {
  await updateIf(context.table, keys.member(uid), {
    onlyIf: 'attribute_exists(pk)',
    update: 'SET announcementsOff = :off',
    values: { ':off': !isWanted },
  });
}

const Note = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  text: z.string(),
});

/** Notes that administrators of an earlier version wrote about a member, the latest first. */
export const listNotes = (context: WithTable, uid: string) =>
  listRows(context.table, keyPrefixes.notes(uid), Note, { latestFirst: true });
