import { type Actor, createAuditEntry } from '../../audit/audit.ts';
import { enforceLimit } from '../../limits/enforce-limit.ts';
import { limitRules } from '../../limits/limits.ts';
import type { Caller, Member } from '../../members/member.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { type Campaign, deliveryStatus, isFinished } from './campaign.ts';
import {
  authorOf,
  buildCampaign,
  type CampaignStarters,
  type CampaignsDeps,
  commitCampaign,
  confirmManyRecipients,
  findCampaignOrThrow,
  findMessageOrThrow,
} from './create-campaign.ts';
import type { MessageContent } from './message-store.ts';

export type ResendDeps = Pick<
  CampaignsDeps,
  'now' | 'randomBytes' | 'log' | 'table' | 'campaigns' | 'deliveries' | 'messages' | 'audit'
> &
  CampaignStarters;

/**
 * Sends the same message as a new campaign to the addresses that the first one did not reach, or may not have reached. A
 * repeated call resolves to the same new campaign.
 */
export async function resendCampaign(
  deps: ResendDeps,
  id: string,
  {
    actor,
    sender,
    permit = async () => {},
  }: {
    actor: Actor;
    /** Whose name the new campaign has; without one, as the first. */
    sender?: Member;
    /** Throws where the caller may not send so many. */
    permit?: (recipients: number) => Promise<void>;
  },
): Promise<string> {
  const before = await findCampaignOrThrow(deps, id);
  if (before.resentAs !== undefined) return before.resentAs;
  if (!isFinished(before)) throw new DomainError('campaign-not-finished');
  const message = await findMessageOrThrow(deps, id);
  const recipients = await recipientsToRetry(deps, before, message);
  for (const { key } of message.attachments) {
    if ((await deps.messages.getAttachment(key)) === undefined)
      throw new DomainError('campaign-message-deleted');
  }

  await permit(recipients.length);
  const { subject, replyTo, attachments, senderUid, senderName } = before;
  const author = sender ? authorOf(sender) : { senderUid, senderName };
  const retry = { sendAt: deps.now(), total: recipients.length, replyTo, attachments, resendOf: id };
  const campaign = buildCampaign(deps, author, subject, retry);
  await deps.messages.putMessage(campaign.id, { ...message, recipients });
  const entry = createAuditEntry(deps, {
    actor,
    action: 'resend-campaign',
    details: { campaign: id, subject },
  });
  // There is only ever one resend: its key counts from the creation of the first campaign.
  const idempotencyKey = `resend-${id}`;
  const mark = { idempotencyKey, sinceIso: before.createdAt };
  return commitCampaign(deps, campaign, mark, deps.audit.entryWrites(entry));
}

async function recipientsToRetry(
  { deliveries }: Pick<CampaignsDeps, 'deliveries'>,
  before: Campaign,
  message: MessageContent,
) {
  const wanted = new Set<string>();
  for await (const delivery of deliveries.walkDeliveries(before.id)) {
    const status = deliveryStatus(delivery, before);
    // A delivery in flight after a cancellation may still become unknown, and there is only ever one resend.
    if (status === 'sending') throw new DomainError('campaign-not-finished');
    if (status === 'failed' || status === 'unknown') wanted.add(delivery.uid);
  }
  const recipients = message.recipients.filter(({ uid }) => wanted.has(uid));
  if (recipients.length === 0) throw new DomainError('campaign-nothing-to-resend');
  return recipients;
}

/** Whether an administrator may resend to so many. @throws `second-factor-stale`, and an error while the limit is used up */
export async function permitResend(deps: CampaignsDeps, caller: Caller, recipients: number): Promise<void> {
  await confirmManyRecipients(deps, caller, recipients);
  await enforceLimit(deps, limitRules.campaigns, caller.member.uid);
}
