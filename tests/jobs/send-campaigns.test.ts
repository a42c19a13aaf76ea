import { afterEach, describe, expect, it } from 'vitest';
import { type Counts, noCounts } from '../../functions/domain/mail/campaign.ts';
import type { MailOptions } from '../../infra/local/mail/ses.ts';
import { someBytes, startRoad } from '../support/mail-road.ts';

let road: Awaited<ReturnType<typeof startRoad>>;
const open = async (options?: MailOptions) => {
  road = await startRoad(options);
  return road;
};
afterEach(() => road.stop());

const counts = (given: Partial<Counts>) => ({ ...noCounts(), ...given });
const members = (count: number) => Array.from({ length: count }, () => ({}));

describe('a mail to members', () => {
  it('goes to each once, in their own words, with files and a way out, and is accounted for', async () => {
    const { addMembers, send, work, hear, inbox, parsed, mail, copies } = await open();
    const to = await addMembers([
      { firstName: '王小明', activeUntil: '2027-01-01' },
      { firstName: '' },
      { firstName: '<b>Bunny</b>', activeUntil: '2026-01-01' },
    ]);
    const reply = await send(
      to,
      {
        subject: '{{firstName|member}}：续会提醒',
        content:
          '<p>Dear {{firstName|colleague}}, valid until {{validUntil|—}}. {{renewLink}}</p><script>alert(1)</script>',
      },
      [{ name: '日程.pdf', bytes: someBytes(5000) }],
    );
    expect(reply.body).toEqual({ code: 1, msg: expect.any(String), data: { id: expect.any(String) } });
    const { id } = reply.body.data;
    expect(inbox).toEqual([]);

    await work();
    expect(inbox.map((each) => each.to)).toEqual(to);
    const [first, second, third] = await parsed();
    expect(first).toMatchObject({
      subject: '王小明：续会提醒',
      html: expect.stringContaining('Dear 王小明, valid until 1 January 2027.'),
      text: expect.stringContaining('Dear 王小明, valid until 1 January 2027.'),
      attachments: [{ filename: '日程.pdf', mimeType: 'application/pdf' }],
    });
    expect(first?.html).not.toContain('script');
    expect(second).toMatchObject({
      subject: 'member：续会提醒',
      html: expect.stringContaining('Dear colleague, valid until —.'),
    });
    expect(third?.html).toContain('Dear &lt;b&gt;Bunny&lt;/b&gt;');
    expect(third?.html).toContain('<a href="https://www.example.org/user/membership">');
    const header = (key: string) => first?.headers.find((each) => each.key === key)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-unsubscribe')).toMatch(
      /^<https:\/\/www\.example\.org\/api\/mail\/unsubscribe\?token=20000000\.announcements\.[\w-]{43}>$/,
    );

    expect(await mail(id)).toMatchObject({
      state: 'done',
      total: 3,
      settled: 3,
      counts: counts({ sent: 3 }),
    });
    await hear();
    expect(await mail(id)).toMatchObject({ counts: counts({ delivered: 3 }) });
    const [copy] = await copies(id);
    expect(copy.history.map(({ what }: { what: string }) => what)).toEqual(['sent', 'delivered']);
    await work();
    expect(inbox).toHaveLength(3);
  });

  it('passes over those who unsubscribed, are held, unverified, disabled or gone by then, and says why', async () => {
    const { addMembers, send, work, ports, inbox, mail, copies, time } = await open();
    const to = await addMembers([{}, {}, {}, { emailVerified: false }, {}]);
    const { id } = (await send(to)).body.data;
    await ports.wishes.setAnnouncements('20000000', false);
    const heldAt = time.now.toISOString();
    await ports.suppressions.hold({
      address: to[1] ?? '',
      reason: 'bounced',
      heldAt,
      detail: 'user unknown',
    });
    await work();
    expect(inbox.map((each) => each.to)).toEqual([to[2], to[4]]);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: counts({ sent: 2, suppressed: 3 }) });
    const told = (await copies(id, '&state=suppressed')).map(
      ({ history }: { history: { detail: string }[] }) => history[0]?.detail,
    );
    expect(told).toEqual(['unsubscribed', 'held', 'unverified']);
  });

  it('is sent once however often and at once it is started', async () => {
    const { addMembers, send, work, inbox, mail } = await open();
    const { id } = (await send(await addMembers(members(40)))).body.data;
    await Promise.all([work(), work(), work()]);
    await work();
    expect(inbox).toHaveLength(40);
    expect(new Set(inbox.map(({ to }) => to)).size).toBe(40);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: counts({ sent: 40 }) });
  });

  it('is one mail when it is submitted twice, and a second one after ten minutes', async () => {
    const { addMembers, send, work, inbox, pass } = await open();
    const to = await addMembers(members(2));
    const [first, second] = await Promise.all([send(to), send([...to].reverse())]);
    expect(second.body.data.id).toBe(first.body.data.id);
    expect((await send(to)).body.data.id).toBe(first.body.data.id);
    await work();
    expect(inbox).toHaveLength(2);
    pass(10 * 60_000 + 1);
    expect((await send(to)).body.data.id).not.toBe(first.body.data.id);
  });

  it('waits for its minute, and leaves at it', async () => {
    const { addMembers, send, work, inbox, pass, mail } = await open();
    const { id } = (await send(await addMembers(members(3)), { scheduleTime: '2026-03-02T18:00:00+08:00' }))
      .body.data;
    await work();
    expect(await mail(id)).toMatchObject({
      state: 'scheduled',
      sendAt: '2026-03-02T10:00:00.000Z',
      counts: counts({ waiting: 3 }),
    });
    pass(2 * 3_600_000 - 1);
    await work();
    expect(inbox).toEqual([]);
    pass(1);
    await work();
    expect(inbox).toHaveLength(3);
    expect(await mail(id)).toMatchObject({ state: 'done' });
  });

  it.each([
    ['59 seconds ahead', '2026-03-02T08:00:59Z', 400],
    ['a minute ahead', '2026-03-02T08:01:00Z', 200],
    ['a year ahead', '2027-03-02T08:00:00Z', 200],
    ['a year and a second ahead', '2027-03-02T08:00:01Z', 400],
    ['the past', '2026-03-01T08:00:00Z', 400],
    ['no offset', '2026-03-03T08:00:00', 400],
    ['no instant', 'tomorrow', 400],
  ])('scheduled for %s: %s is %i', async (_what, scheduleTime, status) => {
    const { addMembers, send } = await open();
    const reply = await send(await addMembers(members(1)), { scheduleTime });
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.body).toMatchObject({ code: 0, reason: 'schedule' });
  });

  it('can be cancelled before it leaves: nothing does', async () => {
    const { addMembers, send, work, inbox, pass, mail, post, token } = await open();
    const { id } = (await send(await addMembers(members(3)), { scheduleTime: '2026-03-02T10:00:00Z' })).body
      .data;
    await work();
    expect((await post('/admin/cancel-mail', { id }, { token })).status).toBe(200);
    expect((await post('/admin/cancel-mail', { id }, { token })).status).toBe(409);
    pass(3 * 3_600_000);
    await work();
    expect(inbox).toEqual([]);
    expect(await mail(id)).toMatchObject({ state: 'cancelled', counts: counts({ cancelled: 3 }) });
  });

  it('can be cancelled under way: what was claimed arrives, the rest does not', async () => {
    let calls = 0;
    const { addMembers, send, work, inbox, mail, post, token, needs } = await open();
    const { id } = (await send(await addMembers(members(60)))).body.data;
    const claim = needs.road.claim;
    needs.road.claim = async (...claimed) => {
      calls += 1;
      if (calls === 3) await post('/admin/cancel-mail', { id }, { token });
      return claim(...claimed);
    };
    await work();
    expect(inbox.length).toBeGreaterThan(0);
    expect(inbox.length).toBeLessThan(60);
    const { state, counts: found, total } = await mail(id);
    expect(state).toBe('cancelled');
    expect(found).toEqual(counts({ sent: inbox.length, cancelled: total - inbox.length }));
  });

  it('stops when its sender is no longer an administrator', async () => {
    const { addMembers, send, work, inbox, operator, mail, token, get } = await open();
    const { id } = (await send(await addMembers(members(3)))).body.data;
    await operator.revokeAdmin('utah_teapot');
    await work();
    expect(inbox).toEqual([]);
    await operator.grantAdmin('utah_teapot');
    expect((await get('/userinfo', { token })).status).toBe(200);
    expect(await mail(id)).toMatchObject({
      state: 'cancelled',
      note: 'Its sender is no longer an administrator',
    });
  });
});

