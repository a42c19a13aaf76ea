import * as contract from '#contract/mail-preferences';
import { recordDailyView } from '../../audit/attempt.ts';
import { actorFromMember } from '../../audit/audit.ts';
import type { Caller } from '../../members/member.ts';
import { setAnnouncements } from '../../members/repository.ts';
import type { ChangeContext, Context } from '../../platform/context.ts';
import { ok, type Router } from '../../platform/http/router.ts';
import { getPreferences, listSuppressions, unsubscribeWithToken, unsuppressAddress } from './recipients.ts';

const SUPPRESSIONS_PER_PAGE = 50;

export function suppressionRoutes(
  on: Router<Caller>,
  context: ChangeContext & Pick<Context, 'keyedHash'>,
): void {
  on.guarded(contract.getMailPreferences, async ({ caller }) =>
    ok(await getPreferences(context, caller.member.uid)),
  );

  on.guarded(contract.setMailPreferences, async ({ input, caller }) => {
    await setAnnouncements(context, caller.member.uid, input.announcements);
    return ok(input, 'Email preferences saved.');
  });

  on.open(contract.unsubscribe, async ({ input }) => {
    await unsubscribeWithToken(context, input.token);
    return { message: 'You have unsubscribed from announcements.' };
  });

  on.guarded(contract.getSuppressions, async ({ input, caller }) => {
    await recordDailyView(context, { actor: actorFromMember(caller.member), action: 'view-suppressions' });
    return ok(await listSuppressions(context, input.search ?? '', SUPPRESSIONS_PER_PAGE, input.cursor));
  });

  on.guarded(contract.unsuppressAddress, async ({ input, caller }) => {
    await unsuppressAddress(context, actorFromMember(caller.member), input.address, input.reason);
    return ok(null, 'Address unblocked.');
  });
}
