import { fullName, toHex } from '#shared/text';
import { actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import { enforceLimit } from '../../limits/enforce-limit.ts';
import { limitRules } from '../../limits/limits.ts';
import type { Limits } from '../../limits/repository.ts';
import type { Caller, Member } from '../../members/member.ts';
import type { Members } from '../../members/repository.ts';
import type { KeyedHash } from '../../platform/keyed-hash.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { requireFreshSecondFactor } from '../../second-factor/require-second-factor.ts';
import { campaignCreatedMail } from '../transactional/messages.ts';
import type { Attachment } from './attachments.ts';
import type { Campaign } from './campaign.ts';
import type { Campaigns, Recipients } from './campaigns.ts';
import type { MessageStore, StoredAttachment } from './message-content.ts';
import {
  findRecipients,
  type MessageDeps,
  type MessageInput,
  parseRecipients,
  parseSchedule,
  type ValidatedMessage,
  validateMessage,
} from './validation.ts';

/** Above this many recipients, the second factor is asked for again. */
const MAX_UNCONFIRMED_RECIPIENTS = 100;
const IDEMPOTENCY_MS = 10 * 60_000;
/** Files of what leaves later than this outlive the 30 days that others are kept. */
const SOON_MS = 86_400_000;

export type CampaignsDeps = Runtime &
  MessageDeps & {
    campaigns: Campaigns;
    letters: MessageStore;
    recipients: Recipients;
    keyedHash: KeyedHash;
    limits: Limits;
    members: Pick<Members, 'listAdministrators'>;
  } & Parameters<typeof requireFreshSecondFactor>[0];

export interface CampaignInput extends MessageInput {
  /** A JSON list of addresses. */
  recipients: string;
  scheduleTime?: string | undefined;
}

/** Takes a mail: everything is checked before anything is written. Resolves to its id, the first one's for a double submit. */
export async function createCampaign(
  deps: CampaignsDeps,
  caller: Caller,
  request: CampaignInput,
): Promise<string> {
  const sender = caller.member;
  const now = deps.now();
  const letter = await validateMessage(deps, request);
  const sendAt = request.scheduleTime ? parseSchedule(request.scheduleTime, now) : now;
  const people = await findRecipients(deps, parseRecipients(request.recipients));
  await confirmManyRecipients(deps, caller, people.length);
  const once = campaignIdempotencyKey(deps.keyedHash, sender, letter, [
    request.scheduleTime ? sendAt.toISOString() : '',
    ...people.map(({ uid }) => uid),
  ]);
  const sinceIso = new Date(now.getTime() - IDEMPOTENCY_MS).toISOString();
  const first = await deps.campaigns.firstOf(once, sinceIso);
  if (first !== undefined) return first;

  const undo = await enforceLimit(deps, limitRules.campaignRecipients, sender.uid, people.length);
  await enforceLimit(deps, limitRules.mails, sender.uid).catch(async (cause: unknown) => {
    await undo();
    throw cause;
  });
  const campaign = buildCampaign(deps, sender, letter, { sendAt, total: people.length });
  const isForLater = sendAt.getTime() - now.getTime() > SOON_MS;
  await deps.letters.put(campaign.id, {
    ...letter,
    recipients: people.map(({ uid, address }) => ({ uid, address })),
    attachments: await keepFiles(deps.letters, letter.files, isForLater),
  });
  const others = (await deps.members.listAdministrators()).filter(({ uid }) => uid !== sender.uid);
  const notice = { ...campaign, senderName: campaign.senderName, isScheduled: Boolean(request.scheduleTime) };
  return deps.campaigns.add(campaign, {
    once,
    sinceIso,
    notices: others.map((other) => campaignCreatedMail(deps, other, notice)),
    entry: createAuditEntry(deps, {
      actor: actorFromMember(sender),
      action: 'create-campaign',
      details: {
        mail: campaign.id,
        subject: campaign.subject,
        recipients: String(campaign.total),
        leaves: sendAt.toISOString(),
      },
    }),
  });
}

/** Requires a recent second factor for a mail to many members; refuses with `second-factor-stale`. */
export async function confirmManyRecipients(
  deps: Parameters<typeof requireFreshSecondFactor>[0],
  caller: Caller,
  recipients: number,
): Promise<void> {
  if (recipients > MAX_UNCONFIRMED_RECIPIENTS) await requireFreshSecondFactor(deps, caller);
}

/** One copy to its own writer, by the same road. */
export async function sendTestCampaign(
  deps: CampaignsDeps,
  sender: Member,
  written: MessageInput,
): Promise<string> {
  const letter = await validateMessage(deps, written);
  await enforceLimit(deps, limitRules.testCampaigns, sender.uid);
  const marked = { ...letter, subject: `[Test] ${letter.subject}` };
  const campaign = buildCampaign(deps, sender, marked, { sendAt: deps.now(), total: 1, isTest: true });
  await deps.letters.put(campaign.id, {
    ...marked,
    recipients: [{ uid: sender.uid, address: sender.email }],
    attachments: await keepFiles(deps.letters, letter.files, false),
  });
  const once = toHex(deps.keyedHash.hash('test', campaign.id));
  const entry = createAuditEntry(deps, {
    actor: actorFromMember(sender),
    action: 'create-campaign',
    about: sender.uid,
    details: { mail: campaign.id, subject: marked.subject, recipients: '1' },
  });
  return deps.campaigns.add(campaign, { once, sinceIso: campaign.createdAt, notices: [], entry });
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

export const buildCampaign = (
  { now, randomBytes }: Pick<Runtime, 'now' | 'randomBytes'>,
  sender: Member,
  letter: { subject: string; files: readonly { name: string; bytes: Uint8Array }[] },
  rest: { sendAt: Date; total: number } & Pick<Campaign, 'isTest' | 'resendOf'>,
): Campaign => ({
  ...rest,
  id: toHex(randomBytes(16)),
  subject: letter.subject,
  senderUid: sender.uid,
  senderName: fullName(sender),
  state: 'preparing',
  createdAt: now().toISOString(),
  sendAt: rest.sendAt.toISOString(),
  finished: 0,
  bounced: 0,
  complained: 0,
  attachments: letter.files.map(({ name, bytes }) => ({ name, size: bytes.length })),
});

const keepFiles = (
  letters: MessageStore,
  files: readonly Attachment[],
  isForLater: boolean,
): Promise<StoredAttachment[]> =>
  Promise.all(
    files.map(async ({ name, contentType, bytes }) => ({
      name,
      contentType,
      size: bytes.length,
      key: await letters.putAttachment(bytes, isForLater),
    })),
  );
