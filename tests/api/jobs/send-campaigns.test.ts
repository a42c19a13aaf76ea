import { describe, expect, it } from 'vitest';
import { limitRules } from '../../../functions/limits/limits.ts';
import { advanceDueCampaigns } from '../../../functions/mail/campaigns/advance-campaigns.ts';
import { formatQueueMessage } from '../../../functions/mail/campaigns/campaign.ts';
import { activeUntil } from '../../support/api/make.ts';
import { drainQueue } from '../../support/jobs/drain-queue.ts';
import {
  deliveryCounts,
  openMailPipeline as open,
  someBytes,
  someMembers,
} from '../../support/jobs/mail-pipeline.ts';

describe('a campaign', () => {
  it('is sent to each recipient once with personal text, attachments and unsubscribe link, and every delivery is counted', async () => {
    const { addMembers, send, work, hear, inbox, parsed, mail, deliveries } = await open();
    const to = await addMembers([
      { firstName: '王小明', activeUntil: '2027-01-01' },
      { firstName: '' },
      {
        firstName: '<b>Bunny</b>',
        activeUntil: '2101-01-01',
        activePeriods: [...activeUntil('2026-01-01'), { startDate: '2100-01-01', endDate: '2101-01-01' }],
      },
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
    inbox.sort((a, b) => a.to.localeCompare(b.to));
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
    expect(third?.html).toContain('Dear &lt;b&gt;Bunny&lt;/b&gt;, valid until —.');
    expect(third?.html).not.toContain('<b>Bunny');
    expect(third?.html).toMatch(/<a style="[^"]+" href="https:\/\/www\.example\.org\/user\/membership">/);
    for (const part of [first?.html, first?.text]) {
      expect(part).toContain('because you are a member of the Asia Graphics Association (AG).');
      expect(part).toContain('Asia Graphics Association (AG), Hong Kong');
      expect(part).toContain('https://www.example.org/unsubscribe?token=20000000.announcements.');
    }
    const header = (key: string) => first?.headers.find((each) => each.key === key)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-unsubscribe')).toMatch(
      /^<https:\/\/www\.example\.org\/api\/mail\/unsubscribe\?token=20000000\.announcements\.[\w-]{43}>$/,
    );

    expect(await mail(id)).toMatchObject({
      state: 'done',
      total: 3,
      finished: 3,
      counts: deliveryCounts({ sent: 3 }),
    });
    await hear();
    expect(await mail(id)).toMatchObject({ counts: deliveryCounts({ delivered: 3 }) });
    const [copy] = await deliveries(id);
    expect(copy.history.map(({ what }: { what: string }) => what)).toEqual(['sent', 'delivered']);
    await work();
    expect(inbox).toHaveLength(3);
  });

  it('has replies go to the given address, which its page and a duplicate show, or to our own', async () => {
    const { addMembers, send, work, parsed, get, token } = await open();
    const to = await addMembers([{}]);
    const named = (await send(to, { replyTo: 'awards@example.org' })).body.data;
    const plain = (await send(to, { subject: 'Newsletter' })).body.data;
    expect((await send(to, { replyTo: 'awards@' })).body).toMatchObject({
      code: 0,
      reason: 'content',
      issues: [{ path: 'replyTo' }],
    });
    await work();
    const replies = (await parsed()).map(({ replyTo }) => replyTo?.map(({ address }) => address));
    expect(replies.sort()).toEqual([['awards@example.org'], ['contact@example.org']]);
    const shown = async (id: string, path: string) =>
      (await get(`${path}?id=${id}`, { token })).body.data.replyTo;
    expect(await shown(named.id, '/admin/campaign')).toBe('awards@example.org');
    expect(await shown(named.id, '/admin/duplicate-campaign')).toBe('awards@example.org');
    expect(await shown(plain.id, '/admin/campaign')).toBe('contact@example.org');
    expect(await shown(plain.id, '/admin/duplicate-campaign')).toBe('');
  });

  it('skips unsubscribed, suppressed, unverified, disabled and deleted members, with the reason', async () => {
    const { addMembers, send, work, deps, inbox, mail, deliveries, time } = await open();
    const to = await addMembers([{}, {}, {}, { emailVerified: false }, {}]);
    const { id } = (await send(to)).body.data;
    await deps.members.setAnnouncements('20000000', false);
    const suppressedAt = time.now.toISOString();
    await deps.suppressions.suppress({
      address: to[1] ?? '',
      reason: 'bounced',
      suppressedAt,
      detail: 'user unknown',
    });
    await work();
    expect(inbox.map((each) => each.to).sort()).toEqual([to[2], to[4]]);
    expect(await mail(id)).toMatchObject({
      state: 'done',
      counts: deliveryCounts({ sent: 2, suppressed: 3 }),
    });
    const ok = (await deliveries(id, '&state=suppressed')).map(
      ({ history }: { history: { detail: string }[] }) => history[0]?.detail,
    );
    expect(ok).toEqual(['unsubscribed', 'suppressed', 'unverified']);
  });

  it('reaches everybody once where messages of the queue come twice, also while they are handled', async () => {
    const { addMembers, send, work, inbox, mail, senderDeps, deps } = await open();
    const { id } = (await send(await addMembers(someMembers(30)))).body.data;
    const { reserveSendSlots } = senderDeps.limits;
    let batches = 0;
    senderDeps.limits.reserveSendSlots = async (...wanted) => {
      batches += 1;
      if (batches === 2)
        for await (const { uid, address } of deps.deliveries.walkDeliveries(id))
          await senderDeps.queue.send([formatQueueMessage({ campaign: id, delivery: { uid, address } })]);
      return reserveSendSlots(...wanted);
    };
    await work();
    await work();
    expect(inbox).toHaveLength(30);
    expect(new Set(inbox.map(({ to }) => to)).size).toBe(30);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 30 }) });
  });

  it('is sent to all where the function ended after queueing a part of the deliveries', async () => {
    const { addMembers, send, work, inbox, mail, senderDeps, pass } = await open();
    const { id } = (await send(await addMembers(someMembers(25)))).body.data;
    const { queue } = senderDeps;
    senderDeps.queue = {
      ...queue,
      send: async (bodies) => {
        await queue.send(bodies.slice(0, 10));
        throw new Error('the process ended');
      },
    };
    await expect(work()).rejects.toThrow('the process ended');
    senderDeps.queue = queue;
    pass(120_000);
    await work();
    expect(inbox).toHaveLength(25);
    expect(new Set(inbox.map(({ to }) => to)).size).toBe(25);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 25 }) });
  });

  it('is queued again after a day where the messages of its deliveries were lost', async () => {
    const { addMembers, send, work, inbox, mail, pass, senderDeps, time, queueUrl, sqs } = await open();
    const { id } = (await send(await addMembers(someMembers(12)))).body.data;
    await advanceDueCampaigns(senderDeps, new Date(time.now.getTime() + 1000));
    await drainQueue({ queueUrl, endpoint: sqs.url, handle: async () => [] });
    pass(86_000_000);
    await work();
    expect(await mail(id)).toMatchObject({ state: 'sending', counts: deliveryCounts({ waiting: 12 }) });
    pass(500_000);
    await work();
    expect(inbox).toHaveLength(12);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 12 }) });
  });

  it('has one worker for each delivery, whose repeated calls change nothing', async () => {
    const { addMembers, send, senderDeps, time } = await open();
    const [address = ''] = await addMembers([{}]);
    const { id } = (await send([address])).body.data;
    await advanceDueCampaigns(senderDeps, new Date(time.now.getTime() + 1000));
    const { deliveries } = senderDeps;
    const claim = (claimId: string) => deliveries.claim(id, address, claimId, time.now);
    const giveBack = (claimId: string) =>
      deliveries.transition(id, address, ['sending'], 'pending', time.now, { claimId });
    expect([await claim('first'), await claim('first'), await claim('second')]).toEqual([true, true, false]);
    expect([await giveBack('second'), await giveBack('first')]).toEqual([false, true]);
    expect([await claim('second'), await giveBack('first')]).toEqual([true, false]);
  });

  it('is created once by a double submit, and again after ten minutes', async () => {
    const { addMembers, send, work, inbox, pass, count, operator } = await open();
    const to = await addMembers(someMembers(2));
    const [first, second] = await Promise.all([send(to), send([...to].reverse())]);
    expect(second.body.data.id).toBe(first.body.data.id);
    await work();
    expect(inbox).toHaveLength(2);
    pass(10 * 60_000 + 1);
    const again = (await send(to)).body.data.id;
    expect(again).not.toBe(first.body.data.id);
    // Even beyond the hour's twenty.
    await count(limitRules.campaigns, (await operator.findMember('utah_teapot')).uid, 20);
    expect((await send(to)).body.data.id).toBe(again);
  });

  it('is sent at its scheduled minute', async () => {
    const { addMembers, send, work, inbox, pass, mail } = await open();
    const { id } = (
      await send(await addMembers(someMembers(3)), { scheduleTime: '2026-03-02T18:00:00+08:00' })
    ).body.data;
    await work();
    expect(await mail(id)).toMatchObject({
      state: 'scheduled',
      sendAt: '2026-03-02T10:00:00.000Z',
      counts: deliveryCounts({ waiting: 3 }),
    });
    pass(2 * 3_600_000 - 1);
    await work();
    expect(inbox).toEqual([]);
    pass(1);
    await work();
    expect(inbox).toHaveLength(3);
    expect(await mail(id)).toMatchObject({ state: 'done' });
  });

  it('can be scheduled from a minute to a year ahead', async () => {
    const { addMembers, send } = await open();
    const to = await addMembers(someMembers(1));
    for (const [scheduleTime, status] of [
      ['2026-03-02T08:00:59Z', 400],
      ['2026-03-02T08:01:00Z', 200],
      ['2027-03-02T08:00:00Z', 200],
      ['2027-03-02T08:00:01Z', 400],
      ['2026-03-01T08:00:00Z', 400],
      ['2026-03-03T08:00:00', 400],
      ['tomorrow', 400],
    ] as const) {
      const reply = await send(to, { scheduleTime, subject: scheduleTime });
      expect([scheduleTime, reply.status]).toEqual([scheduleTime, status]);
      if (status === 400) expect(reply.body).toMatchObject({ code: 0, reason: 'schedule' });
    }
  });

  it('sends nothing if it is cancelled before its time', async () => {
    const { addMembers, send, work, inbox, pass, mail, post, token } = await open();
    const { id } = (await send(await addMembers(someMembers(3)), { scheduleTime: '2026-03-02T10:00:00Z' }))
      .body.data;
    await work();
    expect((await post('/admin/campaign', { action: 'cancel', id }, { token })).status).toBe(200);
    expect((await post('/admin/campaign', { action: 'cancel', id }, { token })).status).toBe(409);
    pass(3 * 3_600_000);
    await work();
    expect(inbox).toEqual([]);
    const counts = deliveryCounts({ cancelled: 3 });
    expect(await mail(id)).toMatchObject({ state: 'cancelled', finished: 0, counts });
  });

  it('sends no more once it is cancelled, but for deliveries already claimed', async () => {
    let calls = 0;
    const { addMembers, send, work, inbox, mail, post, token, senderDeps } = await open();
    const { id } = (await send(await addMembers(someMembers(60)))).body.data;
    const { reserveSendSlots } = senderDeps.limits;
    senderDeps.limits.reserveSendSlots = async (...wanted) => {
      calls += 1;
      if (calls === 3) await post('/admin/campaign', { action: 'cancel', id }, { token });
      return reserveSendSlots(...wanted);
    };
    await work();
    expect(inbox.length).toBeGreaterThan(0);
    expect(inbox.length).toBeLessThan(60);
    const { state, counts: found, total } = await mail(id);
    expect(state).toBe('cancelled');
    expect(found).toEqual(deliveryCounts({ sent: inbox.length, cancelled: total - inbox.length }));
  });

  it('stops if its sender is no longer an administrator', async () => {
    const { addMembers, send, work, inbox, operator, mail, token, get } = await open();
    const { id } = (await send(await addMembers(someMembers(3)))).body.data;
    await operator.revokeAdmin('utah_teapot');
    await work();
    expect(inbox).toEqual([]);
    await operator.grantAdmin('utah_teapot');
    expect((await get('/userinfo', { token })).status).toBe(200);
    expect(await mail(id)).toMatchObject({
      state: 'cancelled',
      note: 'Cancelled automatically: the person who created it is no longer an administrator.',
    });
  });
});

it('an administrator can send 20 campaigns an hour and 20,000 deliveries a day', async () => {
  const { addMembers, send, pass, reauthenticate, count, operator } = await open();
  const to = await addMembers(someMembers(12));
  const { uid } = await operator.findMember('utah_teapot');
  await count(limitRules.campaigns, uid, 19);
  expect((await send(to.slice(0, 1), { subject: 'The twentieth' })).status).toBe(200);
  expect((await send(to.slice(0, 1), { subject: 'One more' })).status).toBe(429);
  pass(3_600_000);
  await reauthenticate();
  await count(limitRules.campaignRecipients, uid, 20_000 - 1 - 10);
  expect(await send(to, { subject: 'Two too many' })).toMatchObject({
    status: 429,
    body: { retryAfterSeconds: 15 * 3600 },
  });
  // The rejected campaign does not count against the limit.
  expect((await send(to.slice(0, 10), { subject: 'Those that fit' })).status).toBe(200);
  expect((await send(to.slice(0, 1), { subject: 'One too many' })).status).toBe(429);
  pass(86_400_000);
  await reauthenticate();
  expect((await send(to, { subject: 'The next day' })).status).toBe(200);
});
