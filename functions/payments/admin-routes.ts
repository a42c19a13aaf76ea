import * as ledger from '#contract/ledger';
import * as contract from '#contract/payments';
import { pageAfter } from '#shared/paging';
import { actorFromMember } from '../audit/audit.ts';
import { storeExport } from '../exports/store-export.ts';
import type { Caller } from '../members/member.ts';
import { findUsernames } from '../members/repository.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { openReceipt, sendReceipt } from './open-receipt.ts';
import type { PaymentForReview } from './payment.ts';
import { listPaymentsForReview, resolvePayment } from './review.ts';
import { exportLedger, sumYear, viewLedger } from './view-ledger.ts';

const RECEIPT_NOT_READY = { code: 0, msg: 'The receipt is being prepared. Try again in a minute.' };

const PAYMENTS_PER_PAGE = 50;

/** Routes for administrators: receipts, payments for review, and all payments of a year. */
export function paymentAdminRoutes(
  on: Router<Caller>,
  context: Pick<Context, 'table' | 'files' | 'now' | 'randomBytes' | 'log'>,
): void {
  on.guarded(contract.changeReceipt, async ({ input: { action, uid, number }, caller }) => {
    const actor = actorFromMember(caller.member);
    if (action === 'send') {
      await sendReceipt(context, actor, uid, number);
      return { code: 1, msg: 'OK' };
    }
    const url = await openReceipt(context, actor, uid, number);
    return url === undefined ? RECEIPT_NOT_READY : ok({ url });
  });

  on.guarded(contract.getPaymentsForReview, async ({ input: { cursor }, caller }) => {
    const payments = await listPaymentsForReview(context, actorFromMember(caller.member));
    const keyOf = ({ paidAt, paymentId }: PaymentForReview) => `${paidAt.toISOString()}#${paymentId}`;
    const { items, ...page } = pageAfter(payments, keyOf, { cursor, limit: PAYMENTS_PER_PAGE });
    const names = await findUsernames(
      context,
      items.map(({ uid }) => uid),
    );
    return ok({
      ...page,
      items: items.map(({ uid, paidAt, outcome: reason, ...payment }) => ({
        ...payment,
        reason,
        paidAt: paidAt.toISOString(),
        ...(uid !== undefined && { about: { uid, username: names.get(uid) } }),
      })),
    });
  });

  on.guarded(contract.resolvePayment, async ({ input: { paymentId, reason }, caller }) => {
    await resolvePayment(context, actorFromMember(caller.member), paymentId, reason);
    return ok({ outcome: 'resolved' });
  });

  on.guarded(ledger.getLedger, async ({ input, caller }) =>
    ok(await viewLedger(context, actorFromMember(caller.member), input)),
  );

  on.guarded(ledger.getLedgerSums, async ({ input: { year }, caller }) =>
    ok({ cells: await sumYear(context, actorFromMember(caller.member), year) }),
  );

  on.guarded(ledger.exportLedger, async ({ input: { year }, caller }) =>
    ok(await storeExport(context, await exportLedger(context, actorFromMember(caller.member), year))),
  );
}
