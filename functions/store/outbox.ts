import { GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { Outbox, ServiceMail } from '../domain/mail/mail.ts';
import { canonical } from '../domain/members/canonical.ts';
import { fromItem, type Item, type Obstacle, type Table, toItem, transact } from './client.ts';
import { keys } from './keys.ts';

/** The one partition of the index `due`; a row leaves it when no work is left. */
const DUE = 'MAIL';

/** A service mail as rows: itself, and its one copy in the ledger. */
export function mailItems(mail: ServiceMail): Item[] {
  return [
    toItem({ ...keys.mail(mail.id), kind: 'service', ...mail, total: 1, attempt: 0, due: DUE }),
    toItem({ ...keys.recipient(mail.id, canonical(mail.to)), address: mail.to, state: 'pending' }),
  ];
}

const DueKey = z.object({ pk: z.string() });
const MailItem = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Gone when no work is left. */
  dueAt: z.optional(z.string()),
  attempt: z.number(),
});

const settings = (values: object) => ({
  expression: `SET ${Object.keys(values)
    .map((name) => `#${name} = :${name}`)
    .join(', ')}`,
  names: Object.fromEntries(Object.keys(values).map((name) => [`#${name}`, name])),
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
});

export function dynamoOutbox(table: Table): Outbox {
  /** Changes the mail's row and its copy's together, while nobody else has claimed it since `attempt`. */
  const change = (
    mail: { id: string; to: string; attempt: number },
    mailUpdate: string,
    mailValues: object,
    copy: object,
  ) => {
    const set = settings(copy);
    return transact(table, [
      {
        Update: {
          TableName: table.name,
          Key: toItem(keys.mail(mail.id)),
          UpdateExpression: mailUpdate,
          ConditionExpression: 'attempt = :seen AND attribute_exists(due)',
          ExpressionAttributeValues: toItem({ ':seen': mail.attempt, ...mailValues }),
        },
      },
      {
        Update: {
          TableName: table.name,
          Key: toItem(keys.recipient(mail.id, canonical(mail.to))),
          UpdateExpression: set.expression,
          ExpressionAttributeNames: set.names,
          ExpressionAttributeValues: toItem(set.values),
        },
      },
    ]);
  };
  const stands = (obstacles: Obstacle[]) => obstacles.length === 0;

  return {
    async due(now, limit) {
      const command = new QueryCommand({
        TableName: table.name,
        IndexName: 'due',
        KeyConditionExpression: 'due = :due AND dueAt <= :now',
        ExpressionAttributeValues: toItem({ ':due': DUE, ':now': now.toISOString() }),
        Limit: limit,
      });
      const { Items = [] } = await table.client.send(command);
      return Items.map((item) => fromItem(DueKey, item).pk.slice('MAIL#'.length));
    },

    async claim(id, now, leaseSeconds) {
      const read = new GetItemCommand({
        TableName: table.name,
        Key: toItem(keys.mail(id)),
        ConsistentRead: true,
      });
      const { Item } = await table.client.send(read);
      if (!Item) return undefined;
      const { dueAt, ...mail } = fromItem(MailItem, Item);
      if (dueAt === undefined || dueAt > now.toISOString()) return undefined;
      const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000).toISOString();
      const claimed = { ...mail, attempt: mail.attempt + 1, dueAt: leaseUntil };
      const obstacles = await change(
        mail,
        'SET attempt = attempt + :one, dueAt = :leaseUntil',
        { ':one': 1, ':leaseUntil': leaseUntil },
        { state: 'sending', leaseUntil, attempt: claimed.attempt },
      );
      return stands(obstacles) ? claimed : undefined;
    },

    async markSent(mail, messageId, now) {
      await change(mail, 'REMOVE due, dueAt', {}, { state: 'sent', messageId, settledAt: now.toISOString() });
    },

    async markFailed(mail, reason, now) {
      await change(mail, 'REMOVE due, dueAt', {}, { state: 'failed', reason, settledAt: now.toISOString() });
    },

    async release(mail, dueAt) {
      await change(mail, 'SET dueAt = :dueAt', { ':dueAt': dueAt.toISOString() }, { state: 'pending' });
    },
  };
}
