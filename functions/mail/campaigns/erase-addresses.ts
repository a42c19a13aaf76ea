import { everyPage } from '#shared/paging';
import { type Campaign, isFinished } from './campaign.ts';
import type { Campaigns } from './campaign-repository.ts';
import type { Deliveries } from './delivery-repository.ts';
import type { MessageStore } from './message-store.ts';

const CAMPAIGNS_PER_PAGE = 100;

interface Deps {
  campaigns: Pick<Campaigns, 'listCampaigns'>;
  deliveries: Pick<Deliveries, 'listErasureRequests' | 'eraseMember' | 'completeErasure'>;
  messages: Pick<MessageStore, 'getMessage' | 'putMessage'>;
}

/**
 * Takes deleted members out of every finished campaign. One that is not finished sends them nothing, still counts them, and is
 * looked at again the next time. Any of it may be done twice.
 */
export async function eraseAddresses(deps: Deps): Promise<void> {
  for (const uid of await deps.deliveries.listErasureRequests()) {
    let isComplete = true;
    const pages = everyPage((cursor) => deps.campaigns.listCampaigns(CAMPAIGNS_PER_PAGE, cursor));
    for await (const { items } of pages) {
      for (const campaign of items) {
        if (!isFinished(campaign) || !(await eraseFromCampaign(deps, campaign, uid))) isComplete = false;
      }
    }
    if (isComplete) await deps.deliveries.completeErasure(uid);
  }
}

async function eraseFromCampaign(
  { deliveries, messages }: Deps,
  campaign: Campaign,
  uid: string,
): Promise<boolean> {
  const isComplete = await deliveries.eraseMember(campaign, uid);
  const message = await messages.getMessage(campaign.id);
  const recipients = message?.recipients.filter((recipient) => recipient.uid !== uid) ?? [];
  if (message && recipients.length < message.recipients.length)
    await messages.putMessage(campaign.id, { ...message, recipients });
  return isComplete;
}
