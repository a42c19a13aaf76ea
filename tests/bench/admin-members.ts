import { OPERATOR } from '../../functions/audit/audit.ts';
import { openRepositories } from '../../functions/handlers/dependencies.ts';
import { meterWrites } from '../../functions/handlers/rehearsal.ts';
import { applyImport } from '../../functions/imports/apply-import.ts';
import { checkImport } from '../../functions/imports/check-import.ts';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { openTable, type Table, tableOver } from '../../functions/platform/table/table.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';
import { checkout, paymentRules } from '../support/api/checkout.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { memoryFiles } from '../support/api/mail-files.ts';
import { insertMember, member } from '../support/api/make.ts';
import { type Figure, figure } from './figures.ts';

/** What an import and a fulfilled payment cost, by the embedded database's own count of write units. */

const MEMBERS = 10_000;
const surroundings = createRuntime(() => {});

export async function measure(): Promise<Figure[]> {
  const database = await startDatabase();
  configureLocalAws({ dynamodb: database.endpoint });
  const table = openTable('bench');
  await ensureTable(table.name);
  const figures = [...(await importing(table)), ...(await paying(table))];
  await database.stop();
  return figures;
}

async function importing(table: Table): Promise<Figure[]> {
  const { table: on, writeUnits } = meterWrites(table);
  const deps = { ...openRepositories(on, surroundings), files: memoryFiles() };
  const file = { kind: 'members', fileName: 'list.csv', text: listOfMembers(MEMBERS) } as const;
  const startedAt = performance.now();
  const { job } = await checkImport(deps, OPERATOR, file);
  const checkedAt = performance.now();
  if (!job) throw new Error('The list is wrong');
  let step = job;
  while (step.state !== 'done') step = await applyImport(deps, OPERATOR, job.id);
  const endedAt = performance.now();
  if (step.added !== MEMBERS) throw new Error(`${step.added} of ${MEMBERS} members were added`);
  return [
    figure('check of a list of 10,000 members', (checkedAt - startedAt) / 1000, 's', { atMost: 10 }),
    figure('import of 10,000 members', (endedAt - checkedAt) / 1000, 's'),
    figure('write units a member', writeUnits() / MEMBERS, 'times', { atMost: 13.4 }),
  ];
}

async function paying(table: Table): Promise<Figure[]> {
  const payer = member({ email: 'payer@example.org', username: 'payer', uid: '31415926' });
  await insertMember(table, payer, 'registration');
  let calls = 0;
  const counted = tableOver(table.name, (name, input) => {
    calls += 1;
    return table.call(name, input);
  });
  const { table: on, writeUnits } = meterWrites(counted);
  const deps = { ...openRepositories(on, surroundings), paymentRules };
  const came = await fulfilPayment(deps, checkout({ reference: payer.paymentReference }));
  if (came !== 'fulfilled') throw new Error(`The payment is ${came}`);
  return [
    figure('calls to the table for a fulfilled payment', calls, 'times', { atMost: 5 }),
    figure('write units for a fulfilled payment', writeUnits(), 'times', { atMost: 17 }),
  ];
}
