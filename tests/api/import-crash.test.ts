import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../functions/audit/audit.ts';
import { checkImport } from '../../functions/imports/check-import.ts';
import type { ImportJob } from '../../functions/imports/import.ts';
import { findImportOrThrow, startImport } from '../../functions/imports/import.ts';
import { workOnImport } from '../../functions/imports/work-on-imports.ts';
import { type Files, s3Files } from '../../functions/platform/files.ts';
import { startApi } from '../support/api/api.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { startS3 } from '../support/emulators.ts';
import { seeded } from '../support/seeded.ts';
import { sized } from '../support/sizes.ts';
import { allRows, localAws } from '../support/table/dynamo.ts';
import { FAULTS, faultyTable } from '../support/table/faulty-table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LINES = sized(150, 3000);
const CUTS = sized(8, 120);
const KILLS = sized(2, 30);
/** After so long, another worker may take over. */
const SILENT_MS = 60_000;
const LATER = new Date('9999-01-01');

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  api = await startApi();
});

async function started(files: Files): Promise<string> {
  const context = { ...api.context, files };
  const { job } = await checkImport(context, OPERATOR, {
    kind: 'members',
    fileName: 'list.csv',
    text: listOfMembers(LINES),
    columns: {},
    existing: 'skip',
    verifiedReason: '',
  });
  if (!job) throw new Error('The list is wrong');
  return (await startImport(context, OPERATOR, job.id)).id;
}

const jobOf = (id: string) => findImportOrThrow(api.context, id);

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
    'IMPORT-WORKER': 1,
    AUDIT: 2,
  });
  for (const kind of once) expect(new Set(kinds.get(kind)?.map(({ pk }) => pk)).size).toBe(LINES);
  expect(new Set(rows.flatMap(({ email }) => email ?? [])).size).toBe(LINES);
}

it(`an import of ${LINES} lines survives ${CUTS} interruptions, each with a second worker that takes over`, async () => {
  const id = await started(api.context.files);
  const random = seeded(6);
  let hit = 0;
  let lives = 0;
  const life = async () => {
    const fault = FAULTS[lives % FAULTS.length] ?? 'killed';
    // To each, the one before has been silent, although it may still be at work.
    const now = new Date(api.time.now.getTime() + lives * SILENT_MS);
    lives += 1;
    // Some more calls than a batch of 25 has.
    const calls = 1 + Math.floor(random() * 36);
    const broken = faultyTable(api.table, calls, fault);
    // After "done twice" nothing ends the worker, so it is killed at its next call.
    const once = faultyTable(broken.table, calls + 1, 'killed');
    await workOnImport({ ...api.context, table: once.table, now: () => now }, id, LATER).catch(
      () => undefined,
    );
    if (broken.wasHit()) hit += 1;
  };
  while (hit < CUTS) await Promise.all([life(), life()]);
  expect((await jobOf(id)).done).toBeLessThan(LINES);
  api.time.now = new Date(api.time.now.getTime() + lives * SILENT_MS);
  await workOnImport(api.context, id, LATER);
  await expectEachLineOnce(await jobOf(id));
});

it(`an import of ${LINES} lines survives ${KILLS} kills of its worker`, async () => {
  const files = await startS3({ folder: temporaryFolder(), buckets: ['files'] });
  onTestFinished(() => files.close());
  process.env['AWS_ENDPOINT_URL_S3'] = files.url;
  const id = await started(s3Files('files'));
  const doneBy = async () => (await jobOf(id)).done;
  let lives = 0;
  /** A worker to whom the one before has been silent. */
  const start = () => {
    lives += 1;
    return fork(join(import.meta.dirname, 'import-worker.ts'), [id, String(lives * SILENT_MS)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...localAws,
        ...apiEnvironment,
        AWS_ENDPOINT_URL_S3: files.url,
        TABLE_NAME: api.table.name,
      },
    });
  };
  const random = seeded(60);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const until = (await doneBy()) + 1 + Math.floor((random() * LINES) / (2 * KILLS));
    const worker = start();
    const ended = once(worker, 'exit');
    while (worker.exitCode === null && (await doneBy()) < until) await pass(1);
    worker.kill('SIGKILL');
    // It has not ended by itself.
    expect(await ended).toEqual([null, 'SIGKILL']);
  }
  expect(await doneBy()).toBeLessThan(LINES);
  expect(await once(start(), 'exit')).toEqual([0, null]);
  await expectEachLineOnce(await jobOf(id));
});
