import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';
import { entryWrites } from '../../audit/repository.ts';
import { readMany } from '../../platform/table/read-many.ts';
import { queryAll, readRow } from '../../platform/table/reads.ts';
import { keys } from '../../platform/table/schema.ts';
import { itemKey, parseItem, type Table } from '../../platform/table/table.ts';
import { insert, put, update } from '../../platform/table/writes.ts';
import { enqueueWrites } from '../transactional/repository.ts';
import { type Campaign, deliveryStatus, emptyCounts } from './campaign.ts';
import {
  campaignOf,
  copyOf,
  DUE_CAMPAIGNS,
  deliveriesExpireAt,
  deliveriesQuery,
} from './campaign-items-repository.ts';
import type { Campaigns } from './campaigns.ts';

const Pointer = z.object({ id: z.string(), sk: z.string() });
const Once = z.object({ id: z.string(), at: z.string() });
/** Of a ledger that is sifted; about what one call of DynamoDB gives. */
const READ_AT_ONCE = 2500;

export function campaignsRepository(table: Table): Campaigns {
  const find = async (id: string): Promise<Campaign | undefined> => {
    const item = await readRow(table, keys.mail(id));
    return item && campaignOf(item);
  };

  return {
    find,

    async firstOf(once, sinceIso) {
      const item = await readRow(table, keys.campaignKey(once));
      const marker = item && parseItem(Once, item);
      return marker && marker.at >= sinceIso ? marker.id : undefined;
    },

    async add(campaign, { once, sinceIso, notices, entry }) {
      const { id, createdAt, resendOf, isTest } = campaign;
      const expiresAt = deliveriesExpireAt(campaign);
      const row = { ...keys.mail(id), kind: 'campaign', ...campaign, due: DUE_CAMPAIGNS, dueAt: createdAt };
      const marker = { ...keys.campaignKey(once), id, at: createdAt, expiresAt };
      const obstacles = await table.commit([
        {
          label: 'idempotency-key',
          write: (TableName) => ({
            Put: {
              TableName,
              Item: marker,
              ConditionExpression: 'attribute_not_exists(pk) OR #at < :since',
              ExpressionAttributeNames: { '#at': 'at' },
              ExpressionAttributeValues: { ':since': sinceIso },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          }),
        },
        insert('campaign', { ...row, expiresAt }),
        ...(isTest ? [] : [put('outbox', { ...keys.campaignListEntry(createdAt, id), id, expiresAt })]),
        ...(resendOf === undefined ? [] : [update('mail', keys.mail(resendOf), { resentAs: id })]),
        ...notices.flatMap(enqueueWrites),
        ...entryWrites(entry),
      ]);
      const [first] = obstacles;
      if (!first) return id;
      if (first.label === 'idempotency-key' && first.item) return parseItem(Once, first.item).id;
      throw new Error(`The mail ${id} is there already`);
    },

    async latest(limit, cursor) {
      const { Items = [], LastEvaluatedKey } = await table.call('Query', {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.campaignListEntry('', '').pk },
        ScanIndexForward: false,
        Limit: limit,
        ...(cursor !== undefined && {
          ExclusiveStartKey: { pk: keys.campaignListEntry('', '').pk, sk: cursor },
        }),
      });
      const ids = Items.map((item) => parseItem(Pointer, item).id);
      const rows = await readMany(table, ids.map(keys.mail));
      const items = ids.flatMap((id) => {
        const item = rows.get(keys.mail(id).pk);
        const campaign = item && campaignOf(item);
        return campaign ? [campaign] : [];
      });
      return { items, ...(LastEvaluatedKey && { next: itemKey(LastEvaluatedKey).sk }) };
    },

    async copies(campaign, { limit, cursor, state, search = '' }) {
      const prefix = canonicalize(search);
      const { pk, sk } = keys.delivery(campaign.id, prefix);
      const { Items = [], LastEvaluatedKey } = await table.call('Query', {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
        Limit: state === undefined ? limit : Math.max(limit, READ_AT_ONCE),
        // DynamoDB refuses a start outside of what is asked for.
        ...(cursor?.startsWith(prefix) && {
          ExclusiveStartKey: keys.delivery(campaign.id, cursor),
        }),
      });
      const read = Items.map(copyOf);
      const found = read.filter((copy) => state === undefined || deliveryStatus(copy, campaign) === state);
      const items = found.slice(0, limit);
      const last = found.length > limit ? items.at(-1) : LastEvaluatedKey && read.at(-1);
      return { items, ...(last && { next: last.place.slice('TO#'.length) }) };
    },

    async count(campaign) {
      const { KeyConditionExpression, values } = deliveriesQuery(campaign.id);
      const counts = emptyCounts();
      const rows = queryAll(table, { KeyConditionExpression, ExpressionAttributeValues: values });
      let written = 0;
      for await (const row of rows) {
        counts[deliveryStatus(copyOf(row), campaign)] += 1;
        written += 1;
      }
      // Copies that are not written down yet wait too; of a mail cancelled by then they never are.
      counts[campaign.state === 'cancelled' ? 'cancelled' : 'waiting'] += campaign.total - written;
      return counts;
    },

    async cancel({ id, state }, now, note, entry) {
      // What is under way is finished by the worker, which therefore still finds it.
      const isUnderWay = state === 'sending' || state === 'paused';
      const gone = isUnderWay ? [] : ['due', 'dueAt', 'owner'];
      const values = {
        state: 'cancelled',
        note,
        endedAt: now.toISOString(),
        ...(state === 'paused' && { due: DUE_CAMPAIGNS, dueAt: now.toISOString() }),
      };
      const obstacles = await table.commit([
        update('mail', keys.mail(id), values, { state }, gone),
        ...entryWrites(entry),
      ]);
      return obstacles.length === 0;
    },

    async hold({ id, state }, note, entry) {
      const obstacles = await table.commit([
        update('mail', keys.mail(id), { state: 'paused', note }, { state }),
        ...entryWrites(entry),
      ]);
      return obstacles.length === 0;
    },

    async resume({ id, state, finished, bounced, complained }, now, entry) {
      const values = {
        state: 'sending',
        due: DUE_CAMPAIGNS,
        dueAt: now.toISOString(),
        countsAtResume: { finished, bounced, complained },
      };
      const obstacles = await table.commit([
        update('mail', keys.mail(id), values, { state }, ['note', 'owner']),
        ...entryWrites(entry),
      ]);
      return obstacles.length === 0;
    },
  };
}
