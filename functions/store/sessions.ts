import {
  BatchGetItemCommand,
  DeleteItemCommand,
  PutItemCommand,
  paginateQuery,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { Session, Sessions } from '../domain/sessions/session.ts';
import { fromItem, seconds, type Table, toItem } from './client.ts';
import { keys } from './keys.ts';
import { MemberItem } from './members.ts';

const SessionItem: z.ZodMiniType<Session> = z.object({
  uid: z.string(),
  id: z.string(),
  epoch: z.number(),
  remembered: z.boolean(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  browser: z._default(z.string(), ''),
  network: z._default(z.string(), ''),
});
const SortKey = z.object({ sk: z.string() });

/** Rows are cleaned a day after the longest life that a session can have. */
const KEEP_SECONDS = 31 * 86_400;

export function dynamoSessions(table: Table): Sessions {
  return {
    async of(uid) {
      const { pk, sk } = keys.session(uid, '');
      const pages = paginateQuery(
        { client: table.client },
        {
          TableName: table.name,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
          ExpressionAttributeValues: toItem({ ':pk': pk, ':sk': sk }),
        },
      );
      const items = [];
      for await (const { Items = [] } of pages) items.push(...Items);
      return items.map((item) => fromItem(SessionItem, item));
    },

    async add(session) {
      const expiresAt = seconds(new Date(session.signedInAt)) + KEEP_SECONDS;
      const Item = toItem({ ...keys.session(session.uid, session.id), ...session, expiresAt });
      await table.client.send(new PutItemCommand({ TableName: table.name, Item }));
    },

    async findWithMember(uid, sessionId) {
      const Keys = [keys.session(uid, sessionId), keys.member(uid)].map(toItem);
      const command = new BatchGetItemCommand({
        RequestItems: { [table.name]: { Keys, ConsistentRead: true } },
      });
      const { Responses, UnprocessedKeys } = await table.client.send(command);
      if (UnprocessedKeys?.[table.name]) throw new Error('The table is too busy to read a session');
      const items = Responses?.[table.name] ?? [];
      const memberItem = items.find((item) => fromItem(SortKey, item).sk === 'PROFILE');
      const sessionItem = items.find((item) => item !== memberItem);
      if (!memberItem || !sessionItem) return undefined;
      return { session: fromItem(SessionItem, sessionItem), member: fromItem(MemberItem, memberItem) };
    },

    async touch({ uid, id }, seenAt) {
      const command = new UpdateItemCommand({
        TableName: table.name,
        Key: toItem(keys.session(uid, id)),
        UpdateExpression: 'SET lastSeenAt = :seenAt',
        // A session that was ended meanwhile must not come back as half a row.
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: toItem({ ':seenAt': seenAt.toISOString() }),
      });
      await table.client.send(command);
    },

    async remove(uid, sessionId) {
      const Key = toItem(keys.session(uid, sessionId));
      await table.client.send(new DeleteItemCommand({ TableName: table.name, Key }));
    },
  };
}
