import * as z from 'zod/mini';
import { everyItem, type Page } from '#shared/paging';
import type { WithTable } from '../../platform/context.ts';
import { findRow, queryDue, readRow, readRows } from '../../platform/table/rows.ts';
import { type CampaignList, keys, mailIdOf } from '../../platform/table/schema.ts';
import { type FailedCondition, type Item, parseItem, type TableWrite } from '../../platform/table/table.ts';
import { insert, put, update, updateIf, updateReturning } from '../../platform/table/writes.ts';
import { parseSenderRow, type SenderRow } from '../transactional/send-pace.ts';
import {
  Campaign,
  type CampaignProgress,
  type CountChanges,
  campaignCounts,
  countFinished,
  type DeliveryCounts,
  mailExpiresAt,
} from './campaign.ts';

/** The partition of the index `due` for campaigns; transactional mail has its own. */
const DUE = 'CAMPAIGN';

const Kind = z.object({ kind: z.string() });
const ListEntry = z.object({ id: z.string(), sk: z.string() });
const IdempotencyMark = z.object({ id: z.string(), at: z.string() });

/** Undefined for the row of a transactional mail. */
const parseCampaign = (item: Item): Campaign | undefined =>
  parseItem(Kind, item).kind === 'campaign' ? parseItem(Campaign, item) : undefined;

const CAMPAIGNS_AT_ONCE = 100;

const SHOWN_LISTS: readonly CampaignList[] = ['current', 'archived'];

/** The newest entries of a list, of those that are older than the cursor. */
async function listEntries(
  context: WithTable,
  list: CampaignList,
  limit: number,
  cursor: string | undefined,
) {
  const { pk } = keys.campaignListEntry('', '', list);
  const { Items = [] } = await context.table.call('Query', {
    KeyConditionExpression: cursor === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :cursor',
    ExpressionAttributeValues: { ':pk': pk, ':cursor': cursor },
    ScanIndexForward: false,
    Limit: limit,
  });
  return Items.map((item) => parseItem(ListEntry, item));
}

/** Those of the lists together, newest first. */
export async function listCampaigns(
  context: WithTable,
  limit: number,
  cursor?: string,
  lists: readonly CampaignList[] = SHOWN_LISTS,
): Promise<Page<Campaign>> {
  // The entry after the page says whether there is another one.
  const found = await Promise.all(lists.map((list) => listEntries(context, list, limit + 1, cursor)));
  const entries = found.flat().toSorted((one, other) => (one.sk < other.sk ? 1 : -1));
  const shown = entries.slice(0, limit);
  const rows = await readRows(
    context.table,
    shown.map(({ id }) => keys.mail(id)),
  );
  const items = rows.flatMap((row) => (row && parseCampaign(row)) ?? []);
  return { items, ...(entries.length > limit && { next: shown.at(-1)?.sk }) };
}

/** False where the row no longer has the expected values. */
const changeCampaign = async (
  context: WithTable,
  id: string,
  values: Partial<Campaign>,
  expected: Partial<Campaign>,
  removed: readonly string[] = [],
): Promise<boolean> =>
  (await context.table.commit([update('campaign', keys.mail(id), values, expected, removed)])).length === 0;

export async function findCampaign(context: WithTable, id: string): Promise<Campaign | undefined> {
  const item = await readRow(context.table, keys.mail(id));
  return item && parseCampaign(item);
}

/** Of all lists, tests included. */
export const everyCampaign = (context: WithTable): AsyncGenerator<Campaign, void> =>
  everyItem((cursor) => listCampaigns(context, CAMPAIGNS_AT_ONCE, cursor, [...SHOWN_LISTS, 'tests']));

/** The id of the campaign that was created with this key since then. */
export async function findCampaignByIdempotencyKey(
  context: WithTable,
  key: string,
  sinceIso: string,
): Promise<string | undefined> {
  const mark = await findRow(context.table, keys.campaignKey(key), IdempotencyMark);
  return mark && mark.at >= sinceIso ? mark.id : undefined;
}

/** Labels `idempotency-key`, which fails where the key was used since then, `campaign`, `campaign-list`. */
export function createCampaignWrites(
  campaign: Campaign,
  { idempotencyKey, sinceIso }: { idempotencyKey: string; sinceIso: string },
): TableWrite[] {
  const { id, createdAt, isTest } = campaign;
  const kept = { id, expiresAt: mailExpiresAt(campaign) };
  const row = { ...keys.mail(id), kind: 'campaign', ...campaign, due: DUE, dueAt: campaign.sendAt };
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
    put('campaign-list', {
      ...keys.campaignListEntry(createdAt, id, isTest ? 'tests' : 'current'),
      ...kept,
    }),
  ];
}

/** The id of the created campaign or, after a double submit, of the first one. */
export function createCampaignResult([first]: readonly FailedCondition[], { id }: Campaign): string {
  if (!first) return id;
  if (first.label === 'idempotency-key' && first.item) return parseItem(IdempotencyMark, first.item).id;
  throw new Error(`The campaign ${id} exists already`);
}

