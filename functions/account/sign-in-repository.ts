import type { AuditEntry } from '../audit/audit.ts';
import { loginEntryRow } from '../audit/repository.ts';
import {
  parseSignInHistory,
  type SignInHistory,
  type SuccessRows,
  signInHistoryKeys,
} from '../limits/repository.ts';
import type { Member } from '../members/member.ts';
import { nameKeys, parseMember, parseUid } from '../members/repository.ts';
import { Session } from '../members/session.ts';
import type { Context, WithTable } from '../platform/context.ts';
import { readRows, writeRows } from '../platform/table/rows.ts';
import { keys } from '../platform/table/schema.ts';
import { parseItem } from '../platform/table/table.ts';
import { sessionRow } from './session-repository.ts';

/** Rows of several kinds that a login or a check of a session needs together: each function is one call of the table. */

export async function findSessionAndMember(
  context: WithTable,
  uid: string,
  id: string,
): Promise<{ session: Session | undefined; member: Member | undefined }> {
  const [session, member] = await readRows(context.table, [keys.session(uid, id), keys.member(uid)]);
  return { session: session && parseItem(Session, session), member: member && parseMember(member) };
}

/**
 * The uid of the member with this canonical username or address, `NO_MEMBER` if there is none, and what was tried with it
 * from this network before.
 */
export async function findNameAndHistory(
  context: Pick<Context, 'table' | 'now'>,
  name: string,
  network: string,
): Promise<{ uid: string; history: SignInHistory }> {
  const markers = nameKeys(name);
  const history = signInHistoryKeys(context, name, network);
  const rows = await readRows(context.table, [...markers, ...history]);
  return {
    uid: parseUid(rows.slice(0, markers.length)),
    history: parseSignInHistory(rows.slice(markers.length)),
  };
}

/** A new session, its entry in the member's history, and what its success opens. */
export const insertLogin = (
  context: WithTable,
  session: Session,
  entry: AuditEntry,
  { puts, removals }: SuccessRows,
): Promise<void> =>
  writeRows(context.table, [sessionRow(session), loginEntryRow(session.uid, entry), ...puts], removals);
