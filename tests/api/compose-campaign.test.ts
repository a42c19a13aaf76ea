import { afterAll, describe, expect, it } from 'vitest';
import { listAuditOfMember } from '../../functions/audit/repository.ts';
import { limitRules } from '../../functions/limits/limits.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { put } from '../../functions/platform/table/writes.ts';
import { someBytes, startMailPipeline } from '../support/jobs/mail-pipeline.ts';

/** The calls before a campaign is sent: drafts, templates, images, test emails. */

const pipeline = await startMailPipeline();
afterAll(() => pipeline.stop());
await pipeline.register({ userName: 'stanford_bunny', email: 'bunny@example.org' });
await pipeline.operator.grantAdmin('stanford_bunny');
/** Of another administrator. */
const other = await pipeline.tokenOf('stanford_bunny');

describe('a draft', () => {
  const change = async (action: 'save' | 'delete', fields: object = {}, token = other) => {
    pipeline.pass(1000);
    return (await pipeline.post('/admin/campaign-draft', { action, ...fields }, { token })).body;
  };
  const read = async (token = other) => (await pipeline.get('/admin/campaign-draft', { token })).body.data;

  it('is kept if it is newer than the one that the caller has read, unless it is the same after a lost reply', async () => {
    await change('delete');
    const lost = await change('save', { subject: 'First', version: '' });
    const again = await change('save', { subject: 'First', version: '' });
    // A reply was lost, and nothing else was saved.
    expect(again.data.savedAt > lost.data.savedAt).toBe(true);
    const version = again.data.savedAt;
    await change('save', { subject: 'Second', version });
    for (const old of ['', version]) {
      for (const action of ['save', 'delete'] as const)
        expect(await change(action, { version: old })).toMatchObject({ error: 'draft-conflict' });
    }
    expect(await read()).toMatchObject({ subject: 'Second' });
    await change('delete');
    expect(await change('save', { subject: 'Third', version })).toMatchObject({ code: 1 });
  });
});

describe('an image in a message', () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), Buffer.alloc(200)]);
  const upload = (...images: Uint8Array[]) =>
    pipeline.postForm(
      '/admin/upload-mail-image',
      {},
      images.map((bytes, index) => ({ name: `${index}.png`, bytes, part: 'image' })),
    );
  const stored = () => [...pipeline.stored.images.stored];

  it.each<[string, Uint8Array[], string]>([
    ['none', [], 'file-upload'],
    ['two at once', [png, png], 'file-count'],
    ['one over 2 MB', [Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)])], 'file-size'],
    ['a drawing with scripts', [Buffer.from('<svg onload="alert(1)"/>')], 'file-type'],
  ])('of the kind %s is rejected and not stored', async (_what, images, reason) => {
    const before = stored();
    expect(await upload(...images)).toMatchObject({ status: 400, body: { reason } });
    expect(stored()).toEqual(before);
  });
});

it('a test email is sent to its author alone, is marked as a test, is not listed, and is limited to sixty an hour', async () => {
  const { admin, operator } = pipeline;
  const test = () =>
    pipeline.postForm(
      '/admin/send-test-campaign',
      { subject: '续会', content: '<p>Dear {{firstName|you}}</p>' },
      [{ name: '日程.pdf', bytes: someBytes(300) }],
    );
  await admin.post('/user/mail-preferences', { announcements: false });
  await pipeline.dueMails();
  const { id } = (await test()).body.data;
  await pipeline.work();
  expect(pipeline.arrived()).toEqual(['teapot@example.org']);
  expect(await pipeline.parsed()).toMatchObject([
    {
      subject: '[Test] 续会',
      html: expect.stringContaining('Dear Utah'),
      attachments: [{ filename: '日程.pdf' }],
    },
  ]);
  expect(await pipeline.mail(id)).toMatchObject({ state: 'done', isTest: true });
  expect((await admin.data('/admin/campaigns')).items).toEqual([]);
  const { uid } = await operator.findMember('utah_teapot');
  const { entries } = await listAuditOfMember(pipeline.context, uid, 10);
  expect(entries.find(({ details }) => details['campaign'] === id)?.action).toBe('send-test-campaign');
  // The other administrators get no email about it.
  expect(await pipeline.dueMails()).toEqual([]);

  await pipeline.count(limitRules.officeEmails, ['test', uid], 58);
  expect((await test()).status).toBe(200);
  expect((await test()).status).toBe(429);
});

it('the other administrators get an email about each campaign, but for administrators from before these emails, who must be granted the role again', async () => {
  const { send, table, operator } = pipeline;
  const told = async () =>
    (await pipeline.dueMails())
      .filter(({ subject }) => subject === 'Utah Teapot is sending an email to 1 member')
      .map(({ to }) => to);
  const to = await pipeline.addMembers(1);
  await send(to, { subject: 'First' });
  expect(await told()).toEqual(['bunny@example.org']);

  const { uid } = await operator.findMember('stanford_bunny');
  await table.call('DeleteItem', { Key: keys.administrator(uid) });
  await send(to, { subject: 'Second' });
  expect(await told()).toEqual([]);

  await operator.grantAdmin('stanford_bunny');
  await send(to, { subject: 'Third' });
  expect(await told()).toEqual(['bunny@example.org']);
  // Of many administrators, forty get it: a transaction has no room for more.
  const uids = Array.from({ length: 45 }, (_, index) => String(40_000_000 + index));
  const role = 'administrator';
  await pipeline.addMembers(uids.map((each) => ({ uid: each, email: `${each}@example.org`, role })));
  await table.commit(uids.map((each) => put(role, { ...keys.administrator(each), uid: each })));
  expect((await send(to, { subject: 'Fourth' })).status).toBe(200);
  expect(await told()).toHaveLength(40);
});
