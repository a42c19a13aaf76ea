import type { AuditAction } from '#shared/audit-choices';
import type { ErrorCode } from '#shared/errors';
import { personName } from '#shared/person-name';
import { actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import { commitWithEntry } from '../../audit/repository.ts';
import type { Member } from '../../members/member.ts';
import type { ChangeContext, Context } from '../../platform/context.ts';
import { keys } from '../../platform/table/schema.ts';
import { update } from '../../platform/table/writes.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { Campaign } from './campaign.ts';
import { dueFrom } from './campaign-repository.ts';
import { findCampaignOrThrow, startOrSchedule } from './create-campaign.ts';

interface Change {
  action: AuditAction;
  /** The states in which it can be made, and the error in any other. */
  from: readonly Campaign['state'][];
  error: ErrorCode;
  /** What it sets on the campaign's row, and what it removes. */
  values: (campaign: Campaign, now: string, name: string) => Partial<Campaign>;
  removed?: readonly (keyof Campaign)[];
}

const changes: Record<'cancel' | 'pause' | 'resume', Change> = {
  cancel: {
    action: 'cancel-campaign',
    from: ['scheduled', 'sending', 'paused'],
    error: 'campaign-finished',
    // It stays due until every delivery that was being sent has an outcome.
    values: (_campaign, now, name) => ({
      state: 'cancelled',
      note: `Cancelled by ${name}.`,
      endedAt: now,
      ...dueFrom(now),
    }),
  },
  pause: {
    action: 'pause-campaign',
    from: ['sending'],
    error: 'campaign-not-sending',
    values: (_campaign, _now, name) => ({ state: 'paused', note: `Paused by ${name}.` }),
  },
  resume: {
    action: 'resume-campaign',
    from: ['paused'],
    error: 'campaign-not-paused',
    // All that waits is sent from here on, and failures are counted from here.
    values: ({ finished, bounced, complained }, now) => ({
      state: 'sending',
      countsAtResume: { finished, bounced, complained },
      ...dueFrom(now),
    }),
    removed: ['note', 'rejectedInRow', 'inDoubtInRow'],
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
  const { action, from, error, values, removed } = changes[change];
  for (;;) {
    const campaign = await findCampaignOrThrow(context, id);
    if (!from.includes(campaign.state)) throw new DomainError(error);
    const details = { campaign: id, subject: campaign.subject };
    const entry = createAuditEntry(context, { actor: actorFromMember(member), action, details });
    const { state } = campaign;
    const changed = values(campaign, context.now().toISOString(), personName(member));
    const failed = await commitWithEntry(context, entry, [
      update('campaign', keys.mail(id), changed, { state }, removed),
    ]);
    // It began, paused or ended just now.
    if (failed.length > 0) continue;
    if (change === 'resume') await startOrSchedule(context, { ...campaign, state: 'sending' });
    if (state === 'scheduled')
      await context.schedules
        .remove(id)
        .catch((cause: unknown) => context.log({ level: 'warn', event: 'schedule-not-deleted', id, cause }));
    return;
  }
}
