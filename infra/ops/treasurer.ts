import type { SetAside, wireTreasurer } from '../../functions/wire/treasurer.ts';

type Treasurer = ReturnType<typeof wireTreasurer>;

/** What the treasurer can have done: what each takes, and what it does, for the list of commands. */
export const treasurerCommands = {
  treasurer: { takes: '', does: 'lists the payments that a person has to look at' },
  settle: {
    takes: 'PAYMENT --reason TEXT',
    does: 'takes a payment off that list, with what was done about it',
  },
} as const;
export type TreasurerCommand = keyof typeof treasurerCommands;

export const isTreasurerCommand = (name: string | undefined): name is TreasurerCommand =>
  name !== undefined && Object.hasOwn(treasurerCommands, name);

const why: Record<SetAside['reason'], string> = {
  mode: 'test money, or real money on a trial stage',
  link: 'paid on a page that is not ours',
  currency: 'not in Hong Kong dollars',
  amount: 'not the fee of its page',
  'taken-back': 'refunded or disputed: decide on the membership',
  unmatched: 'names no member',
  surplus: 'the member is a year ahead: refund it',
};

/** Does it and returns what to print. */
export async function runTreasurerCommand(
  treasurer: Treasurer,
  name: TreasurerCommand,
  [payment, ...rest]: string[],
  reason = '',
): Promise<string> {
  if (name === 'treasurer') {
    if (payment !== undefined) throw new Error('Give nothing else: treasurer');
    const open = await treasurer.open();
    return open.length === 0 ? 'There is no payment to look at.' : open.map(lineOf).join('\n');
  }
  if (payment === undefined || rest.length > 0 || reason.trim() === '')
    throw new Error('Give a payment and what was done about it: settle PAYMENT --reason TEXT');
  if (!(await treasurer.settle(payment, reason.trim())))
    throw new Error(`There is no payment "${payment}" on the list.`);
  return `${payment} is off the list.`;
}

function lineOf({ paymentId, paidAt, currency, amountMinorUnits, uid, reference, reason }: SetAside): string {
  const amount = `${currency} ${(amountMinorUnits / 100).toFixed(2)}`;
  const whose = uid ? `member ${uid}` : `reference "${reference}"`;
  return `${paymentId}  ${paidAt.toISOString()}  ${amount}  ${whose}  ${reason}: ${why[reason]}`;
}
