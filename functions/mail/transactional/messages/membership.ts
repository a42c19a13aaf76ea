import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import { formatMoney } from '#shared/money';
import type { Runtime } from '../../../platform/runtime.ts';
import { type Addressee, createMail, SITE_URL, type TransactionalMail } from '../mail.ts';

/** Sent after a payment that extended the membership. `activeUntil` is YYYY-MM-DD. */
export const feeReceivedMail = (
  deps: Runtime,
  to: Addressee,
  receiptNumber: string,
  activeUntil: string,
): TransactionalMail =>
  createMail(deps, to, {
    subject: `Payment received: you are a member until ${formatLongDate(activeUntil)}`,
    preheader: `Receipt ${receiptNumber}. Thank you.`,
    parts: [
      'Thank you. We have received your annual membership fee.',
      {
        facts: [
          ['Valid until', formatLongDate(activeUntil)],
          ['Receipt number', receiptNumber],
        ],
      },
      {
        text: 'Download your receipt or create your membership card under Membership Status:',
        link: `${SITE_URL}/user/membership`,
        button: 'Open Membership Status',
      },
    ],
  });

/** Sent after a payment by a member who is already paid a year ahead. */
export const overpaymentMail = (
  deps: Runtime,
  to: Addressee & { activeUntil: string },
  { currency, amountMinorUnits, paidAt }: { currency: string; amountMinorUnits: number; paidAt: Date },
): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Payment received: you have paid once too often',
    preheader: 'Our treasurer will contact you about this payment.',
    parts: [
      `We received ${formatMoney(currency, amountMinorUnits)} on ${formatLongDate(hongKongDate(paidAt))}. Your membership was already paid until ${formatLongDate(to.activeUntil)}, so this payment didn't extend it.`,
      "Our treasurer will review the payment and contact you. You don't need to do anything, and you don't need to pay again.",
      {
        text: 'You can see your membership and your receipts under Membership Status:',
        link: `${SITE_URL}/user/membership`,
        button: 'Open Membership Status',
      },
    ],
  });

/**
 * Sent to a member whose membership is about to end, or has ended. `end`, and `paidUntil`, the new end after a payment
 * today, are YYYY-MM-DD.
 */
export function membershipEndingMail(
  deps: Runtime,
  to: Addressee,
  { end, paidUntil, hasEnded }: { end: string; paidUntil: string; hasEnded: boolean },
): TransactionalMail {
  const [lastDay, next] = [formatLongDate(end), formatLongDate(paidUntil)];
  const page = `${SITE_URL}/user/membership`;
  const justPaid =
    'If you have just paid, you can ignore this email. It can take a few minutes before your membership is updated.';
  return hasEnded
    ? createMail(deps, to, {
        subject: `Your membership ended on ${lastDay}`,
        preheader: `Pay the annual fee to be a member until ${next}.`,
        parts: [
          `Your Asia Graphics Association membership ended on ${lastDay}. You still have your account and your records.`,
          {
            text: `You can become a member again at any time. Pay the annual fee now to be a member until ${next}:`,
            link: page,
            button: 'Open Membership Status',
          },
          justPaid,
        ],
      })
    : createMail(deps, to, {
        subject: `Your membership ends on ${lastDay}`,
        preheader: `Renew now to stay a member until ${next}.`,
        parts: [
          `Your Asia Graphics Association membership is valid until ${lastDay}, including that day.`,
          {
            text: `Pay the annual fee to stay a member until ${next}:`,
            link: page,
            button: 'Open Membership Status',
          },
          justPaid,
        ],
      });
}
