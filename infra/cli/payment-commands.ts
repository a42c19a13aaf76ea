import type { Command } from 'commander';
import { ReceiptNumber } from '#contract/payments';
import { MEMBERSHIP_TYPES, type MembershipType, reviewReasonNames } from '#shared/choices';
import { TransferDay } from '#shared/fields';
import { hongKongDate } from '#shared/hong-kong';
import { CURRENCY, formatMoney, toMinorUnits } from '#shared/money';
import site from '../../content/site.json' with { type: 'json' };
import type { Operator } from '../../functions/handlers/operator.ts';
import type { OpsLine } from '../command-line.ts';
import { StartupError } from '../local/disk/errors.ts';
import { writeNewFile } from '../local/disk/files.ts';
import { addLedgerCommand } from './ledger-command.ts';
import { listing } from './listing.ts';
import {
  addOperatorCommand,
  amountOption,
  type CliContext,
  choiceOption,
  fieldOption,
  flagOption,
  newFileOption,
  type Reason,
  reasonOption,
  required,
  textOption,
} from './options.ts';

export function addPaymentCommands(program: Command, context: CliContext): void {
  addTransferCommands(program, context);
  addLedgerCommand(program, context);
  addOperatorCommand(program, context, {
    usage: 'payments',
    description: 'List payments to review.',
    run: async (operator) =>
      listing(await operator.listPaymentsForReview(), {
        none: 'No payments to review.',
        cells: paymentCells,
      }),
  });
  addOperatorCommand(program, context, {
    usage: 'resolve-payment <PAYMENT>',
    description: 'Mark a payment as resolved. Give what you did as --reason.',
    options: [reasonOption('what you did about it')],
    run: async (operator, paymentId, { reason }: Reason) => {
      await operator.resolvePayment(paymentId, reason);
      return `Payment ${paymentId} resolved.`;
    },
  });
  addReceiptCommands(program, context);
}

interface Transfer {
  type: MembershipType;
  amount: number;
  date: string;
  reference: string;
  otherAmount?: true;
}
const transferOptions = () => [
  required(choiceOption('type', MEMBERSHIP_TYPES, 'the type of membership')),
  required(amountOption()),
  required(
    fieldOption('date', TransferDay, {
      placeholder: 'DATE',
      description: 'the day on which the money arrived',
      sentence: 'a date (YYYY-MM-DD) from 2016-01-01 to today',
    }),
  ),
  required(textOption('reference', { placeholder: 'TEXT', description: "the bank's reference" })),
  flagOption('other-amount', "record an amount that isn't the fee"),
  reasonOption(),
];
const paymentOption = () =>
  required(textOption('payment', { placeholder: 'ID', description: 'as "member NAME" shows it' }));

/** Members transfer the annual fee; any other amount is a mistake until the operator says otherwise. */
function toTransfer({ type, amount, date, reference, otherAmount }: Transfer) {
  const fee = toMinorUnits(site.fees.perYear[type]);
  if (amount !== fee && !otherAmount)
    throw new StartupError(
      `${formatMoney(CURRENCY, amount)} isn't the fee, which is ${formatMoney(CURRENCY, fee)}. If the amount is right, add --other-amount.`,
    );
  return { type, amountMinorUnits: amount, date, reference };
}

function addTransferCommands(program: Command, context: CliContext): void {
  const effect = (
    name: string,
    result: Awaited<ReturnType<Operator['recordBankTransfer']>>,
    line: OpsLine,
  ) =>
    result.outcome === 'fulfilled'
      ? `${name} is a member until ${result.validUntil}.`
      : `${name} has already paid, so the membership wasn't extended. To review the payment, run "${line('payments')}".`;
  addOperatorCommand(program, context, {
    usage: 'bank-transfer <NAME>',
    description: 'Record a bank transfer as payment of the annual fee.',
    options: transferOptions(),
    run: async (operator, name, { reason, ...given }: Reason & Transfer, line) => {
      const result = await operator.recordBankTransfer(name, toTransfer(given), reason);
      return `Bank transfer recorded. ${effect(name, result, line)}`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'correct-bank-transfer <NAME>',
    description:
      'Replace a wrong bank transfer with a correct one. A credit note cancels the old receipt, and the member gets a new one.',
    options: [paymentOption(), ...transferOptions()],
    run: async (
      operator,
      name,
      { payment, reason, ...given }: Reason & Transfer & { payment: string },
      line,
    ) => {
      const result = await operator.correctBankTransfer(name, payment, toTransfer(given), reason);
      return `Bank transfer corrected. ${effect(name, result, line)}`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'void-bank-transfer <NAME>',
    description:
      'Void a bank transfer that was recorded by mistake, or that was sent back. A credit note cancels its receipt, and its reference can be recorded again.',
    options: [
      paymentOption(),
      flagOption(
        'sent-back',
        'the money was sent back: the amount is subtracted today. Without this option, it is removed from the month of the transfer, as recorded by mistake',
      ),
      reasonOption(),
    ],
    run: async (
      operator,
      name,
      { payment: paymentId, sentBack = false, reason }: Reason & { payment: string; sentBack?: boolean },
    ) => {
      await operator.voidBankTransfer(name, { paymentId, isSentBack: sentBack }, reason);
      return `Bank transfer of ${name} voided.`;
    },
  });
}

const numberOption = () =>
  required(
    fieldOption('number', ReceiptNumber, {
      placeholder: 'NUMBER',
      description: 'as "member NAME" or the file of "payments-of-year YEAR --csv FILE" shows it',
      sentence: 'the number of a receipt or credit note, for example AG-000012',
    }),
  );

function addReceiptCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'open-receipt <NAME>',
    description: "Write a member's receipt or credit note to a file, as PDF.",
    options: [numberOption(), required(newFileOption('pdf', 'write the document to this file'))],
    run: async (operator, name, { number, pdf }: { number: string; pdf: string }) => {
      const document = await operator.readReceipt(name, number);
      if (!document) throw new StartupError('The receipt is being prepared. Try again in a minute.');
      await writeNewFile(pdf, document);
      return `${number} written to ${pdf}.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'send-receipt <NAME>',
    description: 'Send a member an email with the link to a receipt or credit note.',
    options: [numberOption()],
    run: async (operator, name, { number }: { number: string }) => {
      await operator.sendReceipt(name, number);
      return `The email about ${number} is sent to ${name} within a minute.`;
    },
  });
}

type PaymentForReview = Awaited<ReturnType<Operator['listPaymentsForReview']>>[number];

function paymentCells(payment: PaymentForReview): (string | undefined)[] {
  const { paymentId, bankReference, paidAt, currency, amountMinorUnits, uid, username, reference, reason } =
    payment;
  const member = username === undefined ? `former member ${uid} (account deleted)` : `member ${uid}`;
  return [
    paymentId,
    hongKongDate(paidAt),
    formatMoney(currency, amountMinorUnits),
    uid ? member : `reference "${reference}"`,
    `${reason}: ${reviewReasonNames[reason]}`,
    bankReference && `bank reference "${bankReference}"`,
  ];
}
