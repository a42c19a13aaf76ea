import * as z from 'zod/mini';
import { CAMPAIGN_STATES, type CampaignState } from '#shared/choices';
import { mailRetentionDays } from '#shared/mail-limits';
import type { Page } from '#shared/paging';
import { readMany } from '../../platform/table/read-many.ts';
import { queryDue, readRow } from '../../platform/table/reads.ts';
import { keys } from '../../platform/table/schema.ts';
import type { TableWrite } from '../../platform/table/table.ts';
import {
  type FailedCondition,
  type Item,
  itemKey,
  parseItem,
  seconds,
  type Table,
} from '../../platform/table/table.ts';
import { insert, put, update, updateIf, updateReturning } from '../../platform/table/writes.ts';
import { type Campaign, type CountChanges, countFinished, type DeliveryCounts } from './campaign.ts';

/** The partition of the index `due` for campaigns; transactional mail has its own. */
const DUE = 'CAMPAIGN';

/** Campaigns and their deliveries are stored for 13 months. */
const expiresAt = ({ sendAt }: Pick<Campaign, 'sendAt'>): number =>
  seconds(new Date(sendAt)) + mailRetentionDays.longest * 86_400;

const CampaignItem: z.ZodMiniType<Campaign> = z.object({
  id: z.string(),
  subject: z.string(),
  senderUid: z.string(),
  senderName: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  createdAt: z.string(),
  sendAt: z.string(),
  endedAt: z.optional(z.string()),
  total: z.number(),
  finished: z.number(),
  bounced: z.number(),
  complained: z.number(),
  failed: z.optional(z.number()),
  unknown: z.optional(z.number()),
  suppressed: z.optional(z.number()),
  countsAtResume: z.optional(z.object({ finished: z.number(), bounced: z.number(), complained: z.number() })),
  attachments: z.array(z.object({ name: z.string(), size: z.number() })),
  note: z.optional(z.string()),
  resendOf: z.optional(z.string()),
  resentAs: z.optional(z.string()),
  isTest: z.optional(z.boolean()),
  cursor: z.optional(z.string()),
});
const Kind = z.object({ kind: z.string() });
const ListEntry = z.object({ id: z.string(), sk: z.string() });
const IdempotencyMark = z.object({ id: z.string(), at: z.string() });

/** Undefined for the row of a transactional mail. */
const parseCampaign = (item: Item): Campaign | undefined =>
  parseItem(Kind, item).kind === 'campaign' ? parseItem(CampaignItem, item) : undefined;

const OWNER = { '#owner': 'owner' };
const STATE = { '#state': 'state' };

export type Campaigns = ReturnType<typeof campaignsRepository>;

/** The worker's part: one worker at a time holds the lease, `owner` names it, and every write requires it. */
export type CampaignQueue = Pick<
  Campaigns,
  'listDue' | 'acquireLease' | 'renewLease' | 'releaseLease' | 'transition' | 'claimUpTo' | 'complete'
>;