/** The campaign stays due until every delivery that was being sent has an outcome. Label `campaign`. */
export function cancelCampaignWrite({ id, state }: Campaign, now: Date, note: string): TableWrite {
  const values = { state: 'cancelled', note, endedAt: now.toISOString() };
  return update('campaign', keys.mail(id), { ...values, due: DUE, dueAt: now.toISOString() }, { state });
}

/** Label `campaign`. */
export const pauseCampaignWrite = ({ id, state }: Campaign, note: string): TableWrite =>
  update('campaign', keys.mail(id), { state: 'paused', note }, { state });

/** All that waits is sent from here on. Label `campaign`. */
export function resumeCampaignWrite(
  { id, state, finished, bounced, complained }: Campaign,
  now: Date,
): TableWrite {
  const values = {
    state: 'sending',
    due: DUE,
    dueAt: now.toISOString(),
    countsAtResume: { finished, bounced, complained },
  };
  return update('campaign', keys.mail(id), values, { state }, ['note', 'rejectedInRow', 'inDoubtInRow']);
}

/** Ids of campaigns that are due, the longest waiting first. */
export async function listDueCampaigns(context: WithTable, now: Date, limit: number): Promise<string[]> {
  return (await queryDue(context.table, DUE, limit, now)).map(mailIdOf);
}

/** Whether it has work left now. */
export const isCampaignDue = ({ due, dueAt }: Campaign, now: Date): boolean =>
  due !== undefined && dueAt !== undefined && dueAt <= now.toISOString();

/** From here on its deliveries are sent. False if it was stopped. */
export const beginCampaign = (context: WithTable, { id, state }: Campaign): Promise<boolean> =>
  changeCampaign(context, id, { state: 'sending' }, { state });

/** All its deliveries are in the table. False if they were before. */
export const markCampaignWritten = (context: WithTable, id: string): Promise<boolean> =>
  changeCampaign(context, id, { isWritten: true }, { isWritten: undefined });

/** A campaign and the sender's row as they are now, in one call. */
export async function readBeforeSending(
  context: WithTable,
  id: string,
): Promise<{ campaign: Campaign | undefined; sender: SenderRow }> {
  const [campaign, sender] = await readRows(context.table, [keys.mail(id), keys.mailSender]);
  return { campaign: campaign && parseCampaign(campaign), sender: parseSenderRow(sender) };
}

/** There is nothing to do until then. False if its state has changed. */
export const postponeCampaign = (
  context: WithTable,
  { id, state }: Campaign,
  dueAt: Date,
): Promise<boolean> => changeCampaign(context, id, { dueAt: dueAt.toISOString() }, { state });

/**
 * Nothing is left to do until somebody changes its state. If all deliveries are finished, it is done, also where it was
 * paused after the last of them had left. False if its state has changed, or an event has changed the counts.
 */
export function completeCampaign(
  context: WithTable,
  { id, state, total, bounced, complained, failed, unknown }: Campaign,
  now: Date,
  counts: DeliveryCounts,
): Promise<boolean> {
  const isDone = state !== 'cancelled' && countFinished(counts) === total;
  return changeCampaign(
    context,
    id,
    { ...campaignCounts(counts), ...(isDone && { state: 'done', endedAt: now.toISOString() }) },
    { state, bounced, complained, failed, unknown },
    ['due', 'dueAt', ...(isDone ? ['note'] : [])],
  );
}

/** The campaign with what was sent since the last time. Nobody else writes the streaks. */
export async function recordProgress(
  context: WithTable,
  id: string,
  { finished, rejectedInRow, inDoubtInRow }: CampaignProgress,
): Promise<Campaign | undefined> {
  const counted = await updateReturning(context.table, keys.mail(id), {
    onlyIf: 'attribute_exists(pk)',
    update: 'SET rejectedInRow = :rejected, inDoubtInRow = :inDoubt ADD finished :finished',
    values: { ':finished': finished, ':rejected': rejectedInRow, ':inDoubt': inDoubtInRow },
  });
  return counted && parseCampaign(counted);
}

/** The campaign with the changed counts; undefined for a transactional mail. */
export async function addCampaignCounts(
  context: WithTable,
  id: string,
  changes: CountChanges,
): Promise<Campaign | undefined> {
  const counted = await updateReturning(context.table, keys.mail(id), {
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
}

/**
 * False where the campaign is not being sent. A paused one may be resumed. No transaction: events count on the same row
 * meanwhile, and DynamoDB would reject their updates.
 */
export function stopCampaign(
  context: WithTable,
  id: string,
  to: 'paused' | 'cancelled',
  note: string,
  now: Date,
): Promise<boolean> {
  const isOver = to === 'cancelled';
  return updateIf(context.table, keys.mail(id), {
    onlyIf: '#state IN (:scheduled, :sending)',
    update: `SET #state = :to, note = :note${isOver ? ', endedAt = :now' : ''}`,
    values: {
      ':scheduled': 'scheduled',
      ':sending': 'sending',
      ':to': to,
      ':note': note,
      ':now': isOver ? now.toISOString() : undefined,
    },
    names: { '#state': 'state' },
  });
}
