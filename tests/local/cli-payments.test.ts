import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../../functions/audit/repository.ts';
import { openRepositories } from '../../functions/handlers/dependencies.ts';
import { createOperator } from '../../functions/handlers/operator.ts';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { checkout, paymentRules, providerOf } from '../support/api/checkout.ts';
import { insertMember, member } from '../support/api/make.ts';
import { runAs } from '../support/operator-commands.ts';
import { freshTable } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const now = new Date('2026-03-02T09:00:00Z');
const runtime = {
  now: () => now,
  randomBytes: (length: number) => randomBytes(length),
  sleep: (milliseconds: number) => sleep(milliseconds),
  log: () => {},
};
let ops: (...args: string[]) => Promise<string>;
let table: Awaited<ReturnType<typeof freshTable>>;

beforeEach(async () => {
  table = await freshTable();
  const operator = createOperator(
    { TABLE_NAME: table.name, FILES_BUCKET: 'files', MAIL_BUCKET: 'mail' },
    runtime,
  );
  ops = (...args) => runAs(operator, ...args);
  const deps = { ...openRepositories(table, runtime), provider: providerOf(), paymentRules };
  await fulfilPayment(deps, checkout({ paymentId: 'pi_nobody', reference: 'nobody' }));
  await fulfilPayment(deps, checkout({ paymentId: 'pi_yuan', currency: 'CNY' }));
});

const resolve = (payment: string, reason: string) => ops('resolve-payment', payment, '--reason', reason);

it('lists the payments to review with amount, member and reason', async () => {
  expect((await ops('payments')).split('\n')).toEqual([
    'pi_nobody  2026-03-02  HKD 360.00  reference "nobody"  unmatched: No matching member',
    'pi_yuan  2026-03-02  CNY 360.00  reference ""  currency: Not paid in Hong Kong dollars',
  ]);
});

it('says of a payer that the account was deleted', async () => {
  const payer = member({ uid: '19751975', username: 'payer', email: 'payer@example.org' });
  await insertMember(table, payer);
  const deps = { ...openRepositories(table, runtime), provider: providerOf(), paymentRules };
  const { paymentReference: reference } = payer;
  await fulfilPayment(deps, checkout({ paymentId: 'pi_payer', reference, currency: 'CNY' }));
  const listed = async () => (await ops('payments')).split('\n').find((line) => line.startsWith('pi_payer'));
  expect(await listed()).toContain('CNY 360.00  member 19751975  currency');
  await table.commit(deps.members.deleteWrites(payer));
  expect(await listed()).toContain('former member 19751975 (account deleted)');
});

it('resolves a payment once, with an entry in the audit log', async () => {
  expect(await resolve('pi_nobody', ' refunded by hand ')).toBe('Payment pi_nobody resolved.');
  await expect(resolve('pi_nobody', 'again')).rejects.toThrow('payment-not-in-review');
  await expect(resolve('pi_yuan', ' ')).rejects.toThrow(/^Missing option --reason\./);
  expect(await ops('payments')).toMatch(/^pi_yuan [^\n]*$/);
  await resolve('pi_yuan', 'kept as a gift');
  expect(await ops('payments')).toBe('No payments to review.');
  const { entries } = await auditLog(table).listMonth('2026-03', 10);
  const resolved = { action: 'resolve-payment', actor: { by: 'operator' }, reason: 'refunded by hand' };
  expect(entries).toContainEqual(expect.objectContaining(resolved));
});

it('adds up the payments of a year, and writes each of them to files', async () => {
  const payer = member({ username: 'payer', email: 'payer@example.org', category: 'fellow' });
  await insertMember(table, payer);
  const deps = { ...openRepositories(table, runtime), provider: providerOf(), paymentRules };
  await fulfilPayment(deps, checkout({ paymentId: 'pi_fee', reference: payer.paymentReference }));
  expect(await ops('payments-of-year', '2026')).toBe(
    [
      'HKD         Entries  Payments     Net',
      'March 2026        2    720.00  720.00',
      'Total             2    720.00  720.00',
      'Not included: CNY 360.00.',
    ].join('\n'),
  );
  expect(await ops('payments-of-year', '2026', '--by', 'category')).toContain('Fellow  Other payments');
  expect(await ops('payments-of-year', '2025')).toBe('No payments in this year.');
  await expect(ops('payments-of-year', 'last')).rejects.toThrow('YEAR must be a year, for example 2026.');
  await expect(ops('payments-of-year', '2026', '--by', 'month')).rejects.toThrow('--by must be one of');
  await expect(ops('payments-of-year', '2026', '--xlsx', 'a')).rejects.toThrow("doesn't take --xlsx");
  const folder = temporaryFolder();
  const [csv, pdf] = [join(folder, '2026.csv'), join(folder, '2026.pdf')];
  expect(await ops('payments-of-year', '2026', '--csv', csv, '--pdf', pdf)).toMatch(
    new RegExp(`Payments written to ${csv}\\.\\nPayments written to ${pdf}\\.$`),
  );
  expect((await readFile(csv, 'utf8')).split('\r\n')).toHaveLength(4);
  expect((await readFile(pdf, 'latin1')).slice(0, 5)).toBe('%PDF-');
  const { entries } = await auditLog(table).listMonth('2026-03', 20);
  const exported = entries.filter(({ action }) => action === 'export-ledger');
  expect(exported.map(({ details }) => details['format']).sort()).toEqual(['CSV', 'PDF']);
});
