import { expect, it } from 'vitest';
import { OPERATOR } from '../../functions/audit/audit.ts';
import { openRepositories } from '../../functions/handlers/dependencies.ts';
import { applyImport } from '../../functions/imports/apply-import.ts';
import { checkImport } from '../../functions/imports/check-import.ts';
import { importsRepository } from '../../functions/imports/repository.ts';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { argon2PasswordHasher } from '../../functions/platform/passwords.ts';
import { asWork, createRuntime } from '../../functions/platform/runtime.ts';
import { type Table, tableOver } from '../../functions/platform/table/table.ts';
import { checkout, paymentRules, providerOf } from '../support/api/checkout.ts';
import { listOfMembers, plainImport } from '../support/api/lists.ts';
import { insertMember, member } from '../support/api/make.ts';
import { memoryFiles } from '../support/api/stored-files.ts';
import { freshTable } from '../support/table/dynamo.ts';

// What writes cost, by the embedded database's own count of write units.

const openOn = (table: Table) =>
  openRepositories(
    table,
    createRuntime(() => {}),
  );

it('an imported member costs at most 13.4 write units', async () => {
  const members = 100;
  const table = await freshTable();
  const deps = {
    ...openOn(table),
    imports: importsRepository(table),
    files: memoryFiles(),
    passwords: argon2PasswordHasher('pepper'),
  };
  const file = {
    kind: 'members',
    fileName: 'list.csv',
    text: listOfMembers(members),
    ...plainImport,
  } as const;
  const writes = await asWork(undefined, async (units) => {
    let { job } = await checkImport(deps, OPERATOR, file);
    while (job && job.state !== 'done') job = await applyImport(deps, OPERATOR, job.id);
    expect(job?.added).toBe(members);
    return units.writes;
  });
  expect(writes / members).toBeLessThanOrEqual(13.4);
});

it('a fulfilled payment costs four calls and 20 write units', async () => {
  const plain = await freshTable();
  const payer = member({ email: 'payer@example.org', username: 'payer', uid: '31415926' });
  await insertMember(plain, payer, 'registration');
  const calls: string[] = [];
  const counted = tableOver(plain.name, (name, input) => {
    calls.push(name);
    return plain.call(name, input);
  });
  const deps = { ...openOn(counted), provider: providerOf(), paymentRules };
  const writes = await asWork(undefined, async (units) => {
    expect(await fulfilPayment(deps, checkout({ reference: payer.paymentReference }))).toBe('fulfilled');
    return units.writes;
  });
  // The marker, the reference, the member with the last number, then all writes.
  expect(calls).toEqual(['GetItem', 'BatchGetItem', 'BatchGetItem', 'TransactWriteItems']);
  expect(writes).toBe(20);
});
