import { beforeEach, describe, expect, it } from 'vitest';
import type { Note } from '../../functions/contract/member-records.ts';
import { startAdminApi } from '../support/api/admin.ts';
import { allRows } from '../support/table/dynamo.ts';

let api: Awaited<ReturnType<typeof startAdminApi>>;
beforeEach(async () => {
  api = await startAdminApi();
});

const TEXT = 'Asked for an invoice\nto the university';
const change = (fields: object, token = api.token) => {
  api.pass(1000);
  return api.post('/admin/member-notes', { uid: api.uid, ...fields }, { token });
};
const add = (text: string, token?: string) => change({ action: 'add', text }, token);
const page = async (query = '') =>
  (await api.get(`/admin/member-notes?uid=${api.uid}${query}`, { token: api.token })).body.data;
const notes = async (): Promise<Note[]> => (await page()).items;
const noteRows = async () =>
  (await allRows(api.table)).filter(({ sk }) => String(sk).startsWith('NOTE#')).length;

describe('notes on a member', () => {
  it('are listed newest first with author and time', async () => {
    expect(await notes()).toEqual([]);
    expect((await add(`  ${TEXT.replace('\n', '\r\n')}  `)).status).toBe(200);
    await add('Called back');
    expect(await notes()).toMatchObject([
      { text: 'Called back', author: 'utah_teapot', at: api.time.now.toISOString() },
      { text: TEXT, author: 'utah_teapot' },
    ]);
  });

  it('are deleted by any administrator, once', async () => {
    await add(TEXT);
    await api.register({ userName: 'dragon', email: 'dragon@example.org' });
    await api.operator.grantAdmin('dragon');
    const { token } = (await api.signIn('dragon')).body;
    const [note] = await notes();
    const deletion = { action: 'delete', id: note?.id };
    expect((await change(deletion, token)).status).toBe(200);
    expect(await notes()).toEqual([]);
    const again = await change(deletion, token);
    expect([again.status, again.body.error]).toEqual([404, 'note-not-found']);
  });

  it('are paged by 20', async () => {
    for (let n = 0; n < 21; n += 1) await add(`Note ${n}`);
    const { items, next } = await page();
    expect(items).toHaveLength(20);
    expect(items[0].text).toBe('Note 20');
    expect(await page(`&cursor=${encodeURIComponent(next)}`)).toEqual({
      items: [expect.objectContaining({ text: 'Note 0' })],
    });
  });

  it('are rejected without text, with too much, or with hidden characters', async () => {
    for (const text of [' \n ', 'x'.repeat(2001), 'a\u202eb']) expect((await add(text)).status).toBe(400);
    expect(await notes()).toEqual([]);
  });

  it('stand in the audit log without their text', async () => {
    await add(TEXT);
    const [note] = await notes();
    await change({ action: 'delete', id: note?.id });
    const { entries } = await api.operator.listAudit('2026-03', 10);
    expect(entries.slice(0, 1)).toMatchObject([{ action: 'delete-note', about: api.uid, details: {} }]);
    expect(entries.map(({ action }) => action)).toContain('add-note');
    expect(JSON.stringify(entries)).not.toContain('invoice');
  });

  it('of nobody can’t be written or read', async () => {
    const uid = '99999999';
    const added = await change({ action: 'add', text: TEXT, uid });
    expect([added.status, added.body.error]).toEqual([404, 'member-not-found']);
    const read = await api.get(`/admin/member-notes?uid=${uid}`, { token: api.token });
    expect([read.status, read.body.error]).toEqual([404, 'member-not-found']);
    expect(await noteRows()).toBe(0);
  });
});

describe('a member', () => {
  const bunny = async (): Promise<string> => (await api.signIn('bunny')).body.token;

  it('finds the notes in their own data and in nothing else', async () => {
    await add(TEXT);
    const token = await bunny();
    const paths = ['/userinfo', '/user/history', '/membership/get-membership', '/conference/get-conferences'];
    for (const path of paths) {
      const reply = await api.get(path, { token });
      expect([path, reply.status]).toEqual([path, 200]);
      expect(JSON.stringify(reply.body)).not.toContain('invoice');
    }
    const { data } = (await api.get('/user/export', { token })).body;
    expect(data.notes).toEqual([{ at: expect.any(String), text: TEXT }]);
    // Members don't learn which administrator did something.
    expect(JSON.stringify(data)).not.toContain('utah_teapot');
  });
});