describe('what can go wrong', () => {
  it('a reply that is lost: the event settles it, and nobody gets it twice', async () => {
    const { addMembers, send, work, hear, inbox, mail, pass } = await open({ faultOf: () => 'drop-reply' });
    const { id } = (await send(await addMembers(members(20)))).body.data;
    await work();
    expect(inbox).toHaveLength(20);
    expect(await mail(id)).toMatchObject({ state: 'sending', counts: counts({ sending: 20 }) });
    await hear();
    pass(61_000);
    await work();
    expect(inbox).toHaveLength(20);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: counts({ delivered: 20 }) });
  });

  it('a reply that is lost and no event: unknown after a quarter of an hour, and may be sent again', async () => {
    const { addMembers, send, work, inbox, mail, pass, post, token } = await open({
      faultOf: (call) => (call === 3 ? 'drop-reply' : undefined),
    });
    const { id } = (await send(await addMembers(members(5)))).body.data;
    await work();
    pass(15 * 60_000 - 5000);
    await work();
    expect(await mail(id)).toMatchObject({ state: 'sending', counts: counts({ sent: 4, sending: 1 }) });
    pass(61_000);
    await work();
    expect(await mail(id)).toMatchObject({ state: 'done', counts: counts({ sent: 4, unknown: 1 }) });
    const again = (await post('/admin/resend-mail', { id }, { token })).body.data;
    expect((await post('/admin/resend-mail', { id }, { token })).body.data).toEqual(again);
    await work();
    expect(await mail(again.id)).toMatchObject({
      state: 'done',
      total: 1,
      resendOf: id,
      counts: counts({ sent: 1 }),
    });
    expect(inbox).toHaveLength(6);
    expect(inbox[2]?.to).toBe(inbox[5]?.to);
  });

  it('throttling: every copy goes out in the end, once', async () => {
    const { addMembers, send, work, inbox, mail, pass } = await open({
      faultOf: (call) => (call % 2 === 0 && call < 60 ? 'throttle' : undefined),
    });
    const { id } = (await send(await addMembers(members(50)))).body.data;
    for (let turn = 0; turn < 5; turn += 1) {
      await work();
      pass(61_000);
    }
    expect(new Set(inbox.map(({ to }) => to)).size).toBe(50);
    expect(inbox).toHaveLength(50);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: counts({ sent: 50 }) });
  });

  it('bounces and complaints hold the address, and too many pause the mail', async () => {
    const { addMembers, send, work, hear, mail, get, post, token, needs, inbox } = await open();
    const bad = ['bounce+1@example.org', 'complaint@example.org'];
    const others = members(40).map((_, index) => ({ email: `dragon-${index}@example.org` }));
    const to = await addMembers([...bad.map((email) => ({ email })), ...others]);
    const { id } = (await send(to)).body.data;
    const claim = needs.road.claim;
    needs.road.claim = async (...claimed) => {
      await hear();
      return claim(...claimed);
    };
    await work();
    expect(await mail(id)).toMatchObject({
      state: 'paused',
      bounced: 1,
      complained: 1,
      note: expect.stringContaining('spam'),
    });
    const before = inbox.length;
    expect(before).toBeLessThan(40);
    const { items } = (await get('/admin/suppressions', { token })).body.data;
    expect(
      items.map(({ address, reason }: { address: string; reason: string }) => [address, reason]),
    ).toEqual([
      ['bounce+1@example.org', 'bounced'],
      ['complaint@example.org', 'complained'],
    ]);
    needs.road.claim = claim;
    expect((await post('/admin/resume-mail', { id }, { token })).status).toBe(200);
    await work();
    await hear();
    expect(await mail(id)).toMatchObject({
      state: 'done',
      counts: counts({ bounced: 1, complained: 1, delivered: 40 }),
    });
    const lift = { address: 'bounce+1@example.org', reason: 'They have a new mailbox' };
    expect((await post('/admin/lift-suppression', lift, { token })).status).toBe(200);
    expect((await post('/admin/lift-suppression', lift, { token })).status).toBe(404);
  });

  it('soft bounces hold the address at the fifth', async () => {
    const { addMembers, send, work, hear, ports, pass } = await open();
    const to = await addMembers([{ email: 'soft-bounce@example.org' }]);
    for (let turn = 1; turn <= 5; turn += 1) {
      expect((await ports.recipients.byAddress(to)).get(to[0] ?? '')?.held).toBeUndefined();
      await send(to, { subject: `Turn ${turn}` });
      await work();
      await hear();
      pass(60_000);
    }
    expect((await ports.recipients.byAddress(to)).get(to[0] ?? '')?.held).toBe('bounced');
  });
});
