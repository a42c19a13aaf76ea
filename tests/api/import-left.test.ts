import { beforeEach, describe, expect, it } from 'vitest';
import { POSITION, startImporting, TWO_MEMBERS } from '../support/api/importing.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { atCalls, atNextCall } from '../support/table/at-calls.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeEach(async () => {
  api = await startImporting();
});

describe('an unfinished import', () => {
  const cancel = (id: string, reason = 'The wrong list') =>
    api.post('/admin/imports', { action: 'cancel', id, reason }, { token: api.token });
  /** Starts an import, which has time for its first batch of 25. */
  async function applyOneBatch(id: string) {
    const stop = atCalls(api.table, POSITION, (go) => {
      api.pass(3000);
      return go();
    });
    await api.start(id);
    await api.workOnce(1);
    stop();
  }

  it('is cancelled with a reason: rows already imported stay, and the file can be imported again', async () => {
    const list = listOfMembers(30);
    const { job } = await api.check(list);
    await applyOneBatch(job.id);
    // The worker's time was up.
    expect(api.queued).toEqual([job.id]);
    expect((await cancel(job.id, ' ')).body.issues).toMatchObject([{ path: 'reason' }]);
    expect((await cancel(job.id)).body.data.job).toMatchObject({ state: 'cancelled', done: 25 });
    expect(await api.apply(job.id)).toMatchObject({ state: 'cancelled', done: 25, invitees: 25 });
    expect(await api.usernames()).toHaveLength(26);
    expect([...api.stored.files.stored.keys()].filter((key) => !key.endsWith('-invitees.json'))).toEqual([]);
    expect((await cancel(job.id)).body.error).toBe('import-finished');
    const again = await api.check(list);
    expect(again).toMatchObject({ job: { id: job.id, state: 'checked', total: 5, skipped: 25 } });
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', added: 5, skipped: 25 });
    expect(await api.usernames()).toHaveLength(31);
  });

  it('can be checked again while the cancelled one is put away', async () => {
    const list = listOfMembers(2);
    const { job } = await api.check(list);
    await cancel(job.id);
    atNextCall(api.table, POSITION, async (go) => {
      const ended = await go();
      await api.check(list);
      return ended;
    });
    await api.work();
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', added: 2 });
  });

  it('stops before the next batch when it is cancelled, and counts all whom it has added', async () => {
    const { job } = await api.check(listOfMembers(60));
    await applyOneBatch(job.id);
    atNextCall(api.table, POSITION, async (go) => {
      expect((await cancel(job.id)).body.data.job).toMatchObject({ state: 'cancelled', done: 25 });
      return go();
    });
    await api.work();
    expect(await api.find(job.id)).toMatchObject({
      ...{ state: 'cancelled', done: 50, added: 50, invitees: 50, isUnderWay: false },
    });
    expect(await api.usernames()).toHaveLength(51);
  });

  it('is recorded by one worker: one that was silent for too long leaves it to the one that has taken over', async () => {
    const { job } = await api.check(listOfMembers(60));
    await api.start(job.id);
    atNextCall(api.table, POSITION, async (go) => {
      api.pass(61_000);
      await api.sweep();
      await api.work();
      return go();
    });
    await expect(api.workOnce()).rejects.toThrow('Another worker has taken over.');
    expect(await api.find(job.id)).toMatchObject({ state: 'done', done: 60, added: 60 });
    expect(await api.usernames()).toHaveLength(61);
  });

  it('is not restarted by a check at the same time as its start', async () => {
    const { job } = await api.check(TWO_MEMBERS);
    const { files } = api.context;
    const { put } = files;
    files.put = async (...given) => {
      files.put = put;
      await api.apply(job.id);
      await put(...given);
    };
    expect((await api.check(TWO_MEMBERS)).job).toMatchObject({ state: 'done', added: 2 });
  });
});
