import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { put } from '../../functions/platform/table/writes.ts';
import { someBytes, startMailPipeline } from '../support/jobs/mail-pipeline.ts';

/** The calls before a campaign is sent: drafts, images, test emails. */

let pipeline: Awaited<ReturnType<typeof startMailPipeline>>;
let other: string;
beforeAll(async () => {
  pipeline = await startMailPipeline();
  await pipeline.register({ userName: 'stanford_bunny', email: 'bunny@example.org' });
  await pipeline.operator.grantAdmin('stanford_bunny');
  other = (await pipeline.signIn('stanford_bunny')).body.token;
});
afterAll(() => pipeline.stop());

const draft = {
  subject: '续会提醒',
  content: '<p>Dear {{firstName|colleague}}</p>',
  recipients: ['bunny@example.org'],
  replyTo: 'awards@example.org',
  scheduleTime: '2026-03-05T18:00',
  attachments: [{ name: '日程.pdf', size: 5000 }],
};

describe('a draft', () => {
  const save = (body: object, token: string) =>
    pipeline.post('/admin/campaign-draft', { action: 'save', ...body }, { token });
  const read = async (token: string) => (await pipeline.get('/admin/campaign-draft', { token })).body.data;

  it('is stored as written, with its age, for its author alone, until it is discarded', async () => {
    expect(await read(pipeline.token)).toBeNull();
    const saved = await save(draft, pipeline.token);
    const savedAt = pipeline.time.now.toISOString();
    expect(saved.body).toEqual({ code: 1, msg: 'Draft saved successfully!', data: { savedAt } });
    await pipeline.reauthenticate();
    expect(await read(pipeline.token)).toEqual({ ...draft, savedAt });
    expect(await read(other)).toBeNull();

    await save({ ...draft, subject: 'Another' }, other);
    expect(await read(pipeline.token)).toMatchObject({ subject: draft.subject });
    await save({ ...draft, subject: 'Newer' }, pipeline.token);
    expect(await read(pipeline.token)).toMatchObject({ subject: 'Newer' });

    expect(
      (await pipeline.post('/admin/campaign-draft', { action: 'delete' }, { token: pipeline.token })).status,
    ).toBe(200);
    expect(await read(pipeline.token)).toBeNull();
    expect(await read(other)).toMatchObject({ subject: 'Another' });
  });

  it('is kept if it is newer than the one that the caller has read', async () => {
    const change = async (body: object) => {
      pipeline.pass(1000);
      return (await pipeline.post('/admin/campaign-draft', body, { token: other })).body;
    };
    await change({ action: 'delete' });
    const first = await change({ action: 'save', subject: 'First', version: '' });
    const version = first.data.savedAt;
    await change({ action: 'save', subject: 'Second', version });
    for (const old of ['', version]) {
      for (const action of ['save', 'delete'])
        expect(await change({ action, version: old })).toMatchObject({ error: 'draft-conflict' });
    }
    expect(await read(other)).toMatchObject({ subject: 'Second' });
    await change({ action: 'delete' });
    expect(await change({ action: 'save', subject: 'Third', version })).toMatchObject({ code: 1 });
  });

  it('is saved again after a lost reply, as long as nothing else was saved', async () => {
    const change = async (fields: object) => {
      pipeline.pass(1000);
      return (await save(fields, other)).body;
    };
    await pipeline.post('/admin/campaign-draft', { action: 'delete' }, { token: other });
    const first = await change({ ...draft, version: '' });
    const again = await change({ ...draft, version: '' });
    expect(again.data.savedAt > first.data.savedAt).toBe(true);
    expect(await read(other)).toEqual({ ...draft, ...again.data });
    expect(await change({ ...draft, subject: 'Another', version: '' })).toMatchObject({
      error: 'draft-conflict',
    });
  });

  it('may be empty, and have as many recipients as a campaign', async () => {
    expect((await save({}, pipeline.token)).status).toBe(200);
    expect(await read(pipeline.token)).toMatchObject({
      subject: '',
      content: '',
      recipients: [],
      attachments: [],
    });
    const recipients = Array.from({ length: 10_000 }, (_, index) => `bunny-${index}@example.org`);
    expect((await save({ recipients }, pipeline.token)).status).toBe(200);
    expect((await read(pipeline.token)).recipients).toEqual(recipients);
    expect((await save({ recipients: [...recipients, 'one@example.org'] }, pipeline.token)).status).toBe(400);
  });
});

