import { beforeEach, describe, expect, it } from 'vitest';
import { startImporting, TWO_MEMBERS } from '../support/api/importing.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { atCalls } from '../support/table/at-calls.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeEach(async () => {
  api = await startImporting();
});

describe('an unfinished import', () => {
  const cancel = (id: string, reason = 'The wrong list') =>
    api.post('/admin/imports', { action: 'cancel', id, reason }, { token: api.token });
  /** Applies one step, which has time for two batches of eight rows. */
  async function applySlowly(id: string) {
    const stop = atCalls(api.table, /^TransactWriteItems .*"IMPORT"/, (go) => {
      api.pass(3000);
      return go();
    });
    const job = await api.apply(id);
    stop();
    return job;
  }
  /** Does this while the next file is stored. */
  function whileStoring(work: () => Promise<unknown>) {
    const { files } = api.context;
    const { put } = files;
    files.put = async (...given) => {
      files.put = put;
      await work();
      await put(...given);
    };
  }

  it('is cancelled with a reason: rows already imported stay, and the file can be imported again', async () => {
    const list = listOfMembers(20);
    const { job } = await api.check(list);
    await applySlowly(job.id);
    expect((await cancel(job.id, ' ')).body.issues).toMatchObject([{ path: 'reason' }]);
    expect((await cancel(job.id)).body.data.job).toMatchObject({ state: 'cancelled', done: 16 });
    expect(await api.apply(job.id)).toMatchObject({ state: 'cancelled', done: 16 });
    expect(await api.usernames()).toHaveLength(17);
    expect((await cancel(job.id)).body.error).toBe('import-finished');
    const again = await api.check(list);
    expect(again).toMatchObject({ job: { id: job.id, state: 'checked', total: 4, skipped: 16 } });
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', added: 4, skipped: 16 });
    expect(await api.usernames()).toHaveLength(21);
  });

  it('that goes on while it is cancelled counts all whom it has added', async () => {
    const { job } = await api.check(listOfMembers(40));
    await applySlowly(job.id);
    whileStoring(() => applySlowly(job.id));
    // Those of the batch that may still be under way are passed over when members are invited.
    expect((await cancel(job.id)).body.data.job).toMatchObject({ done: 32, added: 32, invitees: 40 });
    const { entries } = await api.operator.listAudit('2026-03', 1);
    expect(entries).toMatchObject([{ action: 'cancel-import', details: { applied: '32' } }]);
  });

  it('is not restarted by a check at the same time as its start', async () => {
    const { job } = await api.check(TWO_MEMBERS);
    whileStoring(() => api.apply(job.id));
    expect((await api.check(TWO_MEMBERS)).job).toMatchObject({ state: 'done', added: 2 });
  });
});
