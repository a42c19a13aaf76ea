import {
  verifyMembershipCard as checkCall,
  getMembershipCard,
  createMembershipCard as renewCall,
  revokeMembershipCard as revokeCall,
} from '#contract/proof';
import { membershipTypeNames } from '#shared/choices';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import {
  createMembershipCard,
  getCard,
  type OwnProof,
  type OwnProofDeps,
  type ProofCheckDeps,
  revokeMembershipCard,
  verifyMembershipCard,
} from './membership-card.ts';

export function proofRoutes(on: Router<Caller>, deps: OwnProofDeps & ProofCheckDeps): void {
  on.guarded(getMembershipCard, async ({ caller }) => own(await getCard(deps, caller.member.uid)));

  on.guarded(renewCall, async ({ caller }) => own(await createMembershipCard(deps, caller.member.uid)));

  on.guarded(revokeCall, async ({ caller }) => {
    await revokeMembershipCard(deps, caller.member.uid);
    return { message: 'Membership card deleted.' };
  });

  on.open(checkCall, async ({ input, network }) => {
    const { type, checkedAt, ...proven } = await verifyMembershipCard(deps, input.token, network);
    return ok({
      ...proven,
      type: type ? membershipTypeNames[type] : ('' as const),
      checkedAt: checkedAt.toISOString(),
    });
  });
}

const own = (proof: OwnProof) => ok(proof ?? { address: null, issuedAt: null });
