import * as z from 'zod/mini';
import { entryWrites } from '../audit/repository.ts';
import { rowsBelow } from '../platform/table/reads.ts';
import { readRows, writeRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, seconds, type Table } from '../platform/table/table.ts';
import { put, remove, update } from '../platform/table/writes.ts';
import type { Session, Sessions } from './session.ts';

const SessionItem: z.ZodMiniType<Session> = z.object({
  uid: z.string(),
  id: z.string(),
  epoch: z.number(),
  remembered: z.boolean(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  secondFactorAt: z.optional(z.string()),
  browser: z._default(z.string(), ''),
  network: z._default(z.string(), ''),
});

/** Rows are cleaned a day after the longest life that a session can have. */
const KEEP_SECONDS = 31 * 86_400;

/** A transaction takes 100 writes. */
const ENDED_AT_ONCE = 90;

export function sessionsRepository(table: Table): Sessions {
  return {
    async of(uid) {
      const sessions = [];
      for await (const row of rowsBelow(table, keyPrefixes.sessions(uid)))
        sessions.push(parseItem(SessionItem, row));
      return sessions;
    },

    async add(session, entry) {
      const expiresAt = seconds(new Date(session.signedInAt)) + KEEP_SECONDS;
      const row = { ...keys.session(session.uid, session.id), ...session, expiresAt };
      if (entry) await table.commit([put('row', row), ...entryWrites(entry)]);
      else await writeRows(table, [row]);
    },

    async end(sessions, entry) {
      for (let from = 0; from < sessions.length; from += ENDED_AT_ONCE) {
        const some = sessions.slice(from, from + ENDED_AT_ONCE);
        await table.commit([
          ...some.map(({ uid, id }) => remove('session', keys.session(uid, id))),
          ...(from === 0 ? entryWrites(entry) : []),
        ]);
      }
    },

    async findSession(uid, sessionId) {
      const [session] = await readRows(table, [keys.session(uid, sessionId)]);
      return session && parseItem(SessionItem, session);
    },

    async touch({ uid, id }, seenAt) {
      await table.call('UpdateItem', {
        Key: keys.session(uid, id),
        UpdateExpression: 'SET lastSeenAt = :seenAt',
        // A session that was ended meanwhile must not come back as half a row.
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':seenAt': seenAt.toISOString() },
      });
    },

    async setSecondFactorAt({ uid, id }, at) {
      // A session that was ended in the same moment must not come back as half a row.
      const key = keys.session(uid, id);
      await table.commit([
        at
          ? update('row', key, { secondFactorAt: at.toISOString() })
          : update('row', key, {}, {}, ['secondFactorAt']),
      ]);
    },

    async remove(uid, sessionId) {
      await table.call('DeleteItem', { Key: keys.session(uid, sessionId) });
    },
  };
}
