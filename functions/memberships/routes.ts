import * as contract from '#contract/membership';
import type { Caller } from '../members/member.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { cardLink, changeCard, verifyCard } from './membership-card.ts';

export function membershipCardRoutes(
  on: Router<Caller>,
  context: Pick<Context, 'table' | 'siteUrl' | 'now' | 'randomBytes' | 'log'>,
): void {
  on.guarded(contract.getMembershipCard, async ({ caller }) => ok(cardLink(context, caller.member)));

  on.guarded(contract.changeMembershipCard, async ({ input, caller }) =>
    ok(cardLink(context, await changeCard(context, caller.member.uid, input.action))),
  );

  on.open(contract.verifyMembershipCard, async ({ input, network }) =>
    ok(await verifyCard(context, input.token, network)),
  );
}