describe('a template', () => {
  const change = (body: object, token = pipeline.token) =>
    pipeline.post('/admin/campaign-template', body, { token });
  const names = async () =>
    (await pipeline.get('/admin/campaign-templates', { token: pipeline.token })).body.data.items.map(
      ({ name }: { name: string }) => name,
    );
  const read = async (name: string) =>
    (await pipeline.get(`/admin/campaign-template?name=${encodeURIComponent(name)}`, { token: other })).body
      .data;
  const text = { subject: 'Renewal', content: '<p onclick="x()">Dear {{firstName}}</p>', replyTo: '' };

  it('is saved without active content, for all administrators, and replaced under the same name', async () => {
    expect(await names()).toEqual([]);
    const saved = await change({ action: 'save', name: 'Renewal 續會', ...text });
    expect(saved.body).toEqual({ code: 1, msg: 'Template saved.', data: null });
    await change({ action: 'save', name: 'Awards', ...text, replyTo: 'awards@example.org' }, other);
    expect(await names()).toEqual(['Awards', 'Renewal 續會']);
    expect(await read('Awards')).toEqual({
      subject: 'Renewal',
      content: '<p>Dear {{firstName}}</p>',
      replyTo: 'awards@example.org',
    });
    await change({ action: 'save', name: 'AWARDS', ...text, subject: 'Newer' });
    expect(await names()).toEqual(['AWARDS', 'Renewal 續會']);
    expect(await read('awards')).toMatchObject({ subject: 'Newer' });
  });

  it('is deleted, whatever the case of its name', async () => {
    expect((await change({ action: 'delete', name: 'Awards' })).status).toBe(200);
    expect(await names()).toEqual(['Renewal 續會']);
    expect(await read('AWARDS')).toBeNull();
    const { entries } = await pipeline.deps.audit.listMonth('2026-03', 200);
    const actions = entries.map(({ action }) => action).filter((action) => action.includes('template'));
    expect(actions.toSorted()).toEqual([
      'remove-template',
      'save-template',
      'save-template',
      'save-template',
    ]);
  });

  it('is not longer than an email', async () => {
    const content = `<p>${'x'.repeat(256 * 1024)}</p>`;
    expect(await change({ action: 'save', name: 'Long', ...text, content })).toMatchObject({
      status: 400,
      body: { reason: 'content' },
    });
  });
});

describe('an image in a message', () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), Buffer.alloc(200)]);
  const gif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1');
  const upload = (...images: [name: string, bytes: Uint8Array][]) =>
    pipeline.postForm(
      '/admin/upload-mail-image',
      {},
      images.map(([name, bytes]) => ({ name, bytes, part: 'image' })),
    );

  it('is stored once under its hash at the site’s own address, and may be used in a message', async () => {
    const { body } = await upload(['a.png', png]);
    expect(body.data.url).toMatch(/^https:\/\/www\.example\.org\/mail-images\/[0-9a-f]{64}\.png$/);
    expect((await upload(['another-name.png', png])).body).toEqual(body);
    expect([...pipeline.stored.images.stored.keys()]).toEqual([new URL(body.data.url).pathname.slice(1)]);
    expect([...pipeline.stored.images.stored.values()][0]).toMatchObject({ contentType: 'image/png' });
    const content = `<p>Look: <img src="${body.data.url}" alt="A teapot"></p>`;
    const shown = await pipeline.post(
      '/admin/preview-campaign',
      { subject: 'x', content },
      { token: pipeline.token },
    );
    expect(shown.body.data.html).toContain(`<img src="${body.data.url}" alt="A teapot" />`);
  });

  it.each<[string, [string, Uint8Array][], string]>([
    ['none', [], 'file-upload'],
    ['an empty one', [['a.png', Buffer.alloc(0)]], 'file-upload'],
    [
      'two at once',
      [
        ['a.gif', gif],
        ['b.gif', gif],
      ],
      'file-count',
    ],
    ['one over 2 MB', [['a.png', Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)])]], 'file-size'],
    ['a drawing with scripts', [['a.png', Buffer.from('<svg onload="alert(1)"/>')]], 'file-type'],
    ['a document', [['a.png', someBytes(200)]], 'file-type'],
  ])('of the kind %s is rejected and not stored', async (_what, images, reason) => {
    const before = pipeline.stored.images.stored.size;
    const { status, body } = await upload(...images);
    expect({ status, reason: body.reason }).toEqual({ status: 400, reason });
    expect(pipeline.stored.images.stored.size).toBe(before);
  });
});

