import * as contract from '#contract/membership';
import type { Caller } from '../members/member.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Router } from '../platform/http/router.ts';
import {
  createCard,
  type MembershipCard,
  revokeCard,
  toMembershipCard,
  verifyCard,
} from './membership-card.ts';

export function membershipCardRoutes(
  on: Router<Caller>,
  context: Pick<Context, 'table' | 'siteUrl' | 'now' | 'randomBytes' | 'log'>,
): void {
  on.guarded(contract.getMembershipCard, async ({ caller }) =>
    toReply(toMembershipCard(context, caller.member)),
  );

  on.guarded(contract.changeMembershipCard, async ({ input, caller }) => {
    const { uid } = caller.member;
    if (input.action === 'create') return toReply(await createCard(context, uid));
    await revokeCard(context, uid);
    return toReply(undefined);
  });

  on.open(contract.verifyMembershipCard, async ({ input, network }) =>
    ok(await verifyCard(context, input.token, network)),
  );
}

const toReply = (card: MembershipCard | undefined) => ok(card ?? { address: null, issuedAt: null });
