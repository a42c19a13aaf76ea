import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { s3Prefixes } from '#shared/deployment';
import { everyItem, type Page } from '#shared/paging';
import type { Context, WithTable } from '../../platform/context.ts';
import { findRow, queryDue, readRow, readRows } from '../../platform/table/rows.ts';
import { type CampaignList, keys, mailIdOf } from '../../platform/table/schema.ts';
import { type Item, parseItem, type TableWrite } from '../../platform/table/table.ts';
import { insert, put, update, updateIf, updateReturning } from '../../platform/table/writes.ts';
import { parseSenderRow, type SenderRow } from '../transactional/send-pace.ts';
import { Campaign, type CampaignProgress, mailExpiresAt } from './campaign.ts';

/** The partition of the index `due` for campaigns; transactional mail has its own. */
const DUE = 'CAMPAIGN';

/** On the row of a campaign that has something to do from then on. */
export const dueFrom = (dueAt: string) => ({ due: DUE, dueAt });

const Kind = z.object({ kind: z.string() });
const ListEntry = z.object({ id: z.string(), sk: z.string() });
const IdempotencyRow = z.object({ id: z.string(), at: z.string() });

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

export async function findCampaign(context: WithTable, id: string): Promise<Campaign | undefined> {
  const item = await readRow(context.table, keys.mail(id));
  return item && parseCampaign(item);
}

/** Of all lists, tests included. */
export const everyCampaign = (context: WithTable): AsyncGenerator<Campaign, void> =>
  everyItem((cursor) => listCampaigns(context, CAMPAIGNS_AT_ONCE, cursor, [...SHOWN_LISTS, 'tests']));

/** By what a double submit is recognised: the same key since then. */
export interface IdempotencyMark {
  idempotencyKey: string;
  sinceIso: string;
}

/** The id of the campaign that was created with this key since then. */
export async function findFirstSubmit(
  context: WithTable,
  { idempotencyKey, sinceIso }: IdempotencyMark,
): Promise<string | undefined> {
  const row = await findRow(context.table, keys.campaignKey(idempotencyKey), IdempotencyRow);
  return row && row.at >= sinceIso ? row.id : undefined;
}

/** Labels `idempotency-key`, which fails where the key was used since then, `campaign`, `campaign-list`. */
export function createCampaignWrites(
  campaign: Campaign,
  { idempotencyKey, sinceIso }: IdempotencyMark,
): TableWrite[] {
  const { id, createdAt, sendAt, isTest } = campaign;
  const kept = { id, expiresAt: mailExpiresAt(campaign) };
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
        },
      }),
    },
    insert('campaign', { ...keys.mail(id), kind: 'campaign', ...campaign, ...dueFrom(sendAt), ...kept }),
    put('campaign-list', {
      ...keys.campaignListEntry(createdAt, id, isTest ? 'tests' : 'current'),
      ...kept,
    }),
  ];
}

/** Ids of campaigns that are due, the longest waiting first. */
export async function listDueCampaigns(context: WithTable, now: Date, limit: number): Promise<string[]> {
  return (await queryDue(context.table, DUE, limit, now)).map(mailIdOf);
}

/** False where the row no longer has the expected values, of which undefined is absent. */
export const updateCampaign = async (
  context: WithTable,
  id: string,
  values: Partial<Campaign>,
  expected: Partial<Campaign>,
  removed: readonly (keyof Campaign)[] = [],
): Promise<boolean> =>
  (await context.table.commit([update('campaign', keys.mail(id), values, expected, removed)])).length === 0;

/** A campaign and the sender's row as they are now, in one call. */
export async function readBeforeSending(
  context: WithTable,
  id: string,
): Promise<{ campaign: Campaign | undefined; sender: SenderRow }> {
  const [campaign, sender] = await readRows(context.table, [keys.mail(id), keys.mailSender]);
  return { campaign: campaign && parseCampaign(campaign), sender: parseSenderRow(sender) };
}

