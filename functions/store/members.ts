import * as z from 'zod/mini';
import { canonical } from '../domain/members/canonical.ts';
import { CATEGORIES, type Member, type Members } from '../domain/members/member.ts';
import { type Item, isConditionFailure } from './calls.ts';
import { fromItem, type Table, toItem, transact } from './client.ts';
import { codeRow } from './codes.ts';
import { DIRECTORY } from './directory.ts';
import { below, keys } from './keys.ts';
import { memberChanges } from './member-changes.ts';
import { mailRows } from './outbox.ts';
import { readRow, rowsBelow } from './reads.ts';
import { readRows } from './rows.ts';
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
  category: z._default(z.enum(CATEGORIES), 'ordinary'),
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
  directory: DIRECTORY,
  directoryKey: canonical(member.email),
});

const Marker = z.object({ uid: z.string() });
const OwnRow = z.object({ registrationId: z.string() });

/** The row in the way was written by this very registration, whose reply was lost. */
export const ownRow = (item: Item | undefined, registrationId: string): boolean =>
  item !== undefined &&
  OwnRow.safeParse(fromItem(z.looseObject({}), item)).data?.registrationId === registrationId;

export function dynamoMembers(table: Table): Members {
  const find: Members['find'] = async (uid) => {
    const item = await readRow(table, keys.member(uid));
    return item && fromItem(MemberItem, item);
  };

  return {
    find,

    async findByUsername(name) {
      const [marker] = await readRows(table, [keys.username(name)]);
      return marker && find(fromItem(Marker, marker).uid);
    },

    async findByEmail(address) {
      const marker = await readRow(table, keys.email(address));
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
      if (ownRow(first.item, registrationId)) return 'added';
      return first.index === 0 ? 'username-taken' : first.index === 1 ? 'email-taken' : 'uid-taken';
    },

    ...memberChanges(table),

    async administrators() {
      const people: Member[] = [];
      for await (const row of rowsBelow(table, below.administrators)) {
        const member = await find(fromItem(Marker, row).uid);
        if (member?.role === 'administrator' && member.state === 'active') people.push(member);
      }
      return people;
    },

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