describe('a test email', () => {
  const test = (more: Record<string, string> = {}) =>
    pipeline.postForm(
      '/admin/send-test-campaign',
      { subject: '续会', content: '<p>Dear {{firstName|you}}</p>', ...more },
      [{ name: '日程.pdf', bytes: someBytes(300) }],
    );

  it('is sent to its author alone, is marked as a test and is not listed', async () => {
    await pipeline.post('/user/mail-preferences', { announcements: false }, { token: pipeline.token });
    const { id } = (await test()).body.data;
    await pipeline.work();
    const [mail, ...more] = await pipeline.parsed();
    expect(more).toEqual([]);
    expect(pipeline.inbox[0]?.to).toBe('teapot@example.org');
    expect(mail).toMatchObject({
      subject: '[Test] 续会',
      html: expect.stringContaining('Dear Utah'),
      attachments: [{ filename: '日程.pdf' }],
    });
    expect(await pipeline.mail(id)).toMatchObject({ state: 'done', isTest: true });
    expect((await pipeline.get('/admin/campaigns', { token: pipeline.token })).body.data.items).toEqual([]);
    const { uid } = await pipeline.operator.findMember('utah_teapot');
    const { entries } = await pipeline.deps.audit.listForMember(uid, 10);
    expect(entries.find(({ details }) => details['campaign'] === id)?.action).toBe('send-test-campaign');
    // Nobody else gets an email about it.
    const ok = (await pipeline.dueMails()).filter(({ subject }) => /is sending an email/.test(subject));
    expect(ok).toEqual([]);
  });

  it('is validated like a campaign, and limited to sixty an hour', async () => {
    expect((await test({ subject: '' })).body).toMatchObject({ reason: 'subject' });
    const { uid } = await pipeline.operator.findMember('utah_teapot');
    // One was sent above; the invalid one does not count.
    await pipeline.count(limitRules.testCampaigns, uid, 58);
    expect((await test()).status).toBe(200);
    expect((await test()).status).toBe(429);
  });
});

describe('the other administrators', () => {
  const ok = async () =>
    (await pipeline.dueMails())
      .filter(({ subject }) => subject === 'Utah Teapot is sending an email to 1 member')
      .map(({ to }) => to);

  it('get an email about each campaign, but for administrators from before these emails, who must be granted the role again', async () => {
    await ok();
    const to = await pipeline.addMembers([{}]);
    await pipeline.send(to, { subject: 'First' });
    expect(await ok()).toEqual(['bunny@example.org']);

    const { uid } = await pipeline.operator.findMember('stanford_bunny');
    await pipeline.table.call('DeleteItem', { Key: keys.administrator(uid) });
    await pipeline.send(to, { subject: 'Second' });
    expect(await ok()).toEqual([]);

    await pipeline.operator.grantAdmin('stanford_bunny');
    await pipeline.send(to, { subject: 'Third' });
    expect(await ok()).toEqual(['bunny@example.org']);
    // Of many administrators, forty get it: a transaction has no room for more.
    const uids = Array.from({ length: 45 }, (_, index) => String(40_000_000 + index));
    await pipeline.addMembers(
      uids.map((each) => ({
        uid: each,
        username: each,
        email: `${each}@example.org`,
        role: 'administrator' as const,
      })),
    );
    await pipeline.table.commit(
      uids.map((each) => put('administrator', { ...keys.administrator(each), uid: each })),
    );
    expect((await pipeline.send(to, { subject: 'Fourth' })).status).toBe(200);
    expect(await ok()).toHaveLength(40);
    // The older session is still valid.
    expect((await pipeline.get('/admin/campaigns', { token: other })).status).toBe(200);
  });
});
