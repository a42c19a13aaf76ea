import type { AuditAction } from '#shared/audit-choices';
import type { Page } from '#shared/paging';
import { personName } from '#shared/person-name';
import { type Actor, type AuditEntry, actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import { commitWithEntry } from '../../audit/repository.ts';
import type { Member } from '../../members/member.ts';
import type { ChangeContext, Context, WithTable } from '../../platform/context.ts';
import type { TableWrite } from '../../platform/table/table.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { type Campaign, campaignCounts, type DeliveryCounts, isFinished } from './campaign.ts';
import {
  cancelCampaignWrite,
  listCampaigns,
  pauseCampaignWrite,
  resumeCampaignWrite,
} from './campaign-repository.ts';
import {
  type CampaignsContext,
  findCampaignOrThrow,
  findMessageOrThrow,
  startOrSchedule,
} from './create-campaign.ts';
import { countDeliveries } from './delivery-repository.ts';
import { recordMessageView, recordRecipientsView } from './list-deliveries.ts';
import type { MessageContent } from './message-store.ts';

/** A campaign with its deliveries counted. */
export async function getCampaign(
  context: WithTable,
  id: string,
): Promise<{ campaign: Campaign; counts: DeliveryCounts }> {
  const campaign = await findCampaignOrThrow(context, id);
  const counts = await countDeliveries(context, campaign);
  return { campaign: { ...campaign, ...campaignCounts(counts) }, counts };
}

/** One page of campaigns, newest first, with the same counts as on their own pages. */
export async function viewCampaigns(
  context: WithTable,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page<Campaign>> {
  const { items, next } = await listCampaigns(context, limit, cursor);
  const counted = items.map(async (campaign) => ({
    ...campaign,
    ...(campaign.due !== undefined && campaignCounts(await countDeliveries(context, campaign))),
  }));
  return { items: await Promise.all(counted), ...(next !== undefined && { next }) };
}

/** Who changes a campaign, with the name that its page shows. */
export interface CampaignAuthor {
  actor: Actor;
  name: string;
}

export const authorFromMember = (member: Member): CampaignAuthor => ({
  actor: actorFromMember(member),
  name: personName(member),
});

export type CampaignStateContext = ChangeContext & Pick<Context, 'log' | 'schedules' | 'queue'>;

const entryFor = (
  context: CampaignStateContext,
  { actor }: CampaignAuthor,
  action: AuditAction,
  { id, subject }: Campaign,
): AuditEntry => createAuditEntry(context, { actor, action, details: { campaign: id, subject } });

/** Commits a change with its audit entry; false if somebody else has changed the campaign's state. */
async function isCommitted(
  context: CampaignStateContext,
  write: TableWrite,
  entry: AuditEntry,
): Promise<boolean> {
  const failed = await commitWithEntry(context, entry, [write]);
  return failed.length === 0;
}

/**
 * No more deliveries are sent; those in flight still arrive. Resolves to the campaign as it was before.
 * @throws `campaign-finished`
 */
export async function cancelCampaign(
  context: CampaignStateContext,
  author: CampaignAuthor,
  id: string,
): Promise<Campaign> {
  let campaign = await findCampaignOrThrow(context, id);
  for (;;) {
    if (isFinished(campaign)) throw new DomainError('campaign-finished');
    const write = cancelCampaignWrite(campaign, context.now(), `Cancelled by ${author.name}.`);
    if (await isCommitted(context, write, entryFor(context, author, 'cancel-campaign', campaign))) break;
    // It began, paused or ended just now.
    campaign = await findCampaignOrThrow(context, id);
  }
  if (campaign.state === 'scheduled')
    await context.schedules
      ?.remove(id)
      .catch((cause: unknown) => context.log({ level: 'warn', event: 'schedule-not-deleted', id, cause }));
  return campaign;
}

/** As `cancelCampaign`, until somebody resumes it. @throws `campaign-not-sending` */
export async function pauseCampaign(
  context: CampaignStateContext,
  author: CampaignAuthor,
  id: string,
): Promise<void> {
  const campaign = await findCampaignOrThrow(context, id);
  const write = pauseCampaignWrite(campaign, `Paused by ${author.name}.`);
  const entry = entryFor(context, author, 'pause-campaign', campaign);
  if (campaign.state !== 'sending' || !(await isCommitted(context, write, entry)))
    throw new DomainError('campaign-not-sending');
}

/** @throws `campaign-not-paused` */
export async function resumeCampaign(
  context: CampaignStateContext,
  author: CampaignAuthor,
  id: string,
): Promise<void> {
  const campaign = await findCampaignOrThrow(context, id);
  const write = resumeCampaignWrite(campaign, context.now());
  const entry = entryFor(context, author, 'resume-campaign', campaign);
  if (campaign.state !== 'paused' || !(await isCommitted(context, write, entry)))
    throw new DomainError('campaign-not-paused');
  await startOrSchedule(context, { ...campaign, state: 'sending' });
}

/** The content for a new campaign like this one, with its recipients. */
export async function duplicateCampaign(
  context: CampaignsContext,
  actor: Actor,
  id: string,
): Promise<MessageContent & { replyTo: string }> {
  const message = await findMessageOrThrow(context, id);
  const { replyTo = context.contactAddress, subject } = await findCampaignOrThrow(context, id);
  await recordRecipientsView(context, actor, { id, subject });
  await recordMessageView(context, actor, id, { subject });
  return { ...message, replyTo: replyTo === context.contactAddress ? '' : replyTo };
}
