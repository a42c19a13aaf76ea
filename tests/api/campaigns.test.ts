import { describe, expect, it } from 'vitest';
import { keys } from '../../functions/platform/table/schema.ts';
import { update } from '../../functions/platform/table/writes.ts';
import { archiveAsBefore, insertCampaign } from '../support/api/make.ts';
import { openMailPipeline as open } from '../support/jobs/mail-pipeline.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const addressed = (...emails: string[]) => emails.map((email) => ({ email }));
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

/** SES's event about one email of a campaign. */
const eventOf = (id: string, address: string, event: object) => ({
  mail: { messageId: 'm', source: '', destination: [address], tags: { mail: [id] } },
  ...event,
});

it.each([
  [
    'EventBridge Scheduler',
    { scheduleTime: '2026-03-02T18:00:00+08:00' },
    'Email scheduled. It will be sent within a minute of its time. You can cancel it in the Outbox until it is sent.',
  ],
  ['the queue', {}, 'Your email will be sent within a minute. Follow its progress in the Outbox.'],
])(
  'a campaign that %s cannot start says so to its author and the operator, and is sent once by the sweep',
  async (_, more, message) => {
    const { addMembers, send, work, deps, reports, arrived, pass } = await open();
    const to = await addMembers(1);
    const { queue, schedules } = deps;
    const unreachable = () => Promise.reject(new Error('AccessDenied'));
    deps.queue = { ...queue, send: unreachable };
    deps.schedules = { ...schedules, create: unreachable };
    expect((await send(to, more)).body).toMatchObject({ code: 1, msg: message });
    const reported = { level: 'error', event: 'campaign-start-delayed' };
    expect(reports).toContainEqual(expect.objectContaining(reported));
    Object.assign(deps, { queue, schedules });
    if ('scheduleTime' in more) pass(2 * HOUR + MINUTE);
    await work();
    await work();
    expect(arrived()).toEqual(to);
  },
);

