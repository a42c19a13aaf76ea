import { addDays, formatLongDate, hongKongDate, hongKongInstant } from '#shared/hong-kong';
import type { Period } from '#shared/membership-periods';
import { formatMoney } from '#shared/money';
import {
  type Addressee,
  CONTACT_ADDRESS,
  createMail,
  type MailContext,
  membershipText,
  openMembership,
  type TransactionalMail,
} from '../mail.ts';

/** Sent after a payment that extended the membership. `validUntil` is YYYY-MM-DD. */
export const feeReceivedMail = (
  context: MailContext,
  to: Addressee,
  receiptNumber: string,
  validUntil: string,
): TransactionalMail =>
  createMail(context, to, {
    subject: `Payment received: you are a member until ${formatLongDate(validUntil)}`,
    preheader: `Receipt ${receiptNumber}. Thank you.`,
    parts: [
      'Thank you. We have received your annual membership fee.',
      {
        facts: [
          ['Valid until', formatLongDate(validUntil)],
          ['Receipt number', receiptNumber],
        ],
      },
      openMembership('Download your receipt or create your membership card under Membership Status:'),
    ],
  });

/** Money that was paid at a time. */
interface PaidAmount {
  currency: string;
  amountMinorUnits: number;
  paidAt: Date;
}

/** Sent after a payment by a member who is already paid a year ahead. */
export const overpaymentMail = (
  context: MailContext,
  to: Addressee & { activeUntil: string },
  { currency, amountMinorUnits, paidAt }: PaidAmount,
): TransactionalMail =>
  createMail(context, to, {
    subject: 'Payment received: your membership was already paid',
    preheader: 'Our treasurer will contact you about this payment.',
    parts: [
      `We received ${formatMoney(currency, amountMinorUnits)} on ${formatLongDate(hongKongDate(paidAt))}. Your membership was already paid until ${formatLongDate(to.activeUntil)}, so this payment didn't extend it.`,
      "Our treasurer will review the payment and contact you. You don't need to do anything, and you don't need to pay again.",
      openMembership('You can see your membership and your receipts under Membership Status:'),
    ],
  });

/** Sent when an administrator sends a receipt again, or a credit note. */
export function receiptMail(
  context: MailContext,
  to: Addressee,
  receipt: Omit<PaidAmount, 'paidAt'> & { number: string; cancels?: string | undefined; paidOn: string },
): TransactionalMail {
  const { number, cancels, currency, amountMinorUnits, paidOn } = receipt;
  const name = cancels ? 'credit note' : 'receipt';
  return createMail(context, to, {
    subject: `Your ${name} ${number}`,
    preheader: 'You can open it under Membership Status.',
    parts: [
      `This is about the ${name} for your payment of ${formatMoney(currency, amountMinorUnits)} on ${formatLongDate(paidOn)}.`,
      ...(cancels ? [`It cancels receipt ${cancels}.`] : []),
      openMembership(`Open ${name} ${number} under Membership Status:`),
    ],
  });
}

/**
 * Sent after an administrator voided a bank transfer, or replaced it by a correct one. Numbers of documents are absent
 * where there is none.
 */
export function transferChangedMail(
  context: MailContext,
  to: Addressee,
  change: {
    transfer: PaidAmount;
    isVoid: boolean;
    receipt?: string | undefined;
    creditNote?: string | undefined;
    newReceipt?: string | undefined;
    activePeriods: readonly Period[];
  },
): TransactionalMail {
  const { isVoid, receipt, creditNote, newReceipt, activePeriods } = change;
  const { currency, amountMinorUnits, paidAt } = change.transfer;
  const transfer = `your bank transfer of ${formatMoney(currency, amountMinorUnits)} on ${formatLongDate(hongKongDate(paidAt))}`;
  const rows: [string, string | undefined][] = [
    ['Cancelled receipt', receipt],
    ['Credit note', creditNote],
    ['New receipt', newReceipt],
    ['Membership', membershipText(context, activePeriods)],
  ];
  const facts = rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
  return createMail(context, to, {
    subject: isVoid ? 'Your bank transfer was voided' : 'Your bank transfer was corrected',
    preheader: receipt
      ? `Receipt ${receipt} is cancelled by credit note ${creditNote}.`
      : 'Your membership record has changed.',
    parts: [
      isVoid
        ? `We have voided ${transfer}. It no longer counts for your membership.`
        : `We had recorded ${transfer} with a mistake, and have now corrected it.`,
      ...(receipt ? [`Receipt ${receipt} is no longer valid. Credit note ${creditNote} cancels it.`] : []),
      ...(facts.length > 0 ? [{ facts }] : []),
      openMembership(
        receipt || newReceipt
          ? 'You can see your membership and open these documents under Membership Status:'
          : 'You can see your membership under Membership Status:',
      ),
      `If you think that this is wrong, write to ${CONTACT_ADDRESS}.`,
    ],
  });
}

/**
 * Sent to a member whose membership is about to end, or has ended. `end`, and `paidUntil`, the new end after a payment
 * today, are YYYY-MM-DD.
 */
export function membershipEndingMail(
  context: MailContext,
  to: Addressee,
  { end, paidUntil, hasEnded }: { end: string; paidUntil: string; hasEnded: boolean },
): TransactionalMail {
  const [lastDay, next] = [formatLongDate(end), formatLongDate(paidUntil)];
  const justPaid =
    'If you have just paid, you can ignore this email. It can take a few minutes before your membership is updated.';
  return hasEnded
    ? createMail(context, to, {
        subject: `Your membership ended on ${lastDay}`,
        preheader: `Pay the annual fee to be a member until ${next}.`,
        parts: [
          `Your Asia Graphics Association membership ended on ${lastDay}. You still have your account and your records.`,
          openMembership(
            `You can become a member again at any time. Pay the annual fee now to be a member until ${next}:`,
          ),
          justPaid,
        ],
      })
    : createMail(context, to, {
        subject: `Your membership ends on ${lastDay}`,
        sendBefore: hongKongInstant(addDays(end, 1)).toISOString(),
        preheader: `Renew now to stay a member until ${next}.`,
        parts: [
          `Your Asia Graphics Association membership is valid until ${lastDay}, including that day.`,
          openMembership(`Pay the annual fee to stay a member until ${next}:`),
          justPaid,
        ],
      });
}
