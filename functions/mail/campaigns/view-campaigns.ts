import { deliveryStatusNames } from '#shared/choices';
import { formatCsv } from '#shared/csv';
import { reasonText } from '#shared/delivery-reasons';
import { dayOf, formatTimestamp } from '#shared/hong-kong';
import type { Page } from '#shared/paging';
import { recordDailyView } from '../../audit/attempt.ts';
import type { Actor } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/repository.ts';
import type { ChangeContext, Context, WithTable } from '../../platform/context.ts';
import {
  type Campaign,
  campaignCounts,
  type Delivery,
  type DeliveryCounts,
  deliveryHistory,
  deliveryStatus,
} from './campaign.ts';
import { getMessage, listCampaigns, type MessageContent } from './campaign-repository.ts';
import { type CampaignsContext, findCampaignOrThrow, findMessageOrThrow } from './create-campaign.ts';
import {
  countDeliveries,
  type DeliveryQuery,
  listDeliveries,
  walkDeliveries,
} from './delivery-repository.ts';

const CAMPAIGNS_PER_PAGE = 20;

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
export async function viewCampaigns(context: WithTable, cursor: string | undefined): Promise<Page<Campaign>> {
  const { items, next } = await listCampaigns(context, CAMPAIGNS_PER_PAGE, cursor);
  const counted = items.map(async (campaign) => ({
    ...campaign,
    ...(campaign.due !== undefined && campaignCounts(await countDeliveries(context, campaign))),
  }));
  return { items: await Promise.all(counted), ...(next !== undefined && { next }) };
}

/**
 * The recipients of a campaign whose deliveries are not all in the table: they are written when it starts, and never if it
 * is cancelled before. None if all are written, or if the message has been deleted.
 */
async function findUnwrittenRecipients(
  context: Pick<Context, 'mailFiles'>,
  { id, isWritten }: Campaign,
): Promise<MessageContent['recipients']> {
  return isWritten ? [] : ((await getMessage(context, id))?.recipients ?? []);
}

/** One page of them. The first view of a campaign on a day is recorded in the audit log. */
export async function viewDeliveries(
  context: Pick<Context, 'now' | 'randomBytes' | 'table' | 'mailFiles'>,
  actor: Actor,
  id: string,
  wanted: DeliveryQuery,
): Promise<{ campaign: Campaign; page: Page<Delivery> }> {
  const campaign = await findCampaignOrThrow(context, id);
  const unwritten = await findUnwrittenRecipients(context, campaign);
  await recordCampaignView(context, actor, 'view-deliveries', campaign);
  return { campaign, page: await listDeliveries(context, campaign, wanted, unwritten) };
}

/** Records a view of a campaign's text, or of all that it says about its recipients, once on a day. */
export const recordCampaignView = (
  context: ChangeContext,
  actor: Actor,
  action: 'view-campaign' | 'view-deliveries',
  { id, subject }: Campaign,
): Promise<void> => recordDailyView(context, { actor, action, details: { campaign: id, subject } });

/** Every delivery with its outcome as CSV, with instants in UTC. The export is recorded in the audit log. */
export async function exportDeliveries(
  context: Pick<Context, 'now' | 'randomBytes' | 'table' | 'mailFiles'>,
  actor: Actor,
  id: string,
): Promise<{ fileName: string; csv: string }> {
  const campaign = await findCampaignOrThrow(context, id);
  const rows: Record<string, string>[] = [];
  const unwritten = await findUnwrittenRecipients(context, campaign);
  for await (const delivery of walkDeliveries(context, campaign.id, unwritten)) {
    const history = deliveryHistory(delivery);
    const last = history.at(-1);
    rows.push({
      Address: delivery.address,
      Status: deliveryStatusNames[deliveryStatus(delivery, campaign)],
      Since: last ? formatTimestamp(last.at) : '',
      Detail: reasonText(last?.detail ?? ''),
      History: history
        .map(({ what, at }) => `${deliveryStatusNames[what]} ${formatTimestamp(at)}`)
        .join('; '),
    });
  }
  const details = { campaign: id, subject: campaign.subject, deliveries: String(rows.length) };
  await recordEntry(context, { actor, action: 'export-deliveries', details });
  const fileName = `mail-${dayOf(campaign.sendAt)}-${id.slice(0, 8)}.csv`;
  return { fileName, csv: await formatCsv(rows) };
}

/** The content for a new campaign like this one, with its recipients. */
export async function duplicateCampaign(
  context: CampaignsContext,
  actor: Actor,
  id: string,
): Promise<MessageContent & { replyTo: string }> {
  const { campaign, message } = await findMessageOrThrow(context, id);
  const { replyTo = context.contactAddress } = campaign;
  await Promise.all([
    recordCampaignView(context, actor, 'view-deliveries', campaign),
    recordCampaignView(context, actor, 'view-campaign', campaign),
  ]);
  return { ...message, replyTo: replyTo === context.contactAddress ? '' : replyTo };
}
