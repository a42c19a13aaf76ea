import { type Campaign, isFinished } from './campaign.ts';
import type { Campaigns } from './campaign-repository.ts';
import type { Deliveries } from './delivery-repository.ts';
import type { Erasures } from './erasure-repository.ts';
import type { MessageStore } from './message-store.ts';

interface Deps {
  campaigns: Pick<Campaigns, 'everyCampaign'>;
  deliveries: Pick<Deliveries, 'eraseMember'>;
  erasures: Erasures;
  messages: Pick<MessageStore, 'getMessage' | 'putMessage'>;
}

/**
 * Removes deleted members from every finished campaign. An unfinished campaign sends them nothing and is handled by a
 * later run. Every step can be repeated.
 */
export async function eraseAddresses(deps: Deps): Promise<void> {
  for (const uid of await deps.erasures.listUids()) {
    let isComplete = true;
    for await (const campaign of deps.campaigns.everyCampaign()) {
      if (!isFinished(campaign) || !(await eraseFromCampaign(deps, campaign, uid))) isComplete = false;
    }
    if (isComplete) await deps.erasures.complete(uid);
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
