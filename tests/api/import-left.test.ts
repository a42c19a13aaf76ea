import { beforeEach, describe, expect, it } from 'vitest';
import { startImporting, TWO_MEMBERS } from '../support/api/importing.ts';
import { listOfMembers } from '../support/api/lists.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeEach(async () => {
  api = await startImporting();
});

describe('an unfinished import', () => {
  const cancel = (id: string, reason = 'The wrong list') =>
    api.post('/admin/imports', { action: 'cancel', id, reason }, { token: api.token });
  const imports = async () => (await api.get('/admin/imports', { token: api.token })).body.data.items;
  /** Applies one step, which has time for two batches of eight rows. */
  async function applySlowly(id: string) {
    const { advance } = api.deps.imports;
    api.deps.imports.advance = (...given) => {
      api.pass(3000);
      return advance(...given);
    };
    const job = await api.apply(id);
    api.deps.imports.advance = advance;
    return job;
  }

  it('is listed with its progress, and can be resumed', async () => {
    const [total, step] = [20, 16];
    const rows = Array.from({ length: total }, (_, n) => `utah_teapot,Models ${n}`);
    const list = ['Member,Conference', ...rows].join('\n');
    const { job } = await api.check(list, 'attendance');
    expect(await imports()).toMatchObject([{ id: job.id, state: 'checked', total, by: 'utah_teapot' }]);
    await applySlowly(job.id);
    expect(await imports()).toMatchObject([{ state: 'applying', done: step, added: step }]);
    // The same file is the same import, with the rows that it started with.
    const again = await api.check(list, 'attendance');
    expect(again.job).toMatchObject({ id: job.id, state: 'applying', done: step, total });
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', done: total, added: total });
  });

  it('can be cancelled: rows already imported stay, and the file can be imported again', async () => {
    const list = listOfMembers(20);
    const { job } = await api.check(list);
    await applySlowly(job.id);
    expect((await cancel(job.id)).body.data.job).toMatchObject({ state: 'cancelled', done: 16 });
    expect(await api.apply(job.id)).toMatchObject({ state: 'cancelled', done: 16 });
    expect(await api.usernames()).toHaveLength(17);
    expect((await cancel(job.id)).body.error).toBe('import-finished');
    const again = await api.check(list);
    expect(again).toMatchObject({ job: { id: job.id, state: 'checked', total: 4, skipped: 16 } });
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', added: 4, skipped: 16 });
    expect(await api.usernames()).toHaveLength(21);
    expect((await cancel(job.id)).status).toBe(409);
  });

  it('is cancelled with a reason only', async () => {
    const { job } = await api.check(TWO_MEMBERS);
    expect((await cancel(job.id, ' ')).body.issues).toEqual([
      { path: 'reason', message: 'This field is required.' },
    ]);
    expect((await cancel('0'.repeat(24))).status).toBe(404);
    expect(await imports()).toMatchObject([{ state: 'checked' }]);
  });

  it('stops while several requests apply it', async () => {
    const { job } = await api.check(listOfMembers(600));
    const applying = Array.from({ length: 3 }, () => api.apply(job.id));
    await expect.poll(async () => (await imports())[0].done).toBeGreaterThan(0);
    expect((await cancel(job.id)).status).toBe(200);
    for (const step of await Promise.all(applying)) expect(step.state).toBe('cancelled');
    const [{ done }] = await imports();
    expect(done).toBeLessThan(500);
    // At most the rows in progress.
    expect((await api.usernames()).length - 1 - done).toBeLessThanOrEqual(8);
  });

  /** Does this while the next file is stored. */
  function whileStoring(work: () => Promise<unknown>) {
    const { files } = api.deps;
    const { put } = files;
    files.put = async (...given) => {
      files.put = put;
      await work();
      await put(...given);
    };
  }

  it('counts all whom it has added if it goes on while it is cancelled', async () => {
    const { job } = await api.check(listOfMembers(40));
    await applySlowly(job.id);
    whileStoring(() => applySlowly(job.id));
    const cancelled = (await cancel(job.id)).body.data.job;
    // Those of the batch that may still be under way are passed over when members are invited.
    expect(cancelled).toMatchObject({ state: 'cancelled', done: 32, added: 32, invitees: 40 });
    const entries = (await api.get('/admin/audit?month=2026-03', { token: api.token })).body.data.items;
    expect(entries[0]).toMatchObject({ action: 'cancel-import', details: { applied: '32' } });
  });

  it('keeps the list of its new members if it ends while it is cancelled', async () => {
    const { job } = await api.check(listOfMembers(20));
    await applySlowly(job.id);
    whileStoring(() => api.apply(job.id));
    expect((await cancel(job.id)).body.error).toBe('import-finished');
    const invited = await api.post(
      '/admin/imports',
      { action: 'invite', id: job.id, count: 20 },
      { token: api.token },
    );
    expect(invited.body.data.job).toMatchObject({ state: 'done', invitees: 20, invited: 20 });
  });

  it('is not restarted by a check at the same time as its start', async () => {
    const { job } = await api.check(TWO_MEMBERS);
    const before = await api.deps.imports.findImport(job.id);
    if (!before) throw new Error('It is not there');
    await api.apply(job.id);
    expect(await api.deps.imports.saveChecked(before)).toBe(false);
    expect(await imports()).toMatchObject([{ state: 'done', added: 2 }]);
  });

  it('reports that its rows were deleted', async () => {
    const { job } = await api.check(TWO_MEMBERS);
    await api.deps.files.remove((await api.deps.imports.findImport(job.id))?.rowsKey ?? '');
    const reply = await api.post('/admin/imports', { action: 'apply', id: job.id }, { token: api.token });
    expect([reply.status, reply.body.error]).toEqual([409, 'import-file-expired']);
    expect((await cancel(job.id)).status).toBe(200);
    expect(await api.apply((await api.check(TWO_MEMBERS)).job.id)).toMatchObject({ state: 'done', added: 2 });
  });
});
