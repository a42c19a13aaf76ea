import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../../functions/audit/repository.ts';
import { createOperator } from '../../functions/handlers/operator.ts';
import { dynamoTerms } from '../../functions/memberships/repository.ts';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { paymentCommands } from '../../infra/cli/payment-commands.ts';
import { checkout, paymentRules } from '../support/api/checkout.ts';
import { freshTable } from '../support/table/dynamo.ts';

const now = new Date('2026-03-02T09:00:00Z');
const runtime = {
  now: () => now,
  randomBytes: (length: number) => randomBytes(length),
  sleep: (milliseconds: number) => sleep(milliseconds),
  log: () => {},
};
let ops: (command: string, name?: string, reason?: string) => Promise<string | undefined>;
let table: Awaited<ReturnType<typeof freshTable>>;

beforeEach(async () => {
  table = await freshTable();
  const operator = createOperator({ TABLE_NAME: table.name, FILES_BUCKET: 'files' }, runtime);
  ops = async (command, name = '', reason) =>
    paymentCommands[command]?.run(operator, { name, options: { reason } });
  const deps = { ...runtime, terms: dynamoTerms(table), paymentRules };
  await fulfilPayment(deps, checkout({ paymentId: 'pi_nobody', reference: 'nobody' }));
  await fulfilPayment(deps, checkout({ paymentId: 'pi_yuan', currency: 'CNY' }));
});

it('the treasurer’s list says which payments, how much, whose and why', async () => {
  expect((await ops('treasurer'))?.split('\n')).toEqual([
    'pi_nobody  2026-03-02T08:00:00.000Z  HKD 360.00  reference "nobody"  unmatched: names no member',
    'pi_yuan  2026-03-02T08:00:00.000Z  CNY 360.00  reference ""  currency: not in Hong Kong dollars',
  ]);
});

it('a payment that was dealt with is off the list, once, and in the log', async () => {
  expect(await ops('settle', 'pi_nobody', ' refunded by hand ')).toBe('pi_nobody is off the list.');
  await expect(ops('settle', 'pi_nobody', 'again')).rejects.toThrow('payment-not-in-review');
  await expect(ops('settle', 'pi_yuan', ' ')).rejects.toThrow(/^Say --reason/);
  expect(await ops('treasurer')).toMatch(/^pi_yuan [^\n]*$/);
  await ops('settle', 'pi_yuan', 'kept as a gift');
  expect(await ops('treasurer')).toBe('There is no payment to look at.');
  const { entries } = await auditLog(table).ofMonth('2026-03', 10);
  const settled = entries.filter(({ action }) => action === 'resolve-payment');
  expect(settled.map(({ actor, reason, details }) => ({ actor, reason, ...details }))).toEqual(
    expect.arrayContaining([
      { actor: { by: 'operator' }, reason: 'refunded by hand', payment: 'pi_nobody', why: 'unmatched' },
      { actor: { by: 'operator' }, reason: 'kept as a gift', payment: 'pi_yuan', why: 'currency' },
    ]),
  );
});
