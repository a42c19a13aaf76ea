import type * as z from 'zod/mini';
import type { createCampaign as contract } from '#contract/compose-campaign';
import { personName } from '#shared/person-name';
import { toHex } from '#shared/text';
import { actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import { auditEntryWrites } from '../../audit/repository.ts';
import { limitRules } from '../../limits/limits.ts';
import { enforceLimit, giveBack } from '../../limits/repository.ts';
import type { Caller, Member } from '../../members/member.ts';
import { listAdministrators } from '../../members/repository.ts';
import { requireFreshSecondFactor } from '../../members/require-second-factor.ts';
import type { ChangeContext, Context, WithTable } from '../../platform/context.ts';
import type { KeyedHash } from '../../platform/keyed-hash.ts';
import type { TableWrite } from '../../platform/table/table.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { campaignCreatedMail } from '../transactional/messages/campaign.ts';
import { enqueueMailWrites } from '../transactional/repository.ts';
import { type Campaign, formatQueueMessage } from './campaign.ts';
import {
  createCampaignWrites,
  findCampaign,
  findFirstSubmit,
  getMessage,
  type IdempotencyMark,
  type MessageContent,
  putAttachment,
  putMessage,
} from './campaign-repository.ts';
import {
  findRecipients,
  type MessageInput,
  parseRecipients,
  parseSchedule,
  type ValidatedMessage,
  validateMessage,
} from './validation.ts';

/** A campaign to more recipients requires a recent second factor. */
const MAX_UNCONFIRMED_RECIPIENTS = 100;
/** The same message to the same recipients within this time is a double submit. */
const IDEMPOTENCY_MS = 10 * 60_000;
/** Administrators who are notified of a new campaign: their emails are in its transaction, which holds 100 writes. */
const MAX_NOTIFIED = 40;
/** Attachments of what is sent later than this outlive the 30 days that others are stored. */
const SOON_MS = 86_400_000;

export type CampaignsContext = ChangeContext &
  Pick<Context, 'log' | 'queue' | 'schedules' | 'mailFiles' | 'images' | 'files' | 'secondFactorPolicy'> &
  Pick<Context, 'keyedHash' | 'siteUrl' | 'contactAddress' | 'seat'>;

/** @throws `campaign-not-found` */
export async function findCampaignOrThrow(context: WithTable, id: string): Promise<Campaign> {
  const campaign = await findCampaign(context, id);
  if (!campaign) throw new DomainError('campaign-not-found');
  return campaign;
}

/** @throws `campaign-not-found`, `campaign-message-deleted` */
export async function findMessageOrThrow(
  context: Pick<Context, 'table' | 'mailFiles'>,
  id: string,
): Promise<{ campaign: Campaign; message: MessageContent }> {
  const campaign = await findCampaignOrThrow(context, id);
  const message = await getMessage(context, campaign.id);
  if (!message) throw new DomainError('campaign-message-deleted');
  return { campaign, message };
}

export interface CreatedCampaign {
  /** Of a double submit, the first one's. */
  id: string;
  /** Whether it waits for the sweep, which begins it within a minute of its time. */
  isDelayed: boolean;
}

/** Checks everything before anything is written. */
export async function createCampaign(
  context: CampaignsContext,
  caller: Caller,
  input: z.output<typeof contract.request>,
): Promise<CreatedCampaign> {
  const sender = caller.member;
  const now = context.now();
  const message = await validateMessage(context, input);
  const sendAt = input.scheduleTime ? parseSchedule(input.scheduleTime, now) : now;
  const people = await findRecipients(context, parseRecipients(input.recipients));
  await confirmManyRecipients(context, caller, people.length);
  const idempotencyKey = campaignIdempotencyKey(context.keyedHash, sender, message, [
    input.scheduleTime ? sendAt.toISOString() : '',
    input.replyTo,
    ...people.map(({ uid }) => uid),
  ]);
  const mark = { idempotencyKey, sinceIso: new Date(now.getTime() - IDEMPOTENCY_MS).toISOString() };
  const first = await findFirstSubmit(context, mark);
  if (first !== undefined) return { id: first, isDelayed: false };

  await enforceLimit(context, limitRules.campaignRecipients, sender.uid, people.length);
  await enforceLimit(context, limitRules.campaigns, sender.uid).catch(async (cause: unknown) => {
    await giveBack(context, limitRules.campaignRecipients, sender.uid, people.length);
    throw cause;
  });
  const recipients = people.map(({ uid, email }) => ({ uid, address: email }));
  const { replyTo } = input;
  const campaign = await storeCampaign(context, sender, message, { recipients, replyTo, sendAt });
  const notice = { ...campaign, isScheduled: Boolean(input.scheduleTime) };
  const administrators = await listAdministrators(context);
  const others = administrators.filter(({ uid }) => uid !== sender.uid).slice(0, MAX_NOTIFIED);
  const entry = createAuditEntry(context, {
    actor: actorFromMember(sender),
    action: 'create-campaign',
    details: {
      campaign: campaign.id,
      subject: campaign.subject,
      recipients: String(campaign.total),
      sendAt: campaign.sendAt,
      replyTo: campaign.replyTo,
    },
  });
  return commitCampaign(context, campaign, mark, [
    ...others.flatMap((other) => enqueueMailWrites(campaignCreatedMail(context, other, notice))),
    ...auditEntryWrites(entry),
  ]);
}

async function commitCampaign(
  context: CampaignsContext,
  campaign: Campaign,
  mark: IdempotencyMark,
  writes: readonly TableWrite[],
): Promise<CreatedCampaign> {
  const failed = await context.table.commit([...createCampaignWrites(campaign, mark), ...writes]);
  if (failed.length === 0) return { id: campaign.id, isDelayed: !(await startOrSchedule(context, campaign)) };
  const first = await findFirstSubmit(context, mark);
  if (first === undefined) throw new Error(`The campaign ${campaign.id} exists already`);
  return { id: first, isDelayed: false };
}

/**
 * Has the campaign begin at its time. Resolves to false where that is not possible: then the sweep begins it within a
 * minute of that time.
 */
export async function startOrSchedule(
  { log, queue, schedules }: Pick<Context, 'log' | 'queue' | 'schedules'>,
  { id, state, sendAt }: Campaign,
): Promise<boolean> {
  const message = formatQueueMessage({ campaign: id });
  const started =
    state === 'scheduled' ? schedules.create(id, new Date(sendAt), message) : queue.send([message]);
  return started.then(
    () => true,
    (cause: unknown) => {
      log({ level: 'error', event: 'campaign-start-delayed', id, cause });
      return false;
    },
  );
}

/** Requires a recent second factor for a mail to many members. @throws `second-factor-stale` */
export async function confirmManyRecipients(
  context: Parameters<typeof requireFreshSecondFactor>[0],
  caller: Caller,
  recipients: number,
): Promise<void> {
  if (recipients > MAX_UNCONFIRMED_RECIPIENTS) await requireFreshSecondFactor(context, caller);
}

/** Sends one delivery to the author, like any campaign. */
export async function sendTestCampaign(
  context: CampaignsContext,
  sender: Member,
  input: MessageInput,
): Promise<CreatedCampaign> {
  const message = await validateMessage(context, input);
  await enforceLimit(context, limitRules.officeEmails, ['test', sender.uid]);
  const marked = { ...message, subject: `[Test] ${message.subject}` };
  const campaign = await storeCampaign(context, sender, marked, {
    recipients: [{ uid: sender.uid, address: sender.email }],
    replyTo: input.replyTo,
    sendAt: context.now(),
    isTest: true,
  });
  const entry = createAuditEntry(context, {
    actor: actorFromMember(sender),
    action: 'send-test-campaign',
    about: sender.uid,
    details: { campaign: campaign.id, subject: marked.subject, recipients: '1' },
  });
  // Each test is an email of its own.
  const mark = { idempotencyKey: campaign.id, sinceIso: campaign.createdAt };
  return commitCampaign(context, campaign, mark, auditEntryWrites(entry));
}

function campaignIdempotencyKey(
  keyedHash: KeyedHash,
  { uid }: Member,
  { subject, html, files }: ValidatedMessage,
  rest: string[],
): string {
  const hashes = files.map(({ name, bytes }) => [name, toHex(keyedHash.hash('file', bytes))]);
  return toHex(keyedHash.hash('campaign', JSON.stringify([uid, subject, html, hashes, rest]))).slice(0, 32);
}

/** Stores the message with its attachments, for a campaign that is yet to be committed. */
async function storeCampaign(
  context: CampaignsContext,
  sender: Member,
  { files, ...message }: ValidatedMessage,
  {
    recipients,
    replyTo,
    sendAt,
    isTest,
  }: { recipients: MessageContent['recipients']; replyTo: string; sendAt: Date; isTest?: boolean },
): Promise<Campaign & { replyTo: string }> {
  const now = context.now();
  const id = toHex(context.randomBytes(16));
  const isForLater = sendAt.getTime() - now.getTime() > SOON_MS;
  const attachments = files.map(async ({ name, contentType, bytes }) => ({
    name,
    contentType,
    size: bytes.length,
    key: await putAttachment(context, bytes, isForLater),
  }));
  await putMessage(context, id, { ...message, recipients, attachments: await Promise.all(attachments) });
  return {
    id,
    subject: message.subject,
    senderUid: sender.uid,
    senderName: personName(sender),
    state: sendAt > now ? 'scheduled' : 'sending',
    createdAt: now.toISOString(),
    sendAt: sendAt.toISOString(),
    total: recipients.length,
    finished: 0,
    bounced: 0,
    complained: 0,
    attachments: files.map(({ name, bytes }) => ({ name, size: bytes.length })),
    replyTo: replyTo || context.contactAddress,
    isTest,
  };
}
