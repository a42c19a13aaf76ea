import type * as z from 'zod/mini';
import { getMembership, type MembershipRecord } from '#contract/membership';
import { accessMethodNames, membershipTypeNames } from '#shared/choices';
import { toUnits } from '#shared/money';
import type { Ambient } from '../domain/ambient.ts';
import { type HostedPage, offersOf } from '../domain/membership/offers.ts';
import type { Term } from '../domain/membership/term.ts';
import type { Terms } from '../domain/membership/terms.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

export type MembershipNeeds = Pick<Ambient, 'clock'> & {
  terms: Pick<Terms, 'of'>;
  hostedPages: readonly HostedPage[];
};

export function membershipRoutes(on: Registrar, ports: MembershipNeeds): void {
  on.guarded(getMembership, async ({ caller: { member } }) => ({
    ...told((await ports.terms.of(member.uid)).map(recordOf)),
    payment: member.emailVerified
      ? { blocked: null, links: offersOf(ports.hostedPages, member, ports.clock()).map(linkOf) }
      : { blocked: 'email' as const, links: [] },
  }));
}

const recordOf = (term: Term): z.input<typeof MembershipRecord> => ({
  ...term,
  type: membershipTypeNames[term.type],
  accessMethod: accessMethodNames[term.accessMethod],
});

const linkOf = ({ type, feeMinorUnits, ...offer }: ReturnType<typeof offersOf>[number]) => ({
  ...offer,
  type: membershipTypeNames[type],
  fee: toUnits(feeMinorUnits),
});
