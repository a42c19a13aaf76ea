import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { fulfilPayment } from '../../functions/domain/membership/fulfil-payment.ts';
import { dynamoAudit } from '../../functions/store/audit.ts';
import { dynamoTerms } from '../../functions/store/terms.ts';
import { wireTreasurer } from '../../functions/wire/treasurer.ts';
import { runTreasurerCommand, type TreasurerCommand } from '../../infra/ops/treasurer.ts';
import { checkout, paymentRules } from '../support/checkout.ts';
import { freshTable } from '../support/dynamo.ts';

const now = new Date('2026-03-02T09:00:00Z');
const ambient = {
  clock: () => now,
  randomBytes: (length: number) => randomBytes(length),
  report: () => {},
};
let ops: (name: TreasurerCommand, given?: string[], reason?: string) => Promise<string>;
let table: Awaited<ReturnType<typeof freshTable>>;

beforeEach(async () => {
  table = await freshTable();
  const treasurer = wireTreasurer({ TABLE_NAME: table.name }, ambient);
  ops = (name, given = [], reason) => runTreasurerCommand(treasurer, name, given, reason);
  const needs = { ...ambient, terms: dynamoTerms(table), paymentRules };
  await fulfilPayment(needs, checkout({ paymentId: 'pi_nobody', reference: 'nobody' }));
  await fulfilPayment(needs, checkout({ paymentId: 'pi_yuan', currency: 'CNY' }));
});

it('the treasurer’s list says which payments, how much, whose and why', async () => {
  const lines = (await ops('treasurer')).split('\n');
  expect(lines).toEqual([
    'pi_nobody  2026-03-02T08:00:00.000Z  HKD 360.00  reference "nobody"  unmatched: names no member',
    'pi_yuan  2026-03-02T08:00:00.000Z  CNY 360.00  reference ""  currency: not in Hong Kong dollars',
  ]);
});

it('a payment that was dealt with is off the list, once, and in the log', async () => {
  expect(await ops('settle', ['pi_nobody'], ' refunded by hand ')).toBe('pi_nobody is off the list.');
  await expect(ops('settle', ['pi_nobody'], 'again')).rejects.toThrow(
    'There is no payment "pi_nobody" on the list.',
  );
  expect(await ops('treasurer')).toMatch(/^pi_yuan [^\n]*$/);
  await ops('settle', ['pi_yuan'], 'kept as a gift');
  expect(await ops('treasurer')).toBe('There is no payment to look at.');
  const { entries } = await dynamoAudit(table).ofMonth('2026-03', 10);
  expect(entries.map(({ action, actor, details }) => ({ action, actor, ...details }))).toEqual(
    expect.arrayContaining([
      { action: 'settle-payment', actor: { by: 'operator' }, payment: 'pi_nobody', why: 'unmatched' },
      { action: 'settle-payment', actor: { by: 'operator' }, payment: 'pi_yuan', why: 'currency' },
    ]),
  );
});

it.each<[TreasurerCommand, string[], string | undefined]>([
  ['settle', [], 'why'],
  ['settle', ['pi_nobody'], undefined],
  ['settle', ['pi_nobody'], ' '],
  ['settle', ['pi_nobody', 'pi_yuan'], 'why'],
  ['settle', ['pi_none'], 'why'],
  ['treasurer', ['pi_nobody'], undefined],
])('%s %j --reason %j is answered with a sentence', async (name, given, reason) => {
  await expect(ops(name, given, reason)).rejects.toThrow(/^(Give |There is no payment "pi_none")/);
  expect((await ops('treasurer')).split('\n')).toHaveLength(2);
});
