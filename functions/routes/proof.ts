import {
  checkProof as checkCall,
  getProof,
  renewProof as renewCall,
  revokeProof as revokeCall,
} from '#contract/proof';
import { membershipTypeNames } from '#shared/choices';
import {
  checkProof,
  type OwnProof,
  type OwnProofNeeds,
  type ProofCheckNeeds,
  proofOf,
  renewProof,
  revokeProof,
} from '../domain/membership/proof.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

export function proofRoutes(on: Registrar, ports: OwnProofNeeds & ProofCheckNeeds): void {
  on.guarded(getProof, async ({ caller }) => own(await proofOf(ports, caller.member.uid)));

  on.guarded(renewCall, async ({ caller }) => own(await renewProof(ports, caller.member.uid)));

  on.guarded(revokeCall, async ({ caller }) => {
    await revokeProof(ports, caller.member.uid);
    return { message: 'Membership card deleted.' };
  });

  on.open(checkCall, async ({ input, network }) => {
    const { type, checkedAt, ...proven } = await checkProof(ports, input.token, network);
    return told({
      ...proven,
      type: type ? membershipTypeNames[type] : ('' as const),
      checkedAt: checkedAt.toISOString(),
    });
  });
}

const own = (proof: OwnProof) => told(proof ?? { address: null, issuedAt: null });
