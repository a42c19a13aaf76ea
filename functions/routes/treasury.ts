import { getPayments, settlePayment as settleCall } from '#contract/treasury';
import { actorFromMember } from '../domain/audit/audit.ts';
import type { DeskDeps } from '../domain/desk/deed.ts';
import { listPaymentsForReview, settlePayment } from '../domain/membership/treasury.ts';
import type { Router } from '../http/register.ts';
import { ok } from '../http/told.ts';
import { usernamesByUid } from './audit.ts';

export function treasuryRoutes(on: Router, deps: DeskDeps): void {
  on.guarded(getPayments, async ({ caller }) => {
    const open = await listPaymentsForReview(deps, actorFromMember(caller.member));
    const names = await usernamesByUid(deps);
    return ok(
      open.map(({ uid, paidAt, ...payment }) => ({
        ...payment,
        paidAt: paidAt.toISOString(),
        ...(uid !== undefined && { about: { uid, username: names.get(uid) } }),
      })),
    );
  });

  on.guarded(settleCall, async ({ input: { paymentId, reason }, caller }) => {
    await settlePayment(deps, actorFromMember(caller.member), paymentId, reason);
    return ok({ outcome: 'settled' });
  });
}
