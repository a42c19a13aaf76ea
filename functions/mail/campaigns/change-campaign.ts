import type { AuditAction } from '#shared/audit-choices';
import type { ErrorCode } from '#shared/errors';
import { personName } from '#shared/person-name';
import { actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import { commitWithEntry } from '../../audit/repository.ts';
import type { Member } from '../../members/member.ts';
import type { ChangeContext, Context } from '../../platform/context.ts';
import type { TableWrite } from '../../platform/table/table.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { Campaign } from './campaign.ts';
import { cancelCampaignWrite, pauseCampaignWrite, resumeCampaignWrite } from './campaign-repository.ts';
import { findCampaignOrThrow, startOrSchedule } from './create-campaign.ts';

interface Change {
  action: AuditAction;
  /** The states in which it can be made, and the error in any other. */
  from: readonly Campaign['state'][];
  error: ErrorCode;
  write: (campaign: Campaign, now: Date, name: string) => TableWrite;
}

const changes: Record<'cancel' | 'pause' | 'resume', Change> = {
  cancel: {
    action: 'cancel-campaign',
    from: ['scheduled', 'sending', 'paused'],
    error: 'campaign-finished',
    write: (campaign, now, name) => cancelCampaignWrite(campaign, now, `Cancelled by ${name}.`),
  },
  pause: {
    action: 'pause-campaign',
    from: ['sending'],
    error: 'campaign-not-sending',
    write: (campaign, _now, name) => pauseCampaignWrite(campaign, `Paused by ${name}.`),
  },
  resume: {
    action: 'resume-campaign',
    from: ['paused'],
    error: 'campaign-not-paused',
    write: resumeCampaignWrite,
  },
};

/**
 * After `cancel`, no more deliveries are sent; those in flight still arrive. After `pause`, the same until `resume`.
 * @throws `campaign-not-found`, and the error of the change
 */
export async function changeCampaign(
  context: ChangeContext & Pick<Context, 'log' | 'schedules' | 'queue'>,
  member: Member,
  change: keyof typeof changes,
  id: string,
): Promise<void> {
  const { action, from, error, write } = changes[change];
  for (;;) {
    const campaign = await findCampaignOrThrow(context, id);
    if (!from.includes(campaign.state)) throw new DomainError(error);
    const details = { campaign: id, subject: campaign.subject };
    const entry = createAuditEntry(context, { actor: actorFromMember(member), action, details });
    const changed = write(campaign, context.now(), personName(member));
    const failed = await commitWithEntry(context, entry, [changed]);
    // It began, paused or ended just now.
    if (failed.length > 0) continue;
    if (change === 'resume') await startOrSchedule(context, { ...campaign, state: 'sending' });
    if (campaign.state === 'scheduled')
      await context.schedules
        .remove(id)
        .catch((cause: unknown) => context.log({ level: 'warn', event: 'schedule-not-deleted', id, cause }));
    return;
  }
}