/**
 * The campaign with what was sent since the last time; undefined where another run has ended it, by the states of its
 * deliveries. Nobody else writes the streaks.
 */
export async function recordProgress(
  context: WithTable,
  id: string,
  { finished, rejectedInRow, inDoubtInRow }: CampaignProgress,
): Promise<Campaign | undefined> {
  const counted = await updateReturning(context.table, keys.mail(id), {
    onlyIf: 'attribute_exists(due)',
    update: 'SET rejectedInRow = :rejected, inDoubtInRow = :inDoubt ADD finished :finished',
    values: { ':finished': finished, ':rejected': rejectedInRow, ':inDoubt': inDoubtInRow },
  });
  return counted && parseCampaign(counted);
}

/** The campaign with what an event of SES adds, negative for what is no longer so; undefined for a transactional mail. */
export async function addCampaignCounts(
  context: WithTable,
  id: string,
  changes: Readonly<Record<'bounced' | 'complained' | 'failed' | 'unknown', number>>,
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
  { table, now }: Pick<Context, 'table' | 'now'>,
  id: string,
  to: 'paused' | 'cancelled',
  note: string,
): Promise<boolean> {
  const isOver = to === 'cancelled';
  return updateIf(table, keys.mail(id), {
    onlyIf: '#state IN (:scheduled, :sending)',
    update: `SET #state = :to, note = :note${isOver ? ', endedAt = :now' : ''}`,
    values: {
      ':scheduled': 'scheduled',
      ':sending': 'sending',
      ':to': to,
      ':note': note,
      ':now': isOver ? now().toISOString() : undefined,
    },
    names: { '#state': 'state' },
  });
}

const StoredAttachment = z.object({
  name: z.string(),
  contentType: z.string(),
  size: z.number(),
  /** The S3 key of its bytes. */
  key: z.string(),
});

/** The content of a campaign. It and its attachments are files: 10,000 recipients do not fit in a row. */
const MessageContent = z.object({
  subject: z.string(),
  /** Sanitized, with its merge fields. */
  html: z.string(),
  text: z.string(),
  recipients: z.array(z.object({ uid: z.string(), address: z.string() })),
  attachments: z.array(StoredAttachment),
});
export type MessageContent = z.output<typeof MessageContent>;

export type WithMailFiles = Pick<Context, 'mailFiles'>;

/** Messages and drafts are files of JSON. */
export async function getJson<Content extends z.ZodMiniType>(
  { mailFiles }: WithMailFiles,
  key: string,
  schema: Content,
): Promise<z.output<Content> | undefined> {
  const file = await mailFiles.get(key);
  return file && schema.parse(JSON.parse(Buffer.from(file.body).toString()));
}

export const putJson = ({ mailFiles }: WithMailFiles, key: string, content: object): Promise<void> =>
  mailFiles.put(key, { body: Buffer.from(JSON.stringify(content)), contentType: 'application/json' });

const messageKey = (id: string) => `${s3Prefixes.messages}${id}.json`;

export const putMessage = (context: WithMailFiles, id: string, message: MessageContent): Promise<void> =>
  putJson(context, messageKey(id), MessageContent.parse(message));

export const getMessage = (context: WithMailFiles, id: string): Promise<MessageContent | undefined> =>
  getJson(context, messageKey(id), MessageContent);

/** Stored for 30 days or, for a later campaign, as long as its message. Resolves to its key. */
export async function putAttachment(
  context: WithMailFiles,
  body: Uint8Array,
  isForLater: boolean,
): Promise<string> {
  const key = `${isForLater ? s3Prefixes.scheduledAttachments : s3Prefixes.attachments}${randomUUID()}`;
  await context.mailFiles.put(key, { body, contentType: 'application/octet-stream' });
  return key;
}

export const getAttachment = async (context: WithMailFiles, key: string): Promise<Uint8Array | undefined> =>
  (await context.mailFiles.get(key))?.body;
