import * as z from 'zod/mini';
import { canonical } from '../domain/members/canonical.ts';
import type { Member, Members } from '../domain/members/member.ts';
import { isConditionFailure } from './calls.ts';
import { fromItem, type Table, toItem, transact } from './client.ts';
import { codeRow } from './codes.ts';
import { keys } from './keys.ts';
import { memberChanges } from './member-changes.ts';
import { mailRows } from './outbox.ts';
import { putNew } from './writes.ts';

export const MemberItem: z.ZodMiniType<Member> = z.object({
  uid: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  salt: z.string(),
  passwordHash: z.string(),
  epoch: z.number(),
  role: z.enum(['member', 'administrator']),
  state: z.enum(['active', 'disabled']),
  activeUntil: z.string(),
  paymentReference: z.string(),
  registeredAt: z.string(),
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

/** Nobody has this uid. */
const NOBODY = '0';

export const memberRow = (member: Member) => ({
  ...keys.member(member.uid),
  ...member,
  directory: 'MEMBER',
  directoryKey: canonical(member.email),
});

const Marker = z.object({ uid: z.string() });
const OwnRow = z.object({ registrationId: z.string() });

export function dynamoMembers(table: Table): Members {
  const read = async (key: object) =>
    (await table.call('GetItem', { Key: toItem(key), ConsistentRead: true })).Item;

  const find: Members['find'] = async (uid) => {
    const item = await read(keys.member(uid));
    return item && fromItem(MemberItem, item);
  };

  const update = async (uid: string, expression: string, names: Record<string, string>, values: object) => {
    await table.call('UpdateItem', {
      Key: toItem(keys.member(uid)),
      UpdateExpression: expression,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: toItem(values),
    });
  };

  return {
    find,

    async findByUsername(name) {
      const marker = await read(keys.username(name));
      return marker && find(fromItem(Marker, marker).uid);
    },

    async findByEmail(address) {
      const marker = await read(keys.email(address));
      return find(marker ? fromItem(Marker, marker).uid : NOBODY);
    },

    async add(member, registrationId, { mail, code }) {
      const { uid } = member;
      const rows = [
        { ...keys.username(canonical(member.username)), uid, registrationId },
        { ...keys.email(canonical(member.email)), uid, registrationId },
        { ...memberRow(member), registrationId },
        { ...keys.paymentReference(member.paymentReference), uid, registrationId },
        codeRow(uid, code),
        ...mailRows(mail),
      ];
      const [first] = await transact(
        table,
        rows.map((row) => putNew(table, row)),
        registrationId,
      );
      if (!first) return 'added';
      // A lost reply makes the client library write once more: then the rows in the way are our own.
      const owner = first.item && OwnRow.safeParse(fromItem(z.looseObject({}), first.item));
      if (owner?.data?.registrationId === registrationId) return 'added';
      return first.index === 0 ? 'username-taken' : first.index === 1 ? 'email-taken' : 'uid-taken';
    },

    ...memberChanges(table),

    setRole: (uid, role) =>
      update(
        uid,
        'SET #role = :role, version = version + :one',
        { '#role': 'role' },
        { ':role': role, ':one': 1 },
      ),

    setState: (uid, state) =>
      update(
        uid,
        'SET #state = :state, epoch = epoch + :one, version = version + :one',
        { '#state': 'state' },
        { ':state': state, ':one': 1 },
      ),

    async upgradePasswordHash(uid, previous, next) {
      const change = table.call('UpdateItem', {
        Key: toItem(keys.member(uid)),
        UpdateExpression: 'SET passwordHash = :next',
        ConditionExpression: 'passwordHash = :previous',
        ExpressionAttributeValues: toItem({ ':next': next, ':previous': previous }),
      });
      await change.catch((cause: unknown) => {
        // Somebody changed the password meanwhile: theirs is the newer one.
        if (!isConditionFailure(cause)) throw cause;
      });
    },
  };
}