describe('the deliveries of a campaign', () => {
  it('are searched by the beginning of an address, filtered by status, and paged, before it starts too', async () => {
    const { sendTo, work, hear, pass, admin } = await open();
    const [aiko, bounced, bunny] = ['Aiko@example.org', 'bounce+1@example.org', 'bunny@example.org'];
    const { id } = await sendTo(addressed(aiko, bounced, bunny), { scheduleTime: '2026-03-02T10:00:00Z' });
    const page = (query: string) => admin.data(`/admin/campaign-deliveries?id=${id}&${query}`);
    const found = async (query: string) =>
      (await page(query)).items.map(({ address }: { address: string }) => address);
    const expectSearched = async () => {
      expect(await found('search=B')).toEqual([bounced, bunny]);
      expect(await found('search=%25')).toEqual([]);
      expect(await found('search=b&limit=1')).toEqual([bounced]);
      const { next } = await page('search=b&limit=1');
      expect(await found(`search=b&limit=1&cursor=${encodeURIComponent(next)}`)).toEqual([bunny]);
    };
    await expectSearched();
    expect(await found('state=waiting')).toEqual([aiko, bounced, bunny]);
    pass(2 * HOUR);
    await work();
    await hear();
    await expectSearched();
    expect(await found('search=b&state=bounced')).toEqual([bounced]);
    const outside = await admin.get(`/admin/campaign-deliveries?id=${id}&search=b&cursor=chen@example.org`);
    expect(outside).toMatchObject({ status: 400, body: { issues: [{ path: 'cursor' }] } });
  });

  it('are recorded as viewed once on a day, by each administrator and for each campaign', async () => {
    const { sendTo, send, operator, pass, admin } = await open();
    const { id: one, to } = await sendTo(1);
    const other = (await send(to, { subject: 'Two' })).body.data.id;
    const view = async () => {
      await admin.get(`/admin/duplicate-campaign?id=${one}`);
      for (const id of [one, other, one]) await admin.get(`/admin/campaign-deliveries?id=${id}`);
    };
    const viewed = async () =>
      (await operator.listAudit('2026-03', 50)).entries.flatMap(({ action, details }) =>
        action === 'view-deliveries' ? [details['campaign']] : [],
      );
    await view();
    expect((await viewed()).toSorted()).toEqual([one, other].toSorted());
    pass(24 * HOUR);
    await view();
    expect(await viewed()).toHaveLength(4);
  });

  it('are exported as CSV without formulas, and the audit log has the export', async () => {
    const { sendTo, work, hear, admin } = await open();
    const { id } = await sendTo([
      ...addressed('=cmd@example.org', 'bounce@example.org'),
      { email: 'chen@example.org', announcementsOff: true },
    ]);
    await work();
    await hear();
    const { fileName, url } = await admin.data(`/admin/export-deliveries?id=${id}`);
    const file = await fetch(url);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`);
    expect(fileName).toBe(`mail-2026-03-02-${id.slice(0, 8)}.csv`);
    const [header, formula, bounced, unsubscribed] = (await file.text()).split('\r\n');
    expect(header).toBe('"Address","Status","Since","Detail","History"');
    expect(formula).toMatch(/^"'=cmd@example\.org","Delivered"/);
    expect(bounced).toMatch(/"Bounced".*550 5\.1\.1 user unknown/);
    expect(unsubscribed).toMatch(/"Skipped".*"Unsubscribed from announcements"/);
    const { items: entries } = await admin.data('/admin/audit?month=2026-03');
    expect(entries).toContainEqual(
      expect.objectContaining({
        administrator: 'utah_teapot',
        action: 'export-deliveries',
        details: expect.objectContaining({ campaign: id, deliveries: '3' }),
      }),
    );
  });
});

it('the message of a campaign is shown with the caller’s own values', async () => {
  const { sendTo, admin } = await open();
  const content = '<p>Dear {{firstName|member}}</p>';
  const { id } = await sendTo([{ firstName: 'Ana' }], { subject: '{{firstName|member}}: 茶壺', content });
  const { subject, html, text } = await admin.data(`/admin/campaign-message?id=${id}`);
  expect(subject).toBe('Utah: 茶壺');
  expect(html).toMatch(/^<!doctype html>.*<p>Dear Utah.*Unsubscribe/s);
  expect(text).toContain('Dear Utah');
  expect((await admin.get(`/admin/campaign-message?id=${'0'.repeat(32)}`)).status).toBe(404);
});

describe('an administrator', () => {
  it('pauses and resumes a campaign, and every recipient gets it once', async () => {
    const { sendTo, work, arrived, change, beforeEachBatch, mail } = await open();
    const { id, to } = await sendTo(40);
    beforeEachBatch((batch) => batch === 3 && change('pause', id));
    await work();
    const left = arrived();
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(40);
    expect(await mail(id)).toMatchObject({ state: 'paused', note: 'Paused by Utah Teapot.' });
    await work();
    expect(arrived()).toEqual(left);
    expect((await change('resume', id)).status).toBe(200);
    await work();
    expect(arrived()).toEqual(to);
    expect(await mail(id)).toMatchObject({ state: 'done' });
  });

  it('sees campaigns that an earlier version archived or resent among the others, the latest first, on every page', async () => {
    const { pass, table, time, admin } = await open();
    const newestFirst: string[] = [];
    for (let n = 0; n < 45; n += 1) {
      const sendAt = time.now.toISOString();
      const id = String(n).padStart(32, '0');
      await insertCampaign(table, { id, state: 'done', createdAt: sendAt, sendAt });
      // Alone, several in a row, and so many that they fill a page.
      if (n % 3 === 0 || (n > 10 && n < 16) || n >= 22) await archiveAsBefore(table, id);
      newestFirst.unshift(id);
      pass(MINUTE);
    }
    const [again = '', first = ''] = newestFirst;
    await table.commit([
      update('campaign', keys.mail(first), { resentAs: again }),
      update('campaign', keys.mail(again), { resendOf: first }),
    ]);
    const pages: string[][] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const query: string = next && `?cursor=${encodeURIComponent(next)}`;
      const page = await admin.data(`/admin/campaigns${query}`);
      pages.push(idsOf(page.items));
      ({ next } = page);
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(pages.flat()).toEqual(newestFirst);
    for (const id of [first, again])
      expect(await admin.data(`/admin/campaign?id=${id}`)).toMatchObject({ id, state: 'done' });
  });

  it('sees the same figures in the list and on a campaign’s page, which later events correct', async () => {
    const { sendTo, work, pass, hear, events, admin } = await open({
      faultOf: (_call, to) => (to.startsWith('aiko') ? 'drop-reply' : undefined),
    });
    const { id, to } = await sendTo([
      ...addressed('aiko@example.org', 'bounce+1@example.org', 'bunny@example.org'),
      { emailVerified: false },
    ]);
    const [aiko = '', bounce = '', bunny = ''] = to;
    const figures = async () => {
      const { counts: _, ...page } = await admin.data(`/admin/campaign?id=${id}`);
      expect((await admin.data('/admin/campaigns')).items).toEqual([page]);
      return page;
    };
    expect(await figures()).toMatchObject({ state: 'sending', finished: 0 });
    await work();
    const unanswered = events.splice(0).filter(({ mail }) => mail.destination.includes(aiko));
    expect(await figures()).toMatchObject({ state: 'sending', finished: 3, unknown: 0, suppressed: 1 });
    pass(16 * MINUTE);
    await work();
    expect(await figures()).toMatchObject({ state: 'done', failed: 0, unknown: 1 });
    await hear(unanswered);
    expect(await figures()).toMatchObject({ failed: 0, unknown: 0, suppressed: 1 });
    // SES finds a virus in an email that it had accepted.
    await hear([eventOf(id, bunny, { eventType: 'Reject', reject: { reason: 'Bad content' } })]);
    expect(await figures()).toMatchObject({ failed: 1, unknown: 0 });
    // An address that bounced and then reported it as spam.
    const complained = [{ emailAddress: bounce }];
    await hear([
      eventOf(id, bounce, { eventType: 'Bounce', bounce: { bounceType: 'Permanent' } }),
      eventOf(id, bounce, {
        eventType: 'Complaint',
        complaint: { complainedRecipients: complained },
      }),
    ]);
    expect(await figures()).toMatchObject({ bounced: 0, complained: 1, finished: 4 });
  });
});

it('five soft bounces suppress an address, and unblocking it resets the count', async () => {
  const { addMembers, send, work, hear, pass, admin } = await open();
  const [address = ''] = await addMembers(addressed('Soft-Bounce@example.org'));
  const suppressed = async () => (await admin.data('/admin/suppressions?search=soft')).items;
  let turn = 0;
  const bounce = async (times: number) => {
    for (const end = turn + times; turn < end; turn += 1) {
      await send([address], { subject: `Turn ${turn}` });
      await work();
      await hear();
      pass(MINUTE);
    }
  };
  const expectSuppressedByTheFifth = async () => {
    await bounce(4);
    expect(await suppressed()).toEqual([]);
    await bounce(1);
    expect(await suppressed()).toMatchObject([{ reason: 'bounced', softBounces: 5 }]);
  };
  await expectSuppressedByTheFifth();
  expect((await admin.post('/admin/suppressions', { address, reason: '' })).status).toBe(400);
  const unblock = { address, reason: 'The mailbox is empty again' };
  expect((await admin.post('/admin/suppressions', unblock)).status).toBe(200);
  await expectSuppressedByTheFifth();
});
