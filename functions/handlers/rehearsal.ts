import * as z from 'zod/mini';
import { MEMBER_STATES } from '#shared/choices';
import { queuedMailsRepository } from '../mail/transactional/repository.ts';
import { createMember, type Member, NO_PASSWORD, NO_PERSONAL_DATA } from '../members/member.ts';
import { ActivePeriods, DIRECTORY, memberRow, withActivePeriods } from '../members/repository.ts';
import { createRuntime } from '../platform/runtime.ts';
import { queryAll } from '../platform/table/rows.ts';
import { keys } from '../platform/table/schema.ts';
import {
  type CallName,
  isWrite,
  type Key,
  parseItem,
  type Table,
  tableOver,
  unitsOf,
} from '../platform/table/table.ts';
import { type Rehearsal, type RehearsalPeriod, rehearse } from '../reminders/rehearsal.ts';
import type { Stages } from '../reminders/reminders.ts';
import { openReminders } from './remind-members.ts';

export interface RehearsalReport extends Rehearsal {
  members: number;
  /** Write units of reminders and the mail worker together. */
  writeUnits: number;
}

/** Copies the members of one table into another, empty one, and rehearses there. */
export async function runRehearsal(
  source: Table,
  copy: Table,
  write: Parameters<typeof createRuntime>[0],
  { stages, ...days }: RehearsalPeriod & { stages?: Stages | undefined },
): Promise<RehearsalReport> {
  const members = await copyMembers(source, copy);
  const { table, writeUnits } = meterWrites(copy);
  const queuedMails = queuedMailsRepository(table);
  const deps = { ...openReminders(table, createRuntime(write), stages), queuedMails };
  const rehearsal = await rehearse(deps, members, days);
  return { members: members.length, writeUnits: writeUnits(), ...rehearsal };
}

const Uid = z.object({ uid: z.string() });
const MemberItem = z.object({
  uid: z.string(),
  emailVerified: z.boolean(),
  state: z.enum(MEMBER_STATES),
  activeUntil: z.string(),
  activePeriods: ActivePeriods,
});

const READS: readonly CallName[] = ['GetItem', 'BatchGetItem', 'Query'];

/** The same table without writes: every call that could write throws. */
export const readOnly = (table: Table): Table =>
  tableOver(table.name, async (name, input) => {
    if (!READS.includes(name)) throw new Error(`${name} would write to what is only to be read`);
    return table.call(name, input);
  });

/** Only these attributes are read. All get placeholders, because `state` is a reserved word. */
const projectionOf = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
});

/**
 * Copies membership, state and the marks of reminders sent. Names and addresses are never read: the copied members have
 * made-up ones. Returns the members.
 */
export async function copyMembers(from: Table, to: Table): Promise<Member[]> {
  const source = readOnly(from);
  const members: Member[] = [];
  for await (const entry of queryAll(source, {
    IndexName: 'directory',
    KeyConditionExpression: 'directory = :directory',
    ExpressionAttributeValues: { ':directory': DIRECTORY },
    ...projectionOf(['uid']),
  })) {
    const { uid } = parseItem(Uid, entry);
    for await (const row of rowsOf(source, keys.member(uid), [
      'uid',
      'emailVerified',
      'state',
      'activeUntil',
      'activePeriods',
    ])) {
      const member = { ...inventMember(uid), ...parseItem(MemberItem, withActivePeriods(row)) };
      await to.call('PutItem', { Item: memberRow(member) });
      members.push(member);
    }
    for await (const row of rowsOf(source, { ...keys.member(uid), sk: 'REMINDER#' }, [])) {
      await to.call('PutItem', { Item: row });
    }
  }
  return members;
}

const inventMember = (uid: string): Member =>
  createMember({
    uid,
    username: uid,
    email: `${uid}@members.invalid`,
    salt: '',
    passwordHash: NO_PASSWORD,
    paymentReference: '',
    registeredAt: '',
    ...NO_PERSONAL_DATA,
    firstName: 'Member',
  });

const rowsOf = (source: Table, { pk, sk }: Key, attributes: readonly string[]) =>
  queryAll(source, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
    ...projectionOf(['pk', 'sk', ...attributes]),
  });

/** The same table, and the write units that its calls have used so far, indexes included. */
export function meterWrites(table: Table): { table: Table; writeUnits: () => number } {
  let units = 0;
  return {
    writeUnits: () => units,
    table: tableOver(table.name, async (name, input) => {
      const output = await table.call(name, input);
      if (isWrite(name)) units += unitsOf(output);
      return output;
    }),
  };
}
