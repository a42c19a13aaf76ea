import { canonicalize } from '#shared/text';
import { queryAll, queryDue } from '../../platform/table/reads.ts';
import { keys } from '../../platform/table/schema.ts';
import type { Table } from '../../platform/table/table.ts';
import { insertIfAbsent, updateIf, updateReturning } from '../../platform/table/writes.ts';
import { type Campaign, countFinished } from './campaign.ts';
import {
  campaignOf,
  copyOf,
  DUE_CAMPAIGNS,
  deliveriesExpireAt,
  deliveriesQuery,
} from './campaign-items-repository.ts';
import type { Road } from './campaign-queue.ts';

const WRITES_AT_ONCE = 20;

export function dynamoRoad(table: Table): Road {
  const OWNER = { '#owner': 'owner' };
  const STATE = { '#state': 'state' };

  const writeCopy = async (campaign: Campaign, { uid, address }: { uid: string; address: string }) => {
    const key = keys.delivery(campaign.id, canonicalize(address));
    const row = {
      ...key,
      address,
      uid,
      state: 'pending',
      times: {},
      expiresAt: deliveriesExpireAt(campaign),
    };
    // A worker that was away must not turn a copy back that has gone on since.
    await insertIfAbsent(table, row);
  };

  return {
    async due(now, limit) {
      const places = await queryDue(table, DUE_CAMPAIGNS, limit, now);
      return places.map(({ pk }) => pk.slice('MAIL#'.length));
    },

    async take(id, owner, now, leaseUntil) {
      const taken = await updateReturning(table, keys.mail(id), {
        onlyIf: 'due = :due AND dueAt <= :now',
        update: 'SET #owner = :owner, dueAt = :lease',
        values: {
          ':due': DUE_CAMPAIGNS,
          ':now': now.toISOString(),
          ':owner': owner,
          ':lease': leaseUntil.toISOString(),
        },
        names: OWNER,
      });
      return taken && campaignOf(taken);
    },

    keep: (id, owner, leaseUntil) =>
      updateIf(table, keys.mail(id), {
        onlyIf: '#owner = :owner AND attribute_exists(due)',
        update: 'SET dueAt = :lease',
        values: { ':owner': owner, ':lease': leaseUntil.toISOString() },
        names: OWNER,
      }),

    async leave(id, owner, dueAt) {
      await updateIf(table, keys.mail(id), {
        onlyIf: '#owner = :owner AND attribute_exists(due)',
        update: 'SET dueAt = :dueAt REMOVE #owner',
        values: { ':owner': owner, ':dueAt': dueAt.toISOString() },
        names: OWNER,
      });
    },

    async end(id, owner, counts) {
      await updateIf(table, keys.mail(id), {
        onlyIf: '#owner = :owner AND attribute_exists(due)',
        update:
          'SET finished = :finished, failed = :failed, #unknown = :unknown, suppressed = :suppressed REMOVE due, dueAt, #owner',
        values: {
          ':owner': owner,
          ':finished': countFinished(counts),
          ':failed': counts.failed,
          ':unknown': counts.unknown,
          ':suppressed': counts.suppressed,
        },
        names: { ...OWNER, '#unknown': 'unknown' },
      });
    },

    async insertDeliveries(campaign, recipients) {
      const left = [...recipients];
      const lanes = Array.from({ length: WRITES_AT_ONCE }, async () => {
        for (let each = left.pop(); each !== undefined; each = left.pop()) await writeCopy(campaign, each);
      });
      await Promise.all(lanes);
    },

    move(id, owner, from, to, now, note) {
      const isOver = to === 'done' || to === 'cancelled';
      const sets = [
        '#state = :to',
        ...(note === undefined ? [] : ['note = :note']),
        ...(isOver ? ['endedAt = :now'] : []),
        ...(to === 'done' ? ['finished = #total'] : []),
      ];
      return updateIf(table, keys.mail(id), {
        onlyIf: '#owner = :owner AND #state = :from',
        update: `SET ${sets.join(', ')}`,
        values: {
          ':owner': owner,
          ':from': from,
          ':to': to,
          ':note': note,
          ':now': isOver ? now.toISOString() : undefined,
        },
        names: { ...OWNER, ...STATE, ...(to === 'done' && { '#total': 'total' }) },
      });
    },

    async after(id, cursor, limit) {
      const { KeyConditionExpression, values } = deliveriesQuery(id, cursor);
      const { Items = [] } = await table.call('Query', {
        KeyConditionExpression,
        ExpressionAttributeValues: values,
        ConsistentRead: true,
        Limit: limit,
      });
      return Items.map(copyOf);
    },

    claim: (id, owner, to, finished) =>
      updateIf(table, keys.mail(id), {
        onlyIf: '#owner = :owner AND #state = :sending',
        update: 'SET #cursor = :to, finished = :finished',
        values: { ':owner': owner, ':sending': 'sending', ':to': to, ':finished': finished },
        names: { ...OWNER, ...STATE, '#cursor': 'cursor' },
      }),

    async *ledger(id) {
      const { KeyConditionExpression, values } = deliveriesQuery(id);
      const ExpressionAttributeValues = values;
      for await (const row of queryAll(table, {
        KeyConditionExpression,
        ExpressionAttributeValues,
        ConsistentRead: true,
      }))
        yield copyOf(row);
    },

    settle(id, place, from, to, now, { messageId, reason, leaseUntil } = {}) {
      const sets = [
        '#state = :to, times.#to = :now',
        ...(messageId === undefined ? [] : ['messageId = :messageId']),
        ...(reason === undefined ? [] : ['reason = :reason']),
        ...(leaseUntil === undefined ? [] : ['leaseUntil = :lease']),
      ];
      return updateIf(
        table,
        { pk: keys.mail(id).pk, sk: place },
        {
          onlyIf: `#state IN (${from.map((_, index) => `:from${index}`).join(', ')})`,
          update: `SET ${sets.join(', ')}`,
          values: {
            ...Object.fromEntries(from.map((state, index) => [`:from${index}`, state])),
            ':to': to,
            ':now': now.toISOString(),
            ':messageId': messageId,
            ':reason': reason?.slice(0, 300),
            ':lease': leaseUntil?.toISOString(),
          },
          names: { ...STATE, '#to': to },
        },
      );
    },
  };
}
