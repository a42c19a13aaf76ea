import { describe, expect, it } from 'vitest';
import { keys } from '../../functions/platform/table/schema.ts';
import { update } from '../../functions/platform/table/writes.ts';
import type { SesOptions } from '../../infra/local/emulators/ses.ts';
import { archiveAsBefore, insertCampaign } from '../support/api/make.ts';
import { openMailPipeline } from '../support/jobs/mail-pipeline.ts';

let pipeline: Awaited<ReturnType<typeof openMailPipeline>>;
const open = async (options?: SesOptions) => {
  pipeline = await openMailPipeline(options);
  return pipeline;
};

const MINUTE = 60_000;
const addressed = (...emails: string[]) => emails.map((email) => ({ email }));
const request = async (path: string) => (await pipeline.get(path, { token: pipeline.token })).body.data;
const action = (path: string, body: object) => pipeline.post(path, body, { token: pipeline.token });

/** The event of SES for an accepted email in which it then finds a virus. */
const rejectionOf = (id: string, address: string) => ({
  eventType: 'Reject',
  mail: { messageId: 'm', source: '', destination: [address], tags: { mail: [id] } },
  reject: { reason: 'Bad content' },
});

const complaintOf = (id: string, address: string) => ({
  eventType: 'Complaint',
  mail: { messageId: 'm', source: '', destination: [address], tags: { mail: [id] } },
  complaint: { complainedRecipients: [{ emailAddress: address }] },
});

describe('a campaign that nothing can start at its time', () => {
  const unreachable = () => Promise.reject(new Error('AccessDenied'));
  const scheduleTime = '2026-03-02T18:00:00+08:00';

  it.each([
    [
      'EventBridge Scheduler',
      { scheduleTime },
      'Email scheduled. It will be sent within a minute of its time. You can cancel it in the Outbox until it is sent.',
    ],
    ['the queue', {}, 'Your email will be sent within a minute. Follow its progress in the Outbox.'],
  ])(
    'for %s says so to its author and the operator, and is sent once by the sweep',
    async (_, more, message) => {
      const { addMembers, send, work, deps, reports, inbox, pass } = await open();
      const to = await addMembers(addressed('bunny@example.org'));
      const { queue, schedules } = deps;
      deps.queue = { ...queue, send: unreachable };
      deps.schedules = { ...schedules, create: unreachable };
      try {
        expect((await send(to, more)).body).toMatchObject({ code: 1, msg: message });
      } finally {
        Object.assign(deps, { queue, schedules });
      }
      expect(reports).toContainEqual(
        expect.objectContaining({ level: 'error', event: 'campaign-start-delayed' }),
      );
      if ('scheduleTime' in more) pass(2 * 60 * MINUTE + MINUTE);
      await work();
      await work();
      expect(inbox.map((mail) => mail.to)).toEqual(to);
    },
  );
});

