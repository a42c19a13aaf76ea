import * as z from 'zod/mini';
import type { RehearsedMember } from '../domain/reminders/rehearse.ts';
import type { CallName } from './calls.ts';
import { fromItem, type Table } from './client.ts';
import { directoryRows } from './directory.ts';
import { below } from './keys.ts';
import { rowsBelow } from './reads.ts';

const Uid = z.object({ uid: z.string() });
const SortKey = z.object({ sk: z.string() });
const MemberItem: z.ZodMiniType<RehearsedMember> = z.object({
  uid: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  emailVerified: z.boolean(),
  state: z.enum(['active', 'disabled']),
  activeUntil: z.string(),
});

const READS: readonly CallName[] = ['GetItem', 'BatchGetItem', 'Query'];

/** The same table, which refuses every call that could write. */
export const readOnly = (table: Table): Table => ({
  name: table.name,
  async call(name, input) {
    if (!READS.includes(name)) throw new Error(`${name} would write to what is only to be read`);
    return table.call(name, input);
  },
});

/** Copies members, and the marks of reminders that they have got, without what opens an account. Returns the members. */
export async function copyMembers(from: Table, to: Table): Promise<RehearsedMember[]> {
  const source = readOnly(from);
  const members: RehearsedMember[] = [];
  for await (const entry of directoryRows(source)) {
    const { uid } = fromItem(Uid, entry);
    for await (const { passwordHash, salt, ...row } of rowsBelow(source, below.member(uid))) {
      const { sk } = fromItem(SortKey, row);
      if (sk !== 'PROFILE' && !sk.startsWith('REMINDER#')) continue;
      await to.call('PutItem', { Item: row });
      if (sk === 'PROFILE') members.push(fromItem(MemberItem, row));
    }
  }
  return members;
}
