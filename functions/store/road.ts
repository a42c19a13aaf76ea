import * as z from 'zod/mini';
import { type Campaign, settledOf } from '../domain/mail/campaign.ts';
import type { Road } from '../domain/mail/road.ts';
import { canonical } from '../domain/members/canonical.ts';
import { isConditionFailure } from './calls.ts';
import { campaignOf, copyOf, DUE_CAMPAIGNS, ledgerEnds, ledgerOf } from './campaign-items.ts';
import { fromItem, queryAll, type Table, toItem } from './client.ts';
import { keys } from './keys.ts';

const DueKey = z.object({ pk: z.string() });
const WRITES_AT_ONCE = 20;

export function dynamoRoad(table: Table): Road {
  /** One conditional write; false where its condition does not hold. */
  const write = async (
    key: object,
    expression: string,
    condition: string,
    values: object,
    names: Record<string, string>,
  ): Promise<boolean> => {
    try {
      await table.call('UpdateItem', {
        Key: toItem(key),
        UpdateExpression: expression,
        ConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: toItem(values),
      });
      return true;
    } catch (cause) {
      if (isConditionFailure(cause)) return false;
      throw cause;
    }
  };
  const OWNER = { '#owner': 'owner' };
  const STATE = { '#state': 'state' };

  const writeCopy = async (campaign: Campaign, { uid, address }: { uid: string; address: string }) => {
    const key = keys.recipient(campaign.id, canonical(address));
    const row = { ...key, address, uid, state: 'pending', times: {}, expiresAt: ledgerEnds(campaign) };
    try {
      await table.call('PutItem', {
        Item: toItem(row),
        // A worker that was away must not turn a copy back that has gone on since.
        ConditionExpression: 'attribute_not_exists(pk)',
      });
    } catch (cause) {
      if (!isConditionFailure(cause)) throw cause;
    }
  };

  return {
    async due(now, limit) {
      const { Items = [] } = await table.call('Query', {
        IndexName: 'due',
        KeyConditionExpression: 'due = :due AND dueAt <= :now',
        ExpressionAttributeValues: toItem({ ':due': DUE_CAMPAIGNS, ':now': now.toISOString() }),
        Limit: limit,
      });
      return Items.map((item) => fromItem(DueKey, item).pk.slice('MAIL#'.length));
    },

    async take(id, owner, now, leaseUntil) {
      try {
        const { Attributes } = await table.call('UpdateItem', {
          Key: toItem(keys.mail(id)),
          UpdateExpression: 'SET #owner = :owner, dueAt = :lease',
          ConditionExpression: 'due = :due AND dueAt <= :now',
          ExpressionAttributeNames: OWNER,
          ExpressionAttributeValues: toItem({
            ':owner': owner,
            ':lease': leaseUntil.toISOString(),
            ':due': DUE_CAMPAIGNS,
            ':now': now.toISOString(),
          }),
          ReturnValues: 'ALL_NEW',
        });
        return Attributes && campaignOf(Attributes);
      } catch (cause) {
        if (isConditionFailure(cause)) return undefined;
        throw cause;
      }
    },

    keep: (id, owner, leaseUntil) =>
      write(
        keys.mail(id),
        'SET dueAt = :lease',
        '#owner = :owner AND attribute_exists(due)',
        { ':owner': owner, ':lease': leaseUntil.toISOString() },
        OWNER,
      ),

    async leave(id, owner, dueAt) {
      await write(
        keys.mail(id),
        'SET dueAt = :dueAt REMOVE #owner',
        '#owner = :owner AND attribute_exists(due)',
        { ':owner': owner, ':dueAt': dueAt.toISOString() },
        OWNER,
      );
    },

    async end(id, owner, counts) {
      const { failed, unknown, suppressed } = counts;
      await write(
        keys.mail(id),
        'SET settled = :settled, failed = :failed, #unknown = :unknown, suppressed = :suppressed REMOVE due, dueAt, #owner',
        '#owner = :owner AND attribute_exists(due)',
        {
          ':owner': owner,
          ':settled': settledOf(counts),
          ':failed': failed,
          ':unknown': unknown,
          ':suppressed': suppressed,
        },
        { ...OWNER, '#unknown': 'unknown' },
      );
    },

    async writeCopies(campaign, recipients) {
      const left = [...recipients];
      const lanes = Array.from({ length: WRITES_AT_ONCE }, async () => {
        for (let each = left.pop(); each !== undefined; each = left.pop()) await writeCopy(campaign, each);
      });
      await Promise.all(lanes);
    },

    move: (id, owner, from, to, now, note) =>
      write(
        keys.mail(id),
        [
          'SET #state = :to',
          ...(note === undefined ? [] : ['note = :note']),
          ...(to === 'done' || to === 'cancelled' ? ['endedAt = :now'] : []),
          ...(to === 'done' ? ['settled = #total'] : []),
        ].join(', '),
        '#owner = :owner AND #state = :from',
        {
          ':owner': owner,
          ':from': from,
          ':to': to,
          ...(note !== undefined && { ':note': note }),
          ...((to === 'done' || to === 'cancelled') && { ':now': now.toISOString() }),
        },
        { ...OWNER, ...STATE, ...(to === 'done' && { '#total': 'total' }) },
      ),

    async after(id, cursor, limit) {
      const { KeyConditionExpression, values } = ledgerOf(id, cursor);
      const { Items = [] } = await table.call('Query', {
        KeyConditionExpression,
        ExpressionAttributeValues: toItem(values),
        ConsistentRead: true,
        Limit: limit,
      });
      return Items.map(copyOf);
    },

    claim: (id, owner, to, settled) =>
      write(
        keys.mail(id),
        'SET #cursor = :to, settled = :settled',
        '#owner = :owner AND #state = :sending',
        { ':owner': owner, ':to': to, ':settled': settled, ':sending': 'sending' },
        { ...OWNER, ...STATE, '#cursor': 'cursor' },
      ),

    async *ledger(id) {
      const { KeyConditionExpression, values } = ledgerOf(id);
      const ExpressionAttributeValues = toItem(values);
      for await (const row of queryAll(table, {
        KeyConditionExpression,
        ExpressionAttributeValues,
        ConsistentRead: true,
      }))
        yield copyOf(row);
    },

    settle: (id, place, from, to, now, { messageId, reason, leaseUntil } = {}) =>
      write(
        { pk: keys.mail(id).pk, sk: place },
        [
          'SET #state = :to, times.#to = :now',
          ...(messageId === undefined ? [] : ['messageId = :messageId']),
          ...(reason === undefined ? [] : ['reason = :reason']),
          ...(leaseUntil === undefined ? [] : ['leaseUntil = :lease']),
        ].join(', '),
        `#state IN (${from.map((_, index) => `:from${index}`).join(', ')})`,
        {
          ':to': to,
          ':now': now.toISOString(),
          ...Object.fromEntries(from.map((state, index) => [`:from${index}`, state])),
          ...(messageId !== undefined && { ':messageId': messageId }),
          ...(reason !== undefined && { ':reason': reason.slice(0, 300) }),
          ...(leaseUntil !== undefined && { ':lease': leaseUntil.toISOString() }),
        },
        { ...STATE, '#to': to },
      ),
  };
}
