import * as z from 'zod/mini';
import { MEMBER_CATEGORIES, MEMBER_STATES, ROLES } from '#shared/choices';
import { codeRow } from '../codes/repository.ts';
import { enqueueWrites } from '../mail/transactional/repository.ts';
import { readRow, rowsBelow } from '../platform/table/reads.ts';
import { readRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, type Table } from '../platform/table/table.ts';
import { insert, updateIf } from '../platform/table/writes.ts';
import { type Member, type Members, NO_MEMBER } from './member.ts';
import { memberChanges } from './member-changes-repository.ts';
import { register } from './registration-repository.ts';

export const MemberItem: z.ZodMiniType<Member> = z.object({
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
  paymentReference: z.string(),
  registeredAt: z.string(),
  version: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  nameChangedAt: z._default(z.string(), ''),
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

const Marker = z.object({ uid: z.string() });

export function dynamoMembers(table: Table): Members {
  const find: Members['find'] = async (uid) => {
    const [item] = await readRows(table, [keys.member(uid)]);
    return item && parseItem(MemberItem, item);
  };

  return {
    find,

    async findByUsername(name) {
      const [marker] = await readRows(table, [keys.username(name)]);
      return find(marker ? parseItem(Marker, marker).uid : NO_MEMBER);
    },

    async findByEmail(address) {
      const marker = await readRow(table, keys.email(address));
      return find(marker ? parseItem(Marker, marker).uid : NO_MEMBER);
    },

    add(member, registrationId, { mail, code }) {
      const proof = [insert('code', codeRow(member.uid, code)), ...enqueueWrites(mail)];
      return register(table, member, registrationId, proof, registrationId);
    },

    ...memberChanges(table),

    async findUidByPaymentReference(reference) {
      const item = await readRow(table, keys.paymentReference(reference));
      return item && parseItem(Marker, item).uid;
    },

    setActiveUntilWrite: (uid, expected, activeUntil) => ({
      label: 'member',
      write: (TableName) => {
        const [[name, value] = []] = Object.entries(expected);
        return {
          Update: {
            TableName,
            Key: keys.member(uid),
            UpdateExpression: 'SET activeUntil = :activeUntil, version = version + :one',
            ConditionExpression: `${name} = :expected`,
            ExpressionAttributeValues: { ':activeUntil': activeUntil, ':expected': value, ':one': 1 },
          },
        };
      },
    }),

    async administrators() {
      const people: Member[] = [];
      for await (const row of rowsBelow(table, keyPrefixes.administrators)) {
        const member = await find(parseItem(Marker, row).uid);
        if (member?.role === 'administrator' && member.state === 'active') people.push(member);
      }
      return people;
    },

    async upgradePasswordHash(uid, previous, next) {
      // Where somebody changed the password meanwhile, theirs is the newer one.
      await updateIf(table, keys.member(uid), {
        onlyIf: 'passwordHash = :previous',
        update: 'SET passwordHash = :next',
        values: { ':previous': previous, ':next': next },
      });
    },
  };
}
