import type { AuditAction } from '#shared/audit-choices';
import type { Page } from '#shared/paging';
import { fullName } from '#shared/text';
import { type Actor, type AuditEntry, actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import type { Member } from '../../members/member.ts';
import type { TableWrite } from '../../platform/table/table.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { type Campaign, campaignCounts, type DeliveryCounts, isFinished } from './campaign.ts';
import {
  type CampaignStarters,
  type CampaignsDeps,
  findCampaignOrThrow,
  findMessageOrThrow,
  startOrSchedule,
} from './create-campaign.ts';
import { recordMessageView, recordRecipientsView } from './list-deliveries.ts';
import type { MessageContent } from './message-store.ts';

/** A campaign with its deliveries counted. */
export async function getCampaign(
  deps: Pick<CampaignsDeps, 'campaigns' | 'deliveries'>,
  id: string,
): Promise<{ campaign: Campaign; counts: DeliveryCounts }> {
  const campaign = await findCampaignOrThrow(deps, id);
  const counts = await deps.deliveries.countDeliveries(campaign);
  return { campaign: { ...campaign, ...campaignCounts(counts) }, counts };
}

/** One page of campaigns, newest first, with the same counts as on their own pages. */
export async function listCampaigns(
  { campaigns, deliveries }: Pick<CampaignsDeps, 'campaigns' | 'deliveries'>,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page<Campaign>> {
  const { items, next } = await campaigns.listCampaigns(limit, cursor);
  const counted = items.map(async (campaign) => ({
    ...campaign,
    ...(campaign.due !== undefined && campaignCounts(await deliveries.countDeliveries(campaign))),
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
  name: fullName(member),
});

export type CampaignStateDeps = Pick<
  CampaignsDeps,
  'now' | 'randomBytes' | 'log' | 'table' | 'campaigns' | 'audit'
> &
  CampaignStarters;

const entryFor = (
  deps: CampaignStateDeps,
  { actor }: CampaignAuthor,
  action: AuditAction,
  { id, subject }: Campaign,
): AuditEntry => createAuditEntry(deps, { actor, action, details: { campaign: id, subject } });

/** Commits a change with its audit entry; false if somebody else has changed the campaign's state. */
async function isCommitted(deps: CampaignStateDeps, write: TableWrite, entry: AuditEntry): Promise<boolean> {
  const failed = await deps.table.commit([write, ...deps.audit.entryWrites(entry)]);
  return failed.length === 0;
}

/**
 * No more deliveries are sent; those in flight still arrive. Resolves to the campaign as it was before.
 * @throws `campaign-finished`
 */
export async function cancelCampaign(
  deps: CampaignStateDeps,
  author: CampaignAuthor,
  id: string,
): Promise<Campaign> {
  let campaign = await findCampaignOrThrow(deps, id);
  for (;;) {
    if (isFinished(campaign)) throw new DomainError('campaign-finished');
    const write = deps.campaigns.cancelWrite(campaign, deps.now(), `Cancelled by ${author.name}.`);
    if (await isCommitted(deps, write, entryFor(deps, author, 'cancel-campaign', campaign))) break;
    // It began, paused or ended just now.
    campaign = await findCampaignOrThrow(deps, id);
  }
  if (campaign.state === 'scheduled')
    await deps.schedules
      ?.remove(id)
      .catch((cause: unknown) => deps.log({ level: 'warn', event: 'schedule-not-deleted', id, cause }));
  return campaign;
}

/** As `cancelCampaign`, until somebody resumes it. @throws `campaign-not-sending` */
export async function pauseCampaign(
  deps: CampaignStateDeps,
  author: CampaignAuthor,
  id: string,
): Promise<void> {
  const campaign = await findCampaignOrThrow(deps, id);
  const write = deps.campaigns.pauseWrite(campaign, `Paused by ${author.name}.`);
  const entry = entryFor(deps, author, 'pause-campaign', campaign);
  if (campaign.state !== 'sending' || !(await isCommitted(deps, write, entry)))
    throw new DomainError('campaign-not-sending');
}

/** @throws `campaign-not-paused` */
export async function resumeCampaign(
  deps: CampaignStateDeps,
  author: CampaignAuthor,
  id: string,
): Promise<void> {
  const campaign = await findCampaignOrThrow(deps, id);
  const write = deps.campaigns.resumeWrite(campaign, deps.now());
  const entry = entryFor(deps, author, 'resume-campaign', campaign);
  if (campaign.state !== 'paused' || !(await isCommitted(deps, write, entry)))
    throw new DomainError('campaign-not-paused');
  await startOrSchedule(deps, { ...campaign, state: 'sending' });
}

/** The content for a new campaign like this one, with its recipients. */
export async function duplicateCampaign(
  deps: CampaignsDeps,
  actor: Actor,
  id: string,
): Promise<MessageContent & { replyTo: string }> {
  const message = await findMessageOrThrow(deps, id);
  const { replyTo = deps.contactAddress, subject } = await findCampaignOrThrow(deps, id);
  await recordRecipientsView(deps, actor, { id, subject });
  await recordMessageView(deps, actor, id, { subject });
  return { ...message, replyTo: replyTo === deps.contactAddress ? '' : replyTo };
}
