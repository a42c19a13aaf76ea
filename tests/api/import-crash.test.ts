import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../functions/audit/audit.ts';
import { applyImport } from '../../functions/imports/apply-import.ts';
import { checkImport, type ImportsContext } from '../../functions/imports/check-import.ts';
import type { ImportJob } from '../../functions/imports/import.ts';
import { findImport } from '../../functions/imports/repository.ts';
import { s3Files } from '../../functions/platform/files.ts';
import type { Table } from '../../functions/platform/table/table.ts';
import { startS3 } from '../../infra/local/emulators/s3.ts';
import { startApi } from '../support/api/api.ts';
import { listOfMembers, plainImport } from '../support/api/lists.ts';
import { seeded } from '../support/seeded.ts';
import { sized } from '../support/sizes.ts';
import { allRows, localAws } from '../support/table/dynamo.ts';
import { FAULTS, faultyTable } from '../support/table/faulty-table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LINES = sized(100, 10_000);
const CUTS = sized(12, 300);
const KILLS = sized(2, 30);

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  api = await startApi();
});

async function checked(context: ImportsContext): Promise<ImportJob> {
  const file = { kind: 'members', fileName: 'list.csv', text: listOfMembers(LINES), ...plainImport } as const;
  const { job } = await checkImport(context, OPERATOR, file);
  if (!job) throw new Error('The list is wrong');
  return job;
}

const contextOn = (table: Table): ImportsContext => ({ ...api.context, table });

async function toTheEnd(context: ImportsContext, id: string): Promise<ImportJob> {
  let job = await applyImport(context, OPERATOR, id);
  while (job.state === 'applying') job = await applyImport(context, OPERATOR, id);
  return job;
}

/** Each line once: one member with each marker, one term, one entry beside the member; and the log has the start once. */
async function expectEachLineOnce(job: ImportJob): Promise<void> {
  expect(job).toMatchObject({ state: 'done', done: LINES, added: LINES, periods: LINES, skipped: 0 });
  const rows = await allRows(api.table);
  const kindOf = (key: unknown) => String(key).replace(/#.*/, '');
  const kinds = Map.groupBy(rows, ({ pk, sk }) =>
    kindOf(pk) === 'MEMBER' ? `MEMBER ${kindOf(sk)}` : kindOf(pk),
  );
  const once = ['USERNAME', 'EMAIL', 'REFERENCE', 'MEMBER PROFILE', 'MEMBER TERM', 'MEMBER AUDIT'];
  const counts = Array.from(kinds, ([kind, { length }]) => [kind, length]);
  expect(Object.fromEntries(counts)).toEqual({
    ...Object.fromEntries(once.map((kind) => [kind, LINES])),
    IMPORT: 1,
    AUDIT: 2,
  });
  for (const kind of once) expect(new Set(kinds.get(kind)?.map(({ pk }) => pk)).size).toBe(LINES);
  expect(new Set(rows.flatMap(({ email }) => email ?? [])).size).toBe(LINES);
}

it(`an import of ${LINES} lines survives ${CUTS} interruptions with two simultaneous starts each`, async () => {
  const { table } = api;
  const { id } = await checked(contextOn(table));
  const random = seeded(6);
  let hit = 0;
  const life = async (serial: number) => {
    // Short enough that the list is not finished before the last cut.
    const calls = 1 + Math.floor((random() * 2 * LINES) / CUTS);
    const fault = FAULTS[serial % FAULTS.length] ?? 'killed';
    const broken = faultyTable(table, calls, fault);
    // After "done twice" nothing ends the step, so it is killed at its next call.
    const once = faultyTable(broken.table, calls + 1, 'killed');
    await applyImport(contextOn(once.table), OPERATOR, id).catch(() => undefined);
    if (broken.wasHit()) hit += 1;
  };
  for (let cut = 0; cut < CUTS; cut += 2) await Promise.all([life(cut), life(cut + 1)]);
  expect(hit).toBe(CUTS);
  await expectEachLineOnce(await toTheEnd(contextOn(table), id));
});

it(`an import of ${LINES} lines survives ${KILLS} kills of its process while another one works on it`, async () => {
  const files = await startS3({ folder: temporaryFolder(), buckets: ['files'], clock: () => new Date() });
  onTestFinished(() => files.close());
  process.env['AWS_ENDPOINT_URL_S3'] = files.url;
  const context = { ...contextOn(api.table), files: s3Files('files') };
  const { id } = await checked(context);
  const doneBy = async () => (await findImport(context, id))?.done ?? 0;
  const start = () =>
    fork(join(import.meta.dirname, 'import-worker.ts'), [id], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...localAws,
        AWS_ENDPOINT_URL_S3: files.url,
        TABLE_NAME: api.table.name,
        FILES_BUCKET: 'files',
        MAIL_BUCKET: 'mail',
      },
    });
  const random = seeded(60);
  let kills = 0;
  while (kills < KILLS) {
    const until = (await doneBy()) + 1 + Math.floor((random() * LINES) / (KILLS + 1));
    const workers = [start(), start()].slice(0, KILLS - kills);
    const ended = workers.map((worker) => once(worker, 'exit'));
    while (workers.every(({ exitCode }) => exitCode === null) && (await doneBy()) < until) await pass(1);
    for (const worker of workers) worker.kill('SIGKILL');
    // None has ended by itself.
    expect(await Promise.all(ended)).toEqual(workers.map(() => [null, 'SIGKILL']));
    kills += workers.length;
  }
  expect(await doneBy()).toBeLessThan(LINES);
  await expectEachLineOnce(await toTheEnd(context, id));
});
