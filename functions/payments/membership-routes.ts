import type * as z from 'zod/mini';
import { getMembership, type MembershipRecord } from '#contract/membership';
import { accessMethodNames, membershipTypeNames } from '#shared/choices';
import { toUnits } from '#shared/money';
import type { Caller } from '../members/member.ts';
import type { Term } from '../memberships/term.ts';
import type { Terms } from '../memberships/terms.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type HostedPage, paymentOffers } from './offers.ts';

export type MembershipDeps = Pick<Runtime, 'now'> & {
  terms: Pick<Terms, 'of'>;
  hostedPages: readonly HostedPage[];
};

export function membershipRoutes(on: Router<Caller>, deps: MembershipDeps): void {
  on.guarded(getMembership, async ({ caller: { member } }) => ({
    ...ok((await deps.terms.of(member.uid)).map(recordOf)),
    payment: member.emailVerified
      ? { blocked: null, links: paymentOffers(deps.hostedPages, member, deps.now()).map(linkOf) }
      : { blocked: 'email' as const, links: [] },
  }));
}

const recordOf = (term: Term): z.input<typeof MembershipRecord> => ({
  ...term,
  type: membershipTypeNames[term.type],
  accessMethod: accessMethodNames[term.accessMethod],
});

const linkOf = ({ type, feeMinorUnits, ...offer }: ReturnType<typeof paymentOffers>[number]) => ({
  ...offer,
  type: membershipTypeNames[type],
  fee: toUnits(feeMinorUnits),
});
