import { everyPage } from '#shared/paging';
import type { TableWrite } from '../../platform/table/writes.ts';
import { type Campaign, isFinished } from './campaign.ts';
import type { Campaigns } from './campaigns.ts';
import type { MessageStore } from './message-content.ts';

const PAGE = 100;

/** Members who are gone, and whose addresses may still stand in the ledgers of mail to many. */
export interface Erasures {
  /** Asks for the addresses of a deleted member to be erased. Label `erasure`. */
  requestErasureWrite(uid: string): TableWrite;
  /** By uid. */
  waiting(): Promise<string[]>;
  /**
   * Leaves the member's copies in an ended mail's ledger, counted as they were, and takes away whose they are. False where
   * news of one came between.
   */
  eraseMember(campaign: Campaign, uid: string): Promise<boolean>;
  done(uid: string): Promise<void>;
}

export interface EraseDeps {
  erasures: Erasures;
  campaigns: Pick<Campaigns, 'latest'>;
  letters: Pick<MessageStore, 'get' | 'put'>;
}

/**
 * Takes members who are gone out of every mail that has ended; one that has not sends them nothing, still counts them, and
 * is looked at again the next time. Any of it may be done twice.
 */
export async function eraseAddresses(deps: EraseDeps): Promise<void> {
  for (const uid of await deps.erasures.waiting()) {
    let isWhole = true;
    for await (const { items } of everyPage((cursor) => deps.campaigns.latest(PAGE, cursor))) {
      for (const campaign of items) {
        if (!isFinished(campaign) || !(await eraseFrom(deps, campaign, uid))) isWhole = false;
      }
    }
    if (isWhole) await deps.erasures.done(uid);
  }
}

async function eraseFrom(
  { erasures, letters }: EraseDeps,
  campaign: Campaign,
  uid: string,
): Promise<boolean> {
  const isWhole = await erasures.eraseMember(campaign, uid);
  const letter = await letters.get(campaign.id);
  const recipients = letter?.recipients.filter((recipient) => recipient.uid !== uid) ?? [];
  if (letter && recipients.length < letter.recipients.length)
    await letters.put(campaign.id, { ...letter, recipients });
  return isWhole;
}
