import { beforeEach, expect, it } from 'vitest';
import { findImportOrThrow } from '../../../functions/imports/check-import.ts';
import { continueImports } from '../../../functions/imports/continue-imports.ts';
import { advanceInvitations, startImportWrite } from '../../../functions/imports/repository.ts';
import { startImporting } from '../../support/api/importing.ts';
import { listOfMembers } from '../../support/api/lists.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeEach(async () => {
  api = await startImporting();
});

const CLOSED_MS = 61_000;
const jobOf = (id: string) => findImportOrThrow(api.context, id);
/** Resolves to the number of steps. */
const continueAll = (seconds = 60) =>
  continueImports(
    { ...api.context, ...api.grantedTo('continue-imports') },
    new Date(api.time.now.getTime() + seconds * 1000),
  );

/** An import that was started, and whose page was closed before its first step was done. */
async function leaveImport(members: number): Promise<string> {
  const { job } = await api.check(listOfMembers(members));
  const at = api.time.now.toISOString();
  const started = { ...(await jobOf(job.id)), state: 'applying' as const, at, progressedAt: at };
  expect(await api.table.commit([startImportWrite(started)])).toEqual([]);
  return job.id;
}

it('an import whose page was closed is applied to its end, by whoever started it', async () => {
  const id = await leaveImport(3);
  // The page may still be open.
  expect(await continueAll()).toBe(0);
  api.pass(CLOSED_MS);
  // The time is up: the next run takes it up.
  expect(await continueAll(0)).toBe(0);
  // While its administrator is none, it waits for another one.
  await api.operator.disable('utah_teapot', 'The session was stolen');
  expect(await continueAll()).toBe(0);
  await api.operator.enable('utah_teapot', 'It is safe again');
  expect(await continueAll()).toBe(1);
  expect(await jobOf(id)).toMatchObject({ state: 'done', done: 3, added: 3, actor: { by: 'person' } });
  const { history } = await api.operator.viewMember('m2');
  const entry = history.entries.find(({ action }) => action === 'import-member');
  expect(entry?.actor).toEqual((await jobOf(id)).actor);
  expect(await continueAll()).toBe(0);
});

it('a wave of invitations whose page was closed is sent to its end, and no further', async () => {
  const id = await leaveImport(7);
  await api.apply(id);
  await api.dueMails();
  await api.post('/admin/imports', { action: 'invite', id, count: 2 }, { token: api.token });
  const job = await jobOf(id);
  // Of a wave of five, two were invited when the page was closed.
  expect(await advanceInvitations(api.context, job, { ...job, inviteesWanted: 5 })).toBe(true);
  expect(await continueAll()).toBe(0);
  api.pass(CLOSED_MS);
  await api.operator.revokeAdmin('utah_teapot');
  expect(await continueAll()).toBe(0);
  await api.operator.grantAdmin('utah_teapot');
  expect(await continueAll()).toBe(1);
  expect(await jobOf(id)).toMatchObject({ inviteesDone: 5, invited: 5 });
  api.pass(CLOSED_MS);
  expect(await continueAll()).toBe(0);
  expect(new Set((await api.dueMails()).map(({ to }) => to)).size).toBe(5);
});

it('does not stop another one by its failure or its deleted rows', async () => {
  const [broken, empty, other] = [await leaveImport(3), await leaveImport(4), await leaveImport(5)];
  const body = Buffer.from('no rows');
  await api.context.files.put((await jobOf(broken)).rowsKey, { body, contentType: 'application/json' });
  await api.context.files.remove((await jobOf(empty)).rowsKey);
  api.pass(CLOSED_MS);
  await expect(continueAll()).rejects.toThrow(SyntaxError);
  expect(await jobOf(empty)).toMatchObject({ state: 'applying', done: 0 });
  expect(await jobOf(other)).toMatchObject({ state: 'done', added: 5 });
});
