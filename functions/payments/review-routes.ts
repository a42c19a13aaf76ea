import { getPaymentsForReview, resolvePayment as settleCall } from '#contract/treasury';
import { pageAfter } from '#shared/paging';
import { usernamesByUid } from '../account/audit-routes.ts';
import type { DeskDeps } from '../admin/admin-action.ts';
import { actorFromMember } from '../audit/audit.ts';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import { listPaymentsForReview, resolvePayment, type SetAside } from './review.ts';

const PAYMENTS_PER_PAGE = 50;

export function treasuryRoutes(on: Router<Caller>, deps: DeskDeps): void {
  on.guarded(getPaymentsForReview, async ({ input: { cursor }, caller }) => {
    const open = await listPaymentsForReview(deps, actorFromMember(caller.member));
    const names = await usernamesByUid(deps);
    const keyOf = ({ paidAt, paymentId }: SetAside) => `${paidAt.toISOString()}#${paymentId}`;
    const { items, ...page } = pageAfter(open, keyOf, { cursor, limit: PAYMENTS_PER_PAGE });
    return ok({
      ...page,
      items: items.map(({ uid, paidAt, ...payment }) => ({
        ...payment,
        paidAt: paidAt.toISOString(),
        ...(uid !== undefined && { about: { uid, username: names.get(uid) } }),
      })),
    });
  });

  on.guarded(settleCall, async ({ input: { paymentId, reason }, caller }) => {
    await resolvePayment(deps, actorFromMember(caller.member), paymentId, reason);
    return ok({ outcome: 'settled' });
  });
}
