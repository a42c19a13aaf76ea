import { deleteRows, readRows, rowsWithPrefix, writeRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, seconds, type Table } from '../platform/table/table.ts';
import { put, remove, update } from '../platform/table/writes.ts';
import { Session } from './session.ts';

/** Rows are deleted a day after the longest possible session. */
const RETENTION_SECONDS = 31 * 86_400;

const sessionRow = (session: Session) => ({
  ...keys.session(session.uid, session.id),
  ...session,
  expiresAt: seconds(new Date(session.signedInAt)) + RETENTION_SECONDS,
});

export function sessionsRepository(table: Table) {
  return {
    /** Read in one call with the other rows that the same turn of the event loop asks for, such as the member's. */
    async findSession(uid: string, id: string): Promise<Session | undefined> {
      const [item] = await readRows(table, [keys.session(uid, id)]);
      return item && parseItem(Session, item);
    },

    /** All sessions of a member, expired ones included. */
    async listSessions(uid: string): Promise<Session[]> {
      return Array.fromAsync(rowsWithPrefix(table, keyPrefixes.sessions(uid)), (row) =>
        parseItem(Session, row),
      );
    },

    /** Written in one call with the other rows that the same turn of the event loop writes. */
    insertSession: (session: Session): Promise<void> => writeRows(table, [sessionRow(session)]),

    insertWrite: (session: Session) => put('session', sessionRow(session)),

    deleteWrite: ({ uid, id }: Session) => remove('session', keys.session(uid, id)),

    /** Keeps this session through a change of its member's epoch, which ends all others; fails if it has ended. */
    moveToEpochWrite: ({ uid, id }: Session, epoch: number) =>
      update('session', keys.session(uid, id), { epoch }),

    async touchSession({ uid, id }: Session, seenAt: Date): Promise<void> {
      await table.call('UpdateItem', {
        Key: keys.session(uid, id),
        UpdateExpression: 'SET lastSeenAt = :seenAt',
        // A session that ends at the same moment must not come back as half a row.
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':seenAt': seenAt.toISOString() },
      });
    },

    /** Records when the second factor was given; null for not given. Does nothing for a session that has ended. */
    async setSecondFactorAt({ uid, id }: Session, at: Date | null): Promise<void> {
      const key = keys.session(uid, id);
      await table.commit([
        at
          ? update('session', key, { secondFactorAt: at.toISOString() })
          : update('session', key, {}, {}, ['secondFactorAt']),
      ]);
    },

    async deleteSession(uid: string, id: string): Promise<void> {
      await table.call('DeleteItem', { Key: keys.session(uid, id) });
    },

    async deleteAllSessions(uid: string): Promise<void> {
      await deleteRows(table, keyPrefixes.sessions(uid));
    },
  };
}

export type Sessions = ReturnType<typeof sessionsRepository>;