export function campaignsRepository(table: Table) {
  return {
    async findCampaign(id: string): Promise<Campaign | undefined> {
      const item = await readRow(table, keys.mail(id));
      return item && parseCampaign(item);
    },

    /** Newest first. */
    async listCampaigns(limit: number, cursor?: string): Promise<Page<Campaign>> {
      const { pk } = keys.campaignListEntry('', '');
      const { Items = [], LastEvaluatedKey } = await table.call('Query', {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ScanIndexForward: false,
        Limit: limit,
        ...(cursor !== undefined && { ExclusiveStartKey: { pk, sk: cursor } }),
      });
      const ids = Items.map((item) => parseItem(ListEntry, item).id);
      const rows = await readMany(table, ids.map(keys.mail));
      const items = ids.flatMap((id) => {
        const item = rows.get(keys.mail(id).pk);
        const campaign = item && parseCampaign(item);
        return campaign ? [campaign] : [];
      });
      return { items, ...(LastEvaluatedKey && { next: itemKey(LastEvaluatedKey).sk }) };
    },

    /** The id of the campaign that was created with this key since then. */
    async findByIdempotencyKey(key: string, sinceIso: string): Promise<string | undefined> {
      const item = await readRow(table, keys.campaignKey(key));
      const mark = item && parseItem(IdempotencyMark, item);
      return mark && mark.at >= sinceIso ? mark.id : undefined;
    },

    /** Labels `idempotency-key`, which fails where the key was used since then, `campaign`, `campaign-list`, `original`. */
    createWrites(
      campaign: Campaign,
      { idempotencyKey, sinceIso }: { idempotencyKey: string; sinceIso: string },
    ): TableWrite[] {
      const { id, createdAt, resendOf, isTest } = campaign;
      const kept = { id, expiresAt: expiresAt(campaign) };
      const row = { ...keys.mail(id), kind: 'campaign', ...campaign, due: DUE, dueAt: createdAt };
      return [
        {
          label: 'idempotency-key',
          write: (TableName) => ({
            Put: {
              TableName,
              Item: { ...keys.campaignKey(idempotencyKey), ...kept, at: createdAt },
              ConditionExpression: 'attribute_not_exists(pk) OR #at < :since',
              ExpressionAttributeNames: { '#at': 'at' },
              ExpressionAttributeValues: { ':since': sinceIso },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          }),
        },
        insert('campaign', { ...row, ...kept }),
        ...(isTest ? [] : [put('campaign-list', { ...keys.campaignListEntry(createdAt, id), ...kept })]),
        ...(resendOf === undefined ? [] : [update('original', keys.mail(resendOf), { resentAs: id })]),
      ];
    },

    /** The id of the created campaign or, after a double submit, of the first one. */
    createResult([first]: readonly FailedCondition[], { id }: Campaign): string {
      if (!first) return id;
      if (first.label === 'idempotency-key' && first.item) return parseItem(IdempotencyMark, first.item).id;
      throw new Error(`The campaign ${id} exists already`);
    },

    /** The worker still finds a cancelled campaign, to finish its deliveries in flight. Label `campaign`. */
    cancelWrite({ id, state }: Campaign, now: Date, note: string): TableWrite {
      const isInFlight = state === 'sending' || state === 'paused';
      const removed = isInFlight ? [] : ['due', 'dueAt', 'owner'];
      const values = {
        state: 'cancelled',
        note,
        endedAt: now.toISOString(),
        ...(state === 'paused' && { due: DUE, dueAt: now.toISOString() }),
      };
      return update('campaign', keys.mail(id), values, { state }, removed);
    },

    /** Label `campaign`. */
    pauseWrite: ({ id, state }: Campaign, note: string): TableWrite =>
      update('campaign', keys.mail(id), { state: 'paused', note }, { state }),

    /** Label `campaign`. */
    resumeWrite({ id, state, finished, bounced, complained }: Campaign, now: Date): TableWrite {
      const values = {
        state: 'sending',
        due: DUE,
        dueAt: now.toISOString(),
        countsAtResume: { finished, bounced, complained },
      };
      return update('campaign', keys.mail(id), values, { state }, ['note', 'owner']);
    },

    /** Ids of campaigns with work left that are due, the longest waiting first. */
    async listDue(now: Date, limit: number): Promise<string[]> {
      const due = await queryDue(table, DUE, limit, now);
      return due.map(({ pk }) => pk.slice('MAIL#'.length));
    },

    /** Undefined if another worker has the lease or no work is left. */
    async acquireLease(
      id: string,
      owner: string,
      now: Date,
      leaseUntil: Date,
    ): Promise<Campaign | undefined> {
      const leased = await updateReturning(table, keys.mail(id), {
        onlyIf: 'due = :due AND dueAt <= :now',
        update: 'SET #owner = :owner, dueAt = :lease',
        values: {
          ':due': DUE,
          ':now': now.toISOString(),
          ':owner': owner,
          ':lease': leaseUntil.toISOString(),
        },
        names: OWNER,
      });
      return leased && parseCampaign(leased);
    },

    /** False if the worker has lost the lease. */
    renewLease: (id: string, owner: string, leaseUntil: Date): Promise<boolean> =>
      updateIf(table, keys.mail(id), {
        onlyIf: '#owner = :owner AND attribute_exists(due)',
        update: 'SET dueAt = :lease',
        values: { ':owner': owner, ':lease': leaseUntil.toISOString() },
        names: OWNER,
      }),

    /** Makes the campaign due again at `dueAt`. */
    async releaseLease(id: string, owner: string, dueAt: Date): Promise<void> {
      await updateIf(table, keys.mail(id), {
        onlyIf: '#owner = :owner AND attribute_exists(due)',
        update: 'SET dueAt = :dueAt REMOVE #owner',
        values: { ':owner': owner, ':dueAt': dueAt.toISOString() },
        names: OWNER,
      });
    },

    /** False if the campaign was stopped in the meantime. */
    transition(
      id: string,
      owner: string,
      from: CampaignState,
      to: CampaignState,
      now: Date,
      note?: string,
    ): Promise<boolean> {
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

    /** Claims all deliveries up to the sort key in one write; false if the campaign was stopped or taken over. */
    claimUpTo: (id: string, owner: string, sortKey: string, finished: number): Promise<boolean> =>
      updateIf(table, keys.mail(id), {
        onlyIf: '#owner = :owner AND #state = :sending',
        update: 'SET #cursor = :to, finished = :finished',
        values: { ':owner': owner, ':sending': 'sending', ':to': sortKey, ':finished': finished },
        names: { ...OWNER, ...STATE, '#cursor': 'cursor' },
      }),

    /** Marks the campaign as done, so that it is never due again. */
    async complete(id: string, owner: string, counts: DeliveryCounts): Promise<void> {
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

    /** The campaign with the changed counts; undefined for a transactional mail. */
    async addCounts(id: string, changes: CountChanges): Promise<Campaign | undefined> {
      const counted = await updateReturning(table, keys.mail(id), {
        onlyIf: 'kind = :campaign',
        update: 'ADD bounced :bounced, complained :complained, failed :failed, #unknown :unknown',
        values: {
          ':campaign': 'campaign',
          ':bounced': changes.bounced,
          ':complained': changes.complained,
          ':failed': changes.failed,
          ':unknown': changes.unknown,
        },
        names: { '#unknown': 'unknown' },
      });
      return counted && parseCampaign(counted);
    },

    /** False where the campaign is not being sent. An administrator may resume it. */
    pauseAutomatically: (id: string, note: string): Promise<boolean> =>
      updateIf(table, keys.mail(id), {
        onlyIf: '#state = :sending',
        update: 'SET #state = :paused, note = :note',
        values: { ':sending': 'sending', ':paused': 'paused', ':note': note },
        names: STATE,
      }),
  };
}
