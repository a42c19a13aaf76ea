import type { Command } from 'commander';
import type { ReviewReason } from '#shared/choices';
import { hongKongDate } from '#shared/hong-kong';
import { formatMoney } from '#shared/money';
import type { Operator } from '../../functions/handlers/operator.ts';
import { addOperatorCommand, type CliContext, reasonOption } from './options.ts';

export function addPaymentCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'payments',
    description: 'List payments to review.',
    run: async (operator) => {
      const payments = await operator.listPaymentsForReview();
      return payments.length === 0 ? 'No payments to review.' : payments.map(paymentLine).join('\n');
    },
  });
  addOperatorCommand(program, context, {
    usage: 'resolve-payment <PAYMENT>',
    description: 'Mark a payment as resolved. Give what you did as --reason.',
    options: [reasonOption('what you did about it')],
    run: async (operator, paymentId, { reason }: { reason: string }) => {
      await operator.resolvePayment(paymentId, reason);
      return `Payment ${paymentId} resolved.`;
    },
  });
}

type PaymentForReview = Awaited<ReturnType<Operator['listPaymentsForReview']>>[number];

const reasonTexts: Record<ReviewReason, string> = {
  mode: 'test payment on the live site, or live payment on a test site',
  link: 'paid through an unknown payment page',
  currency: 'not paid in Hong Kong dollars',
  amount: "amount doesn't match the fee",
  'refunded-or-disputed': 'refunded or disputed: review the membership',
  unmatched: 'no matching member',
  overpayment: 'already paid for this period: refund the payment',
};

function paymentLine(payment: PaymentForReview): string {
  const { paymentId, bankReference, paidAt, currency, amountMinorUnits, uid, reference, reason } = payment;
  const amount = formatMoney(currency, amountMinorUnits);
  const payer = uid ? `member ${uid}` : `reference "${reference}"`;
  const transfer = bankReference === undefined ? '' : `  bank reference "${bankReference}"`;
  return `${paymentId}  ${hongKongDate(paidAt)}  ${amount}  ${payer}  ${reason}: ${reasonTexts[reason]}${transfer}`;
}
