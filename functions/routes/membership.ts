import type * as z from 'zod/mini';
import { getMembership, type MembershipRecord } from '#contract/membership';
import { accessMethodNames, membershipTypeNames } from '#shared/choices';
import { toUnits } from '#shared/money';
import type { Runtime } from '../domain/ambient.ts';
import { type HostedPage, paymentOffers } from '../domain/membership/offers.ts';
import type { Term } from '../domain/membership/term.ts';
import type { Terms } from '../domain/membership/terms.ts';
import type { Router } from '../http/register.ts';
import { ok } from '../http/told.ts';

export type MembershipDeps = Pick<Runtime, 'now'> & {
  terms: Pick<Terms, 'of'>;
  hostedPages: readonly HostedPage[];
};

export function membershipRoutes(on: Router, deps: MembershipDeps): void {
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
