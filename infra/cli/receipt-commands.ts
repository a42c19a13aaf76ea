import type { Command } from 'commander';
import { ReceiptNumber } from '#contract/payments';
import { StartupError } from '../local/disk/errors.ts';
import { writeNewFile } from '../local/disk/files.ts';
import { addOperatorCommand, type CliContext, fieldOption, newFileOption, required } from './options.ts';

const numberOption = () =>
  required(
    fieldOption('number', ReceiptNumber, {
      placeholder: 'NUMBER',
      description: 'as "member NAME" or the file of "payments-of-year YEAR --csv FILE" shows it',
      sentence: 'the number of a receipt or credit note, for example AG-000012',
    }),
  );

export function addReceiptCommands(program: Command, context: CliContext): void {
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
