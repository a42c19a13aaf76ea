import { confirmPayment as confirmCall, getReceipt, paymentWebhook } from '#contract/payments';
import { formatLongDate } from '#shared/hong-kong';
import {
  type Confirmation,
  type ConfirmationNeeds,
  confirmPayment,
} from '../domain/membership/confirm-payment.ts';
import { type GetReceiptNeeds, linkToReceipt } from '../domain/membership/get-receipt.ts';
import { type ReceiveEventNeeds, receiveEvent } from '../domain/membership/receive-event.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

type Ports = ConfirmationNeeds & GetReceiptNeeds & ReceiveEventNeeds;

const reasons: Record<Exclude<Confirmation, 'confirmed'>, string> = {
  'under-way':
    'Your payment is under way: the bank has not confirmed it yet. Please try again in a few minutes.',
  'set-aside': 'Your payment was received but does not extend your membership. The treasurer looks at it.',
  none: 'No payment was found. If you have just paid, please try again in a few minutes.',
  unreachable: 'The payment service cannot be reached. Nothing is lost: please try again in a few minutes.',
};

export function paymentRoutes(on: Registrar, ports: Ports): void {
  on.guarded(confirmCall, async ({ caller }) => {
    const confirmation = await confirmPayment(ports, caller.member);
    if (confirmation !== 'confirmed') return { success: false, message: reasons[confirmation] };
    const { activeUntil } = (await ports.terms.holder(caller.member.uid)) ?? caller.member;
    return {
      success: true,
      message: `Your payment is confirmed. Your membership is valid until ${formatLongDate(activeUntil)}.`,
    };
  });

  on.guarded(getReceipt, async ({ input, caller }) => {
    const url = await linkToReceipt(ports, caller.member.uid, input.number);
    return url === undefined
      ? { code: 0, msg: 'Your receipt is being made. Please try again in a minute.' }
      : told({ url });
  });

  on.open(paymentWebhook, async ({ input }) => {
    await receiveEvent(ports, input.text, input.signature);
    return { received: true as const };
  });
}
