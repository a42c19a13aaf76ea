import { fullName, toHex } from '#shared/text';
import { actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import type { AuditLog } from '../../audit/repository.ts';
import type { ExportDeps } from '../../exports/store-export.ts';
import { enforceLimit } from '../../limits/enforce-limit.ts';
import { limitRules } from '../../limits/limits.ts';
import type { Limits } from '../../limits/repository.ts';
import type { Caller, Member } from '../../members/member.ts';
import type { Members } from '../../members/repository.ts';
import type { Files } from '../../platform/files.ts';
import type { KeyedHash } from '../../platform/keyed-hash.ts';
import type { OneTimeSchedules } from '../../platform/one-time-schedules.ts';
import type { Queue } from '../../platform/queue.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Table, TableWrite } from '../../platform/table/table.ts';
import { requireFreshSecondFactor } from '../../second-factor/require-second-factor.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { Recipients } from '../suppressions/recipients.ts';
import type { TransactionalMailQueue } from '../transactional/enqueue-repository.ts';
import { campaignCreatedMail } from '../transactional/messages/campaign.ts';
import { type Campaign, formatQueueMessage } from './campaign.ts';
import type { Campaigns } from './campaign-repository.ts';
import type { Deliveries } from './delivery-repository.ts';
import type { Association } from './message.ts';
import type { DraftStore, MessageContent, MessageStore } from './message-store.ts';
import type { Templates } from './template-repository.ts';
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

export type CampaignsDeps = Runtime & {
  table: Pick<Table, 'commit'>;
  campaigns: Campaigns;
  deliveries: Deliveries;
  recipients: Recipients;
  members: Pick<Members, 'listAdministrators'>;
  mailQueue: TransactionalMailQueue;
  audit: AuditLog;
  limits: Limits;
  messages: MessageStore;
  drafts: DraftStore;
  templates: Templates;
  images: Pick<Files, 'put'>;
  files: ExportDeps['files'];
  queue: Pick<Queue, 'send'>;
  schedules: OneTimeSchedules;
  keyedHash: KeyedHash;
} & Association &
  Parameters<typeof requireFreshSecondFactor>[0];

export interface CampaignInput extends MessageInput {
  /** A JSON list of addresses. */
  recipients: string;
  scheduleTime?: string | undefined;
}

/** @throws `campaign-not-found` */
export async function findCampaignOrThrow(
  { campaigns }: Pick<CampaignsDeps, 'campaigns'>,
  id: string,
): Promise<Campaign> {
  const campaign = await campaigns.findCampaign(id);
  if (!campaign) throw new DomainError('campaign-not-found');
  return campaign;
}

/** @throws `campaign-not-found`, `campaign-message-deleted` */
export async function findMessageOrThrow(
  deps: Pick<CampaignsDeps, 'campaigns' | 'messages'>,
  id: string,
): Promise<MessageContent> {
  const campaign = await findCampaignOrThrow(deps, id);
  const message = await deps.messages.getMessage(campaign.id);
  if (!message) throw new DomainError('campaign-message-deleted');
  return message;
}

export interface CreatedCampaign {
  /** Of a double submit, the first one's. */
  id: string;
  /** Whether it waits for the sweep, which begins it within a minute of its time. */
  isDelayed: boolean;
}

/** Checks everything before anything is written. */
export async function createCampaign(
  deps: CampaignsDeps,
  caller: Caller,
  input: CampaignInput,
): Promise<CreatedCampaign> {
  const sender = caller.member;
  const now = deps.now();
  const message = await validateMessage(deps, input);
  const sendAt = input.scheduleTime ? parseSchedule(input.scheduleTime, now) : now;
  const people = await findRecipients(deps, parseRecipients(input.recipients));
  await confirmManyRecipients(deps, caller, people.length);
  const idempotencyKey = campaignIdempotencyKey(deps.keyedHash, sender, message, [
    input.scheduleTime ? sendAt.toISOString() : '',
    input.replyTo,
    ...people.map(({ uid }) => uid),
  ]);
  const sinceIso = new Date(now.getTime() - IDEMPOTENCY_MS).toISOString();
  const first = await deps.campaigns.findByIdempotencyKey(idempotencyKey, sinceIso);
  if (first !== undefined) return { id: first, isDelayed: false };

  const undo = await enforceLimit(deps, limitRules.campaignRecipients, sender.uid, people.length);
  await enforceLimit(deps, limitRules.campaigns, sender.uid).catch(async (cause: unknown) => {
    await undo();
    throw cause;
  });
  const replyTo = input.replyTo || deps.contactAddress;
  const campaign = buildCampaign(deps, authorOf(sender), message.subject, {
    sendAt,
    total: people.length,
    replyTo,
    attachments: attachmentsOf(message),
  });
  const isForLater = sendAt.getTime() - now.getTime() > SOON_MS;
  const recipients = people.map(({ uid, address }) => ({ uid, address }));
  await storeMessage(deps, campaign.id, message, recipients, isForLater);
  const notice = { ...campaign, isScheduled: Boolean(input.scheduleTime) };
  const administrators = await deps.members.listAdministrators();
  const others = administrators.filter(({ uid }) => uid !== sender.uid).slice(0, MAX_NOTIFIED);
  const entry = createAuditEntry(deps, {
    actor: actorFromMember(sender),
    action: 'create-campaign',
    details: {
      campaign: campaign.id,
      subject: campaign.subject,
      recipients: String(campaign.total),
      sendAt: sendAt.toISOString(),
      replyTo,
    },
  });
  return commitCampaign(deps, campaign, { idempotencyKey, sinceIso }, [
    ...others.flatMap((other) => deps.mailQueue.enqueueWrites(campaignCreatedMail(deps, other, notice))),
    ...deps.audit.entryWrites(entry),
  ]);
}

async function commitCampaign(
  deps: CampaignsDeps,
  campaign: Campaign,
  mark: { idempotencyKey: string; sinceIso: string },
  writes: readonly TableWrite[],
): Promise<CreatedCampaign> {
  const failed = await deps.table.commit([...deps.campaigns.createWrites(campaign, mark), ...writes]);
  const isOnTime = failed.length > 0 || (await startOrSchedule(deps, campaign));
  return { id: await deps.campaigns.createResult(failed, campaign), isDelayed: !isOnTime };
}

export type CampaignStarters = Pick<CampaignsDeps, 'queue' | 'schedules'>;

/**
 * Has the campaign begin at its time. Resolves to false where that is not possible: then the sweep begins it within a
 * minute of that time.
 */
export async function startOrSchedule(
  { log, queue, schedules }: Pick<CampaignsDeps, 'log'> & CampaignStarters,
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
  deps: Parameters<typeof requireFreshSecondFactor>[0],
  caller: Caller,
  recipients: number,
): Promise<void> {
  if (recipients > MAX_UNCONFIRMED_RECIPIENTS) await requireFreshSecondFactor(deps, caller);
}

/** Sends one delivery to the author, like any campaign. */
export async function sendTestCampaign(
  deps: CampaignsDeps,
  sender: Member,
  input: MessageInput,
): Promise<CreatedCampaign> {
  const message = await validateMessage(deps, input);
  await enforceLimit(deps, limitRules.testCampaigns, sender.uid);
  const marked = { ...message, subject: `[Test] ${message.subject}` };
  const replyTo = input.replyTo || deps.contactAddress;
  const campaign = buildCampaign(deps, authorOf(sender), marked.subject, {
    sendAt: deps.now(),
    total: 1,
    replyTo,
    attachments: attachmentsOf(message),
    isTest: true,
  });
  await storeMessage(deps, campaign.id, marked, [{ uid: sender.uid, address: sender.email }], false);
  const entry = createAuditEntry(deps, {
    actor: actorFromMember(sender),
    action: 'send-test-campaign',
    about: sender.uid,
    details: { campaign: campaign.id, subject: marked.subject, recipients: '1' },
  });
  // Each test is an email of its own.
  const mark = { idempotencyKey: campaign.id, sinceIso: campaign.createdAt };
  return commitCampaign(deps, campaign, mark, deps.audit.entryWrites(entry));
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

const authorOf = (sender: Member) => ({ senderUid: sender.uid, senderName: fullName(sender) });

const buildCampaign = (
  { now, randomBytes }: Pick<Runtime, 'now' | 'randomBytes'>,
  author: Pick<Campaign, 'senderUid' | 'senderName'>,
  subject: string,
  rest: { sendAt: Date; total: number } & Pick<Campaign, 'attachments' | 'replyTo' | 'isTest'>,
): Campaign => ({
  ...rest,
  id: toHex(randomBytes(16)),
  subject,
  ...author,
  state: rest.sendAt > now() ? 'scheduled' : 'sending',
  createdAt: now().toISOString(),
  sendAt: rest.sendAt.toISOString(),
  finished: 0,
  bounced: 0,
  complained: 0,
});

const attachmentsOf = ({ files }: ValidatedMessage) =>
  files.map(({ name, bytes }) => ({ name, size: bytes.length }));

async function storeMessage(
  { messages }: Pick<CampaignsDeps, 'messages'>,
  id: string,
  { files, ...message }: ValidatedMessage,
  recipients: MessageContent['recipients'],
  isForLater: boolean,
): Promise<void> {
  const attachments = files.map(async ({ name, contentType, bytes }) => ({
    name,
    contentType,
    size: bytes.length,
    key: await messages.putAttachment(bytes, isForLater),
  }));
  await messages.putMessage(id, { ...message, recipients, attachments: await Promise.all(attachments) });
}
