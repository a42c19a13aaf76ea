import type { ReviewReason } from '#shared/choices';
import { formatMoney } from '#shared/money';
import type { Operator } from '../../functions/handlers/operator.ts';
import type { Command } from './command.ts';
import { wanted } from './options.ts';

type SetAside = Awaited<ReturnType<Operator['payments']>>[number];

export const paymentCommands: Readonly<Record<string, Command>> = {
  treasurer: {
    takesName: '',
    nameIsOptional: true,
    does: 'lists the payments that a person has to look at',
    run: async (operator) => {
      const open = await operator.payments();
      return open.length === 0 ? 'There is no payment to look at.' : open.map(lineOf).join('\n');
    },
  },
  settle: {
    takesName: 'PAYMENT',
    takes: '--reason TEXT',
    does: 'takes a payment off that list, with what was done about it',
    run: async (operator, given) => {
      await operator.resolvePayment(given.name, wanted(given, 'reason'));
      return `${given.name} is off the list.`;
    },
  },
};

const why: Record<ReviewReason, string> = {
  mode: 'test money, or real money on a trial stage',
  link: 'paid on a page that is not ours',
  currency: 'not in Hong Kong dollars',
  amount: 'not the fee of its page',
  'refunded-or-disputed': 'refunded or disputed: decide on the membership',
  unmatched: 'names no member',
  overpayment: 'the member is a year ahead: refund it',
};

function lineOf({ paymentId, paidAt, currency, amountMinorUnits, uid, reference, reason }: SetAside): string {
  const amount = formatMoney(currency, amountMinorUnits);
  const whose = uid ? `member ${uid}` : `reference "${reference}"`;
  return `${paymentId}  ${paidAt.toISOString()}  ${amount}  ${whose}  ${reason}: ${why[reason]}`;
}
