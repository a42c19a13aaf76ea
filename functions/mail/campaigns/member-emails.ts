import type { MemberEmail } from '#contract/member-records';
import type { Page } from '#shared/paging';
import { canonicalize } from '#shared/text';
import type { Member } from '../../members/member.ts';
import type { WithTable } from '../../platform/context.ts';
import { listTransactionalEmails } from '../transactional/repository.ts';
import { type Campaign, deliveryStatus } from './campaign.ts';
import { listCampaigns } from './campaign-repository.ts';
import { findDeliveries } from './delivery-repository.ts';

/** About a year of them. */
const CAMPAIGNS_AT_ONCE = 50;

/**
 * One page of the emails to a member, the latest first by the time when they were written: a campaign is written before
 * its send time.
 */
export async function listMemberEmails(
  context: WithTable,
  member: Pick<Member, 'uid' | 'email'>,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page<MemberEmail>> {
  const items: MemberEmail[] = [];
  let next: string | undefined;
  for await (const { place, ...email } of walkMemberEmails(context, member, cursor)) {
    if (items.length === limit) return { items, next };
    items.push(email);
    next = place;
  }
  return { items };
}

/**
 * All emails to a member, each with its place: the time when it was written, and its id. Campaigns are found by the member's address, and by the addresses to which the member got codes
 * and notices: an address that was changed got one about that.
 */
export async function* walkMemberEmails(
  context: WithTable,
  { uid, email }: Pick<Member, 'uid' | 'email'>,
  from?: string,
): AsyncGenerator<MemberEmail & { place: string }, void> {
  const transactional = await listTransactionalEmails(context, uid);
  const addresses = [...new Set([email, ...transactional.map(({ address }) => address)].map(canonicalize))];
  let cursor = from;
  do {
    // What is older than the end of the list is read with its next page.
    const { items, next: end = '' } = await listCampaigns(context, CAMPAIGNS_AT_ONCE, cursor);
    const candidates = [
      ...transactional.map((each) => ({ ...each, place: `${each.at}#${each.id}`, campaign: undefined })),
      ...items.flatMap((campaign) => sentTo(addresses, campaign)),
    ]
      .filter(({ place }) => place >= end && (cursor === undefined || place < cursor))
      .toSorted((one, other) => (one.place < other.place ? 1 : -1));
    const found = await findDeliveries(
      context,
      candidates.map(({ id, address }) => ({ mailId: id, address })),
    );
    for (const [index, { campaign, ...candidate }] of candidates.entries()) {
      const delivery = found[index];
      // The address may have been another member's.
      if (!delivery || (campaign && delivery.uid !== uid)) continue;
      yield {
        ...candidate,
        address: delivery.address,
        kind: campaign ? 'campaign' : 'transactional',
        state: deliveryStatus(delivery, campaign ?? { state: 'sending' }),
        detail: delivery.reason,
      };
    }
    cursor = end || undefined;
  } while (cursor !== undefined);
}

/** The campaign as it would be to each address. */
const sentTo = (addresses: readonly string[], campaign: Campaign) =>
  addresses.map((address) => ({
    id: campaign.id,
    subject: campaign.subject,
    at: campaign.sendAt,
    address,
    place: `${campaign.createdAt}#${campaign.id}`,
    campaign,
  }));
