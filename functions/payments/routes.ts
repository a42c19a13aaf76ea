import { confirmPayment as confirmCall, getReceipt, paymentWebhook } from '#contract/payments';
import { formatLongDate } from '#shared/hong-kong';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import { type Confirmation, type ConfirmationDeps, confirmPayment } from './confirm-payment.ts';
import { type GetReceiptDeps, getReceiptLink } from './get-receipt.ts';
import { handlePaymentEvent, type ReceiveEventDeps } from './handle-payment-event.ts';

type Ports = ConfirmationDeps & GetReceiptDeps & ReceiveEventDeps;

const reasons: Record<Exclude<Confirmation, 'confirmed'>, string> = {
  'under-way':
    'Your payment is under way: the bank has not confirmed it yet. Please try again in a few minutes.',
  'set-aside': 'Your payment was received but does not extend your membership. The treasurer looks at it.',
  none: 'No payment was found. If you have just paid, please try again in a few minutes.',
  unreachable: 'The payment service cannot be reached. Nothing is lost: please try again in a few minutes.',
};

export function paymentRoutes(on: Router<Caller>, deps: Ports): void {
  on.guarded(confirmCall, async ({ caller }) => {
    const confirmation = await confirmPayment(deps, caller.member);
    if (confirmation !== 'confirmed') return { success: false, message: reasons[confirmation] };
    const { activeUntil } = (await deps.terms.holder(caller.member.uid)) ?? caller.member;
    return {
      success: true,
      message: `Your payment is confirmed. Your membership is valid until ${formatLongDate(activeUntil)}.`,
    };
  });

  on.guarded(getReceipt, async ({ input, caller }) => {
    const url = await getReceiptLink(deps, caller.member.uid, input.number);
    return url === undefined
      ? { code: 0, msg: 'Your receipt is being made. Please try again in a minute.' }
      : ok({ url });
  });

  on.open(paymentWebhook, async ({ input }) => {
    await handlePaymentEvent(deps, input.text, input.signature);
    return { received: true as const };
  });
}
