import { getPayments, settlePayment as settleCall } from '#contract/treasury';
import { personOf } from '../domain/audit/audit.ts';
import type { DeskNeeds } from '../domain/desk/deed.ts';
import { listPayments, settlePayment } from '../domain/membership/treasury.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';
import { namesOf } from './audit.ts';

export function treasuryRoutes(on: Registrar, ports: DeskNeeds): void {
  on.guarded(getPayments, async ({ caller }) => {
    const open = await listPayments(ports, personOf(caller.member));
    const names = await namesOf(ports);
    return told(
      open.map(({ uid, paidAt, ...payment }) => ({
        ...payment,
        paidAt: paidAt.toISOString(),
        ...(uid !== undefined && { about: { uid, username: names.get(uid) } }),
      })),
    );
  });

  on.guarded(settleCall, async ({ input: { paymentId, reason }, caller }) => {
    await settlePayment(ports, personOf(caller.member), paymentId, reason);
    return told({ outcome: 'settled' });
  });
}