describe('the deliveries of a campaign', () => {
  it('are searched by the beginning of an address, filtered by status, and paged', async () => {
    const { addMembers, send, work, hear } = await open();
    const to = await addMembers(
      addressed('Aiko@example.org', 'bounce+1@example.org', 'bunny@example.org', 'chen@example.org'),
    );
    const { id } = (await send(to)).body.data;
    await work();
    await hear();
    const found = async (query: string) => {
      const { items, next } = await request(`/admin/campaign-deliveries?id=${id}&${query}`);
      return { addresses: items.map(({ address }: { address: string }) => address), next };
    };
    expect((await found('search=B')).addresses).toEqual(['bounce+1@example.org', 'bunny@example.org']);
    expect((await found('search=b&state=bounced')).addresses).toEqual(['bounce+1@example.org']);
    expect((await found('search=%25')).addresses).toEqual([]);
    const { addresses, next } = await found('search=b&limit=1');
    expect(addresses).toEqual(['bounce+1@example.org']);
    expect((await found(`search=b&limit=1&cursor=${encodeURIComponent(next)}`)).addresses).toEqual([
      'bunny@example.org',
    ]);
    const outside = await pipeline.get(
      `/admin/campaign-deliveries?id=${id}&search=b&cursor=chen@example.org`,
      {
        token: pipeline.token,
      },
    );
    expect(outside).toMatchObject({ status: 400, body: { issues: [{ path: 'cursor' }] } });
  });

  it('are recorded as viewed once on a day, by each administrator and for each campaign', async () => {
    const { addMembers, send, operator, pass, reauthenticate } = await open();
    const [to, month] = [await addMembers([{}]), '2026-03'];
    const [one, other] = [(await send(to)).body.data.id, (await send(to, { subject: 'Two' })).body.data.id];
    const view = async () => {
      await request(`/admin/duplicate-campaign?id=${one}`);
      for (const id of [one, other, one]) await request(`/admin/campaign-deliveries?id=${id}`);
    };
    const viewed = async () =>
      (await operator.listAudit(month, 50)).entries.flatMap(({ action, details }) =>
        action === 'view-deliveries' ? [details['campaign']] : [],
      );
    await view();
    expect((await viewed()).toSorted()).toEqual([one, other].toSorted());
    pass(24 * 60 * MINUTE);
    await reauthenticate();
    await view();
    expect(await viewed()).toHaveLength(4);
  });

  it('are listed and exported before the campaign starts, and after it was cancelled, which says by whom', async () => {
    const { addMembers, send, deliveries, mail } = await open();
    const to = await addMembers(addressed('Chen@example.org', 'aiko@example.org', 'bunny@example.org'));
    const { id } = (await send(to, { scheduleTime: '2026-03-05T18:00:00+08:00' })).body.data;
    const page = `/admin/campaign-deliveries?id=${id}&limit=2`;
    const { items, next } = await request(page);
    expect(items).toMatchObject([
      { address: 'aiko@example.org', state: 'waiting', history: [] },
      { address: 'bunny@example.org' },
    ]);
    expect(await request(`${page}&cursor=${next}`)).toMatchObject({
      items: [{ address: 'Chen@example.org' }],
    });
    expect(await request(`${page}&search=b&state=waiting`)).toMatchObject({
      items: [{ address: 'bunny@example.org' }],
    });
    await action('/admin/campaign', { action: 'cancel', id });
    expect(await mail(id)).toMatchObject({ note: expect.stringMatching(/^Cancelled by \w+ \w+\.$/) });
    expect(await deliveries(id, '&state=waiting')).toEqual([]);
    expect(await deliveries(id, '&state=cancelled')).toHaveLength(3);
    const { url } = await request(`/admin/export-deliveries?id=${id}`);
    expect(await (await fetch(url)).text()).toContain('"Chen@example.org","Cancelled"');
  });

  it('are exported as CSV without formulas, and the audit log has the export', async () => {
    const { addMembers, send, work, hear, time } = await open();
    const to = await addMembers([
      ...addressed('=cmd@example.org', 'bounce@example.org'),
      { email: 'chen@example.org', announcementsOff: true },
    ]);
    const { id } = (await send(to)).body.data;
    await work();
    await hear();
    const { fileName, url } = await request(`/admin/export-deliveries?id=${id}`);
    const file = await fetch(url);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`);
    expect(fileName).toBe(`mail-2026-03-02-${id.slice(0, 8)}.csv`);
    const [header, formula, bounced, unsubscribed] = (await file.text()).split('\r\n');
    expect(header).toBe('"Address","Status","Since","Detail","History"');
    expect(formula).toMatch(/^"'=cmd@example\.org","Delivered"/);
    expect(bounced).toContain('"Bounced"');
    expect(bounced).toContain('550 5.1.1 user unknown');
    expect(unsubscribed).toContain('"Skipped"');
    expect(unsubscribed).toContain('"Unsubscribed from announcements"');
    const { items: entries } = await request(`/admin/audit?month=${time.now.toISOString().slice(0, 7)}`);
    expect(entries).toContainEqual(
      expect.objectContaining({
        by: 'administrator',
        administrator: 'utah_teapot',
        action: 'export-deliveries',
        details: expect.objectContaining({ campaign: id, deliveries: '3' }),
      }),
    );
  });
});

it('the message of a campaign is shown with the caller’s own values', async () => {
  const { addMembers, send } = await open();
  const message = { subject: '{{firstName|member}}: 茶壺', content: '<p>Dear {{firstName|member}}</p>' };
  const { id } = (await send(await addMembers([{}]), message)).body.data;
  const { subject, html, text } = await request(`/admin/campaign-message?id=${id}`);
  expect(subject).not.toContain('{{');
  expect(subject).toContain('茶壺');
  expect(html).toMatch(/^<!doctype html>.*<p>Dear (?!\{).*Unsubscribe/s);
  expect(text).toContain('Dear ');
  const unknown = `/admin/campaign-message?id=${'0'.repeat(32)}`;
  expect((await pipeline.get(unknown, { token: pipeline.token })).status).toBe(404);
});

describe('an administrator', () => {
  it('pauses and resumes a campaign, and every recipient gets it once', async () => {
    const { addMembers, send, work, inbox, senderDeps, mail } = await open();
    const { id } = (await send(await addMembers(Array.from({ length: 40 }, () => ({}))))).body.data;
    const { reserveSendSlots } = senderDeps.limits;
    let claims = 0;
    senderDeps.limits.reserveSendSlots = async (...wanted) => {
      claims += 1;
      if (claims === 3) expect((await action('/admin/campaign', { action: 'pause', id })).status).toBe(200);
      return reserveSendSlots(...wanted);
    };
    await work();
    const left = inbox.length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(40);
    expect(await mail(id)).toMatchObject({
      state: 'paused',
      note: expect.stringMatching(/^Paused by \w+ \w+\.$/),
    });
    await work();
    expect(inbox).toHaveLength(left);
    expect((await action('/admin/campaign', { action: 'resume', id })).status).toBe(200);
    await work();
    expect(new Set(inbox.map(({ to }) => to)).size).toBe(40);
    expect(inbox).toHaveLength(40);
    expect(await mail(id)).toMatchObject({ state: 'done' });
  });

  it('resumes a campaign that paused by itself, and only later bounces may pause it again', async () => {
    const { addMembers, send, work, hear, hearBeforeEachBatch, mail } = await open();
    const bad = (from: number, count: number) =>
      addressed(...Array.from({ length: count }, (_, index) => `bounce+${from + index}@example.org`));
    const good = addressed(...Array.from({ length: 121 }, (_, index) => `bunny-${index}@example.org`));
    // The first hundred are queued first. Fewer than five bounces, which would pause it again, are left after the pause.
    const { id } = (await send(await addMembers([...bad(10, 9), ...good]))).body.data;
    hearBeforeEachBatch();
    await work();
    await hear();
    const paused = await mail(id);
    expect(paused.finished).toBeLessThan(130);
    expect(paused).toMatchObject({
      state: 'paused',
      note: expect.stringMatching(/^Paused automatically: \d+ emails bounced\.$/),
    });
    expect((await action('/admin/campaign', { action: 'resume', id })).status).toBe(200);
    await work();
    await hear();
    expect(await mail(id)).toMatchObject({ state: 'done', bounced: 9 });
  });

  it('sees campaigns that an earlier version archived among the others, in the order of creation, on every page', async () => {
    const { pass, table } = await open();
    const newestFirst: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const at = pipeline.time.now.toISOString();
      const { id } = await insertCampaign(table, {
        id: String(n).padStart(32, '0'),
        state: 'done',
        createdAt: at,
        sendAt: at,
      });
      // Alone, several in a row, and so many that they fill a page.
      if (n % 3 === 0 || (n > 10 && n < 16) || n >= 37) await archiveAsBefore(table, id);
      newestFirst.unshift(id);
      pass(MINUTE);
    }
    await pipeline.reauthenticate();
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await request(`/admin/campaigns${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`);
      pages.push(page.items.map(({ id }: { id: string }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 20]);
    expect(pages.flat()).toEqual(newestFirst);
    const archived = await request(`/admin/campaign?id=${newestFirst[0]}`);
    expect(archived).toMatchObject({ id: newestFirst[0], state: 'done' });
  });

  it('sees campaigns that an earlier version resent, and those that it made for that', async () => {
    const { table } = await open();
    const [first = '', again = ''] = ['1', '2'].map((digit) => digit.repeat(32));
    for (const id of [first, again]) await insertCampaign(table, { id, state: 'done', failed: 1 });
    await table.commit([
      update('campaign', keys.mail(first), { resentAs: again }),
      update('campaign', keys.mail(again), { resendOf: first }),
    ]);
    const { items } = await request('/admin/campaigns');
    expect(items.map(({ id }: { id: string }) => id)).toEqual([again, first]);
    for (const id of [first, again])
      expect(await request(`/admin/campaign?id=${id}`)).toMatchObject({ id, state: 'done' });
  });

  it('sees the same figures in the list and on a campaign’s page, in every state', async () => {
    const { addMembers, send, work, hear, pass, senderDeps, reauthenticate } = await open({
      faultOf: (call) => (call === 4 ? 'drop-reply' : call === 5 ? 'reject' : undefined),
    });
    const bad = ['bounce+1@example.org', 'complaint@example.org'].map((email) => ({ email }));
    const to = await addMembers([
      ...bad,
      ...Array.from({ length: 30 }, () => ({})),
      { emailVerified: false },
    ]);
    const { id } = (await send(to)).body.data;
    const expectSame = async () => {
      const { counts, ...page } = await request(`/admin/campaign?id=${id}`);
      expect((await request('/admin/campaigns')).items[0]).toEqual(page);
      return { page, counts };
    };
    await expectSame();
    const { reserveSendSlots } = senderDeps.limits;
    let batches = 0;
    senderDeps.limits.reserveSendSlots = async (...wanted) => {
      batches += 1;
      if (batches === 3) await expectSame();
      return reserveSendSlots(...wanted);
    };
    await work();
    expect(batches).toBeGreaterThan(3);
    expect((await expectSame()).page).toMatchObject({ state: 'sending', failed: 1, suppressed: 1 });
    pass(16 * MINUTE);
    await work();
    expect((await expectSame()).page).toMatchObject({ state: 'done', unknown: 1 });
    await reauthenticate();
    await hear();
    // An address that bounced and then reported it as spam.
    await hear([complaintOf(id, 'bounce+1@example.org')]);
    expect((await expectSame()).page).toMatchObject({ bounced: 0, complained: 2, unknown: 0, finished: 33 });
  });

  it('sees failed deliveries in the list, which later events correct', async () => {
    const { addMembers, send, work, pass, hear, events, inbox, reauthenticate } = await open({
      faultOf: (call) => (call === 1 ? 'drop-reply' : undefined),
    });
    const to = await addMembers([{}, {}, { emailVerified: false }]);
    const { id } = (await send(to)).body.data;
    await work();
    const [unanswered = '', answered = ''] = inbox.map((mail) => mail.to);
    const late = events.splice(0).filter(({ mail }) => mail.destination.includes(unanswered));
    await pipeline.post('/admin/campaign', { action: 'cancel', id }, { token: pipeline.token });
    pass(16 * MINUTE);
    await work();
    await reauthenticate();
    const row = async () => (await request('/admin/campaigns')).items[0];
    expect(await row()).toMatchObject({ id, failed: 0, unknown: 1, suppressed: 1 });
    await hear(late);
    expect(await row()).toMatchObject({ failed: 0, unknown: 0, suppressed: 1 });
    await hear([rejectionOf(id, answered)]);
    expect(await row()).toMatchObject({ failed: 1, unknown: 0 });
  });
});

it('five soft bounces suppress an address, and unblocking it resets the count', async () => {
  const { addMembers, send, work, hear, pass, deps, reauthenticate } = await open();
  const [address = ''] = await addMembers(addressed('Soft-Bounce@example.org'));
  const suppressed = async () =>
    (await deps.recipients.findByEmail([address.toLowerCase()])).values().next().value?.suppressedBecause;
  let turn = 0;
  const bounce = async (times: number) => {
    for (const end = turn + times; turn < end; turn += 1) {
      await send([address], { subject: `Turn ${turn}` });
      await work();
      await hear();
      pass(MINUTE);
    }
  };
  await bounce(4);
  expect(await suppressed()).toBeUndefined();
  await bounce(1);
  expect(await suppressed()).toBe('bounced');
  await reauthenticate();
  const { items } = await request('/admin/suppressions?search=soft');
  expect(items).toEqual([expect.objectContaining({ reason: 'bounced', softBounces: 5 })]);
  expect((await action('/admin/suppressions', { address, reason: '' })).status).toBe(400);
  expect(
    (await action('/admin/suppressions', { address, reason: 'The mailbox is empty again' })).status,
  ).toBe(200);
  await bounce(4);
  expect(await suppressed()).toBeUndefined();
  await bounce(1);
  expect(await suppressed()).toBe('bounced');
});
