import * as contract from '#contract/mail-preferences';
import { recordDailyView } from '../../audit/attempt.ts';
import { actorFromMember } from '../../audit/audit.ts';
import type { Caller } from '../../members/member.ts';
import { ok, type Router } from '../../platform/http/router.ts';
import { getPreferences, unsubscribeWithToken } from './preferences.ts';
import { type SuppressionsDeps, unsuppressAddress } from './suppression.ts';

const SUPPRESSIONS_PER_PAGE = 50;

export function suppressionRoutes(on: Router<Caller>, deps: SuppressionsDeps): void {
  on.guarded(contract.getMailPreferences, async ({ caller }) => {
    const { announcements, suppressedBecause } = await getPreferences(deps, caller.member.uid);
    return ok({ announcements, suppressedBecause: suppressedBecause ?? null });
  });

  on.guarded(contract.setMailPreferences, async ({ input, caller }) => {
    await deps.members.setAnnouncements(caller.member.uid, input.announcements);
    return ok(input, 'Email preferences saved.');
  });

  on.open(contract.unsubscribe, async ({ input }) => {
    await unsubscribeWithToken(deps, input.token);
    return { message: 'You have unsubscribed from announcements.' };
  });

  on.guarded(contract.getSuppressions, async ({ input, caller }) => {
    await recordDailyView(deps, { actor: actorFromMember(caller.member), action: 'view-suppressions' });
    return ok(
      await deps.suppressions.listSuppressions(input.search ?? '', SUPPRESSIONS_PER_PAGE, input.cursor),
    );
  });

  on.guarded(contract.unsuppressAddress, async ({ input, caller }) => {
    await unsuppressAddress(deps, actorFromMember(caller.member), input.address, input.reason);
    return ok(null, 'Address unblocked.');
  });
}
