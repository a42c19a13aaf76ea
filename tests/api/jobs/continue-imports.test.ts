import { beforeEach, expect, it } from 'vitest';
import { workOnImport } from '../../../functions/imports/work-on-imports.ts';
import { POSITION, startImporting } from '../../support/api/importing.ts';
import { listOfMembers } from '../../support/api/lists.ts';
import { atNextCall } from '../../support/table/at-calls.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeEach(async () => {
  api = await startImporting();
});

const SILENT_MS = 60_000;

/** An import that was started, and whose message is lost. */
async function startAndLose(members: number): Promise<string> {
  const { job } = await api.check(listOfMembers(members));
  await api.start(job.id);
  api.queued.length = 0;
  return job.id;
}

it('an import that has given no sign for a minute is started anew, under whoever started it', async () => {
  const id = await startAndLose(3);
  await api.sweep();
  expect(api.queued).toEqual([]);
  api.pass(SILENT_MS);
  await api.sweep();
  expect(api.queued).toEqual([id]);
  // While its administrator is none, it waits.
  await api.operator.disable('utah_teapot', 'The session was stolen');
  await api.work();
  await api.operator.enable('utah_teapot', 'It is safe again');
  const token = await api.tokenOf();
  const { items } = (await api.get('/admin/imports', { token })).body.data;
  expect(items).toMatchObject([{ id, state: 'applying', done: 0, isUnderWay: true, isStalled: false }]);
  await api.sweep();
  await api.work();
  const { history } = await api.operator.viewMember('m2');
  const entry = history.entries.find(({ action }) => action === 'import-member');
  expect(entry?.actor).toMatchObject({ by: 'person', username: 'utah_teapot' });
  api.pass(SILENT_MS);
  await api.sweep();
  expect(api.queued).toEqual([]);
});

it('an import whose administrator has lost the role goes on under another one who resumes it', async () => {
  const id = await startAndLose(3);
  await api.register({ userName: 'suzanne', email: 'suzanne@example.org' });
  await api.operator.grantAdmin('suzanne');
  const token = await api.tokenOf('suzanne');
  await api.operator.revokeAdmin('utah_teapot');
  api.pass(2 * SILENT_MS);
  await api.sweep();
  await api.work();
  const { items } = (await api.get('/admin/imports', { token })).body.data;
  expect(items).toMatchObject([{ id, state: 'applying', done: 0, isStalled: true }]);
  await api.post('/admin/imports', { action: 'start', id }, { token });
  await api.work();
  const { history } = await api.operator.viewMember('m2');
  const entry = history.entries.find(({ action }) => action === 'import-member');
  expect(entry?.actor).toMatchObject({ username: 'suzanne' });
});

it('one import is applied at a time, and the next follows by itself', async () => {
  const [first, second] = await Promise.all(
    [30, 40].map(async (members) => (await api.check(listOfMembers(members))).job.id),
  );
  const orders: string[] = [];
  await api.start(first);
  atNextCall(api.table, POSITION, async (go) => {
    await api.start(second);
    orders.push(...(await workOnImport(api.worker, second, new Date('9999-01-01'))));
    expect(await api.find(second)).toMatchObject({ state: 'applying', done: 0 });
    api.queued.length = 0;
    return go();
  });
  await api.workOnce();
  expect(orders).toEqual([]);
  expect(await api.find(first)).toMatchObject({ state: 'done', added: 30 });
  expect(api.queued).toEqual([second]);
  await api.work();
  expect(await api.find(second)).toMatchObject({ state: 'done', added: 10, skipped: 30 });
});

it('does not stop another one by its failure or its deleted rows', async () => {
  const [broken, empty, other] = [await startAndLose(3), await startAndLose(4), await startAndLose(5)];
  const [brokenRows = '', emptyRows = ''] = [...api.stored.files.stored.keys()];
  await api.context.files.put(brokenRows, { body: Buffer.from('no rows'), contentType: 'application/json' });
  await api.context.files.remove(emptyRows);
  api.pass(SILENT_MS);
  await api.sweep();
  const failures: unknown[] = [];
  while (api.queued.length > 0) await api.workOnce().catch((cause: unknown) => failures.push(cause));
  expect(new Set(failures.map((cause) => (cause as Error).name))).toEqual(new Set(['SyntaxError']));
  expect(await api.find(broken)).toMatchObject({ state: 'applying', done: 0 });
  expect(await api.find(empty)).toMatchObject({ state: 'applying', done: 0 });
  expect(await api.find(other)).toMatchObject({ state: 'done', added: 5 });
  const resume = { action: 'start', id: empty };
  expect((await api.post('/admin/imports', resume, { token: api.token })).body.error).toBe(
    'import-file-expired',
  );
});
