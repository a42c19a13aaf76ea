import type { AuditAction } from '#shared/choices';
import { everyPage, type Page } from '#shared/paging';
import { fullName, toHex } from '#shared/text';
import { actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import { enforceLimit } from '../../limits/enforce-limit.ts';
import { limitRules } from '../../limits/limits.ts';
import type { Caller, Member } from '../../members/member.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { unsubscribeLinks } from '../suppressions/preferences.ts';
import {
  type Campaign,
  countFinished,
  type Delivery,
  type DeliveryCounts,
  deliveryStatus,
  isFinished,
} from './campaign.ts';
import type { Campaigns } from './campaigns.ts';
import { buildCampaign, type CampaignsDeps, confirmManyRecipients } from './create-campaign.ts';
import { type PersonalizedMessage, personalizeMessage } from './message.ts';
import type { MessageContent, MessageStore } from './message-content.ts';
import { membershipPageUrl } from './preview-campaign.ts';

type Deps = Pick<Runtime, 'now' | 'randomBytes'> & { campaigns: Campaigns; letters: MessageStore };

export async function campaignOf({ campaigns }: Pick<Deps, 'campaigns'>, id: string): Promise<Campaign> {
  const campaign = await campaigns.find(id);
  if (!campaign) throw new DomainError('campaign-not-found');
  return campaign;
}

/** One mail with its ledger counted. */
export async function getCampaign(
  deps: Deps,
  id: string,
): Promise<{ campaign: Campaign; counts: DeliveryCounts }> {
  const campaign = await campaignOf(deps, id);
  const counts = await deps.campaigns.count(campaign);
  return { campaign: { ...campaign, finished: countFinished(counts) }, counts };
}

export async function listDeliveries(
  deps: Deps,
  id: string,
  wanted: Parameters<Campaigns['copies']>[1],
): Promise<{ campaign: Campaign; page: Page<Delivery> }> {
  const campaign = await campaignOf(deps, id);
  return { campaign, page: await deps.campaigns.copies(campaign, wanted) };
}

const entryOf = (deps: Deps, caller: Member, action: AuditAction, campaign: Campaign) =>
  createAuditEntry(deps, {
    actor: actorFromMember(caller),
    action,
    details: { mail: campaign.id, subject: campaign.subject },
  });

/** No further copy leaves; the ones under way still do. */
export async function cancelCampaign(deps: Deps, caller: Member, id: string): Promise<void> {
  const campaign = await campaignOf(deps, id);
  const entry = entryOf(deps, caller, 'cancel-campaign', campaign);
  const note = `Cancelled by ${fullName(caller)}.`;
  if (isFinished(campaign) || !(await deps.campaigns.cancel(campaign, deps.now(), note, entry)))
    throw new DomainError('campaign-finished');
}

/** The same, until somebody lets it go on. */
export async function pauseCampaign(deps: Deps, caller: Member, id: string): Promise<void> {
  const campaign = await campaignOf(deps, id);
  const entry = entryOf(deps, caller, 'pause-campaign', campaign);
  const note = `Paused by ${fullName(caller)}.`;
  if (campaign.state !== 'sending' || !(await deps.campaigns.hold(campaign, note, entry)))
    throw new DomainError('campaign-not-sending');
}

export async function resumeCampaign(deps: Deps, caller: Member, id: string): Promise<void> {
  const campaign = await campaignOf(deps, id);
  const entry = entryOf(deps, caller, 'resume-campaign', campaign);
  if (campaign.state !== 'paused' || !(await deps.campaigns.resume(campaign, deps.now(), entry)))
    throw new DomainError('campaign-not-paused');
}

async function letterOf({ letters }: Pick<Deps, 'letters'>, id: string): Promise<MessageContent> {
  const letter = await letters.get(id);
  if (!letter) throw new DomainError('campaign-message-deleted');
  return letter;
}

export async function duplicateCampaign(deps: Deps, id: string): Promise<MessageContent> {
  return letterOf(deps, (await campaignOf(deps, id)).id);
}

/** What it says, in the words that the caller would get. */
export async function previewMessage(
  deps: Deps & { siteUrl: string },
  caller: Member,
  id: string,
): Promise<PersonalizedMessage> {
  return personalizeMessage(await duplicateCampaign(deps, id), caller, deps.now(), {
    renew: membershipPageUrl(deps.siteUrl),
    unsubscribe: unsubscribeLinks(deps.siteUrl, '').page,
  });
}

/** The whole ledger. */
export async function* walkDeliveries(
  { campaigns }: Pick<Deps, 'campaigns'>,
  campaign: Campaign,
): AsyncGenerator<Delivery> {
  const pages = everyPage((cursor) => campaigns.copies(campaign, { limit: 1000, cursor }));
  for await (const { items } of pages) yield* items;
}

/** The same letter as a new mail to those whom the first one failed or may have failed; the same new one when asked twice. */
export async function resendCampaign(deps: CampaignsDeps, caller: Caller, id: string): Promise<string> {
  const { member: sender } = caller;
  const before = await campaignOf(deps, id);
  if (before.resentAs !== undefined) return before.resentAs;
  if (!isFinished(before)) throw new DomainError('campaign-not-finished');
  const letter = await letterOf(deps, id);
  const wanted = new Set<string>();
  for await (const copy of walkDeliveries(deps, before)) {
    const state = deliveryStatus(copy, before);
    // What is under way after a cancel may still turn out unknown, and there is one resend for ever.
    if (state === 'sending') throw new DomainError('campaign-not-finished');
    if (state === 'failed' || state === 'unknown') wanted.add(copy.uid);
  }
  const recipients = letter.recipients.filter(({ uid }) => wanted.has(uid));
  if (recipients.length === 0) throw new DomainError('campaign-nothing-to-resend');
  await confirmManyRecipients(deps, caller, recipients.length);
  for (const { key } of letter.attachments) {
    if ((await deps.letters.getAttachment(key)) === undefined)
      throw new DomainError('campaign-message-deleted');
  }

  await enforceLimit(deps, limitRules.mails, sender.uid);
  const campaign = {
    ...buildCampaign(
      deps,
      sender,
      { subject: letter.subject, files: [] },
      {
        sendAt: deps.now(),
        total: recipients.length,
        resendOf: id,
      },
    ),
    attachments: before.attachments,
  };
  await deps.letters.put(campaign.id, { ...letter, recipients });
  // One resend for ever: the marker of a double submit is as old as the mail itself.
  return deps.campaigns.add(campaign, {
    once: toHex(deps.keyedHash.hash('resend', id)).slice(0, 32),
    sinceIso: before.createdAt,
    notices: [],
    entry: entryOf(deps, sender, 'resend-campaign', before),
  });
}
