import { type Campaign, isFinished } from './campaign.ts';
import type { Campaigns } from './campaign-repository.ts';
import type { Deliveries } from './delivery-repository.ts';
import type { MessageStore } from './message-store.ts';

export interface ErasureDeps {
  campaigns: Pick<Campaigns, 'everyCampaign'>;
  deliveries: Pick<Deliveries, 'eraseMember'>;
  messages: Pick<MessageStore, 'getMessage' | 'putMessage'>;
}

/**
 * Removes a deleted member from every finished campaign. False if a campaign is left for a later run: an unfinished one
 * sends the member nothing. Every step can be repeated.
 */
export async function eraseAddresses(deps: ErasureDeps, uid: string): Promise<boolean> {
  let isComplete = true;
  for await (const campaign of deps.campaigns.everyCampaign()) {
    if (!isFinished(campaign) || !(await eraseFromCampaign(deps, campaign, uid))) isComplete = false;
  }
  return isComplete;
}

async function eraseFromCampaign(
  { deliveries, messages }: ErasureDeps,
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
