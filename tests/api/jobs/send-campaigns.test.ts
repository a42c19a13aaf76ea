import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limitRules } from '../../../functions/limits/limits.ts';
import { findCampaign } from '../../../functions/mail/campaigns/campaign-repository.ts';
import { insertDeliveries } from '../../../functions/mail/campaigns/delivery-repository.ts';
import { insertSuppression } from '../../../functions/mail/suppressions/recipients.ts';
import { holdSender } from '../../../functions/mail/transactional/send-pace.ts';
import { findMemberByEmail, setAnnouncements } from '../../../functions/members/repository.ts';
import { deleteMemberWrites } from '../../../functions/members/write-repository.ts';
import { keys } from '../../../functions/platform/table/schema.ts';
import { activeUntil } from '../../support/api/make.ts';
import {
  deliveryCounts,
  type MailPipeline,
  openMailPipeline as open,
  someBytes,
} from '../../support/jobs/mail-pipeline.ts';
import { atCalls } from '../../support/table/at-calls.ts';
import { until } from '../../support/until.ts';

const HOUR = 3_600_000;

describe('a campaign', () => {
  it('is sent to each recipient once with personal text, attachments and unsubscribe link, and every delivery is counted', async () => {
    const { sendTo, work, hear, inbox, arrived, parsed, mail, deliveries } = await open();
    const { id, to } = await sendTo(
      [
        { firstName: '小明', lastName: '王', activeUntil: '2027-01-01' },
        { firstName: '', lastName: '' },
        {
          firstName: '<b>Bunny</b>',
          activePeriods: [...activeUntil('2026-01-01'), { startDate: '2100-01-01', endDate: '2101-01-01' }],
        },
      ],
      {
        subject: '{{firstName|member}}：续会提醒',
        content: '<p>Dear {{name|colleague}}, valid until {{validUntil|—}}. {{renewLink}}</p>',
      },
      [{ name: '日程.pdf', bytes: someBytes(5000) }],
    );
    expect(inbox).toEqual([]);
    await work();
    expect(arrived()).toEqual(to);

    inbox.sort((a, b) => a.to.localeCompare(b.to));
    const [first, second, third] = await parsed();
    expect(first).toMatchObject({
      subject: '小明：续会提醒',
      html: expect.stringContaining('Dear 王小明, valid until 1 January 2027.'),
      text: expect.stringContaining('Dear 王小明, valid until 1 January 2027.'),
      attachments: [{ filename: '日程.pdf', mimeType: 'application/pdf' }],
    });
    expect(second).toMatchObject({
      subject: 'member：续会提醒',
      html: expect.stringContaining('Dear colleague, valid until —.'),
    });
    expect(third?.html).toContain('Dear &lt;b&gt;Bunny&lt;/b&gt; Teapot, valid until —.');
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

    const counts = deliveryCounts({ sent: 3 });
    expect(await mail(id)).toMatchObject({ state: 'done', total: 3, finished: 3, counts });
    await hear();
    expect(await mail(id)).toMatchObject({ counts: deliveryCounts({ delivered: 3 }) });
    const [copy] = await deliveries(id);
    expect(copy.history.map(({ what }: { what: string }) => what)).toEqual(['sent', 'delivered']);
    await work();
    expect(arrived()).toEqual(to);
  });

  it('has replies go to the given address, which its page and a duplicate show, or to our own', async () => {
    const { sendTo, send, work, parsed, admin } = await open();
    const { id, to } = await sendTo(1, { replyTo: 'awards@example.org' });
    const plain = (await send(to, { subject: 'Newsletter' })).body.data.id;
    const wrong = (await send(to, { replyTo: 'awards@' })).body;
    expect(wrong).toMatchObject({ reason: 'content', issues: [{ path: 'replyTo' }] });
    await work();
    const replies = (await parsed()).flatMap(({ replyTo }) => replyTo?.map(({ address }) => address));
    expect(replies.toSorted()).toEqual(['awards@example.org', 'contact@example.org']);
    const shown = async (each: string) =>
      Promise.all(
        ['campaign', 'duplicate-campaign'].map(
          async (call) => (await admin.data(`/admin/${call}?id=${each}`)).replyTo,
        ),
      );
    expect(await shown(id)).toEqual(['awards@example.org', 'awards@example.org']);
    expect(await shown(plain)).toEqual(['contact@example.org', '']);
  });

  it('skips unsubscribed, suppressed, unverified, disabled and deleted members, with the reason', async () => {
    const { sendTo, work, context, operator, table, arrived, mail, deliveries, time } = await open();
    const { id, to } = await sendTo([{}, {}, { emailVerified: false }, {}, {}, {}]);
    const [, bounced = '', , , deleted = '', stays] = to;
    await setAnnouncements(context, '20000000', false);
    const suppressedAt = time.now.toISOString();
    await insertSuppression(context, { address: bounced, reason: 'bounced', suppressedAt, detail: '' });
    await operator.disable('20000003', 'At their request');
    const member = await findMemberByEmail(context, deleted);
    await table.commit(member ? deleteMemberWrites(member) : []);
    await work();
    expect(arrived()).toEqual([stays]);
    expect(await mail(id)).toMatchObject({
      state: 'done',
      counts: deliveryCounts({ sent: 1, suppressed: 5 }),
    });
    const details = (await deliveries(id, '&state=suppressed')).map(
      ({ history }: { history: { detail: string }[] }) => history[0]?.detail,
    );
    expect(details).toEqual(['unsubscribed', 'suppressed', 'unverified', 'disabled', 'not-a-member']);
  });

  it.each<[string, (pipeline: MailPipeline, id: string) => Promise<unknown>]>([
    [
      'runs begin at the same time, by messages of the version before for each of its deliveries',
      async ({ context, work }, id) => {
        const message = JSON.stringify({ campaign: id, delivery: { uid: '20000000', address: 'bunny' } });
        await context.queue.send(Array.from({ length: 25 }, () => message));
        await Promise.all([work(), work()]);
      },
    ],
    [
      'the function ended after writing a part of the deliveries',
      async ({ senderContext, work, pass, reports }) => {
        let writes = 0;
        let most = 10;
        atCalls(senderContext.table, /^PutItem .*"state":"pending"/, (go) => {
          writes += 1;
          return writes > most ? Promise.reject(new Error('the process ended')) : go();
        });
        await work();
        expect(reports).toContainEqual(expect.objectContaining({ event: 'delivery-failed' }));
        // It goes on with those that are missing: one that began anew might come to no end in the time of any run.
        writes = 0;
        most = 15;
        pass(61_000);
      },
    ],
    ['the message that begins it was lost', ({ messages }) => messages.drain(async () => {})],
    [
      'the last run ended without a word half a minute ago',
      async ({ senderContext, work, pass, arrived }) => {
        await holdSender(senderContext, 'a run that has ended');
        await work();
        expect(arrived()).toEqual([]);
        pass(31_000);
      },
    ],
    [
      'the version before had begun it',
      async ({ senderContext, table, time, work, pass }, id) => {
        const campaign = await findCampaign(senderContext, id);
        if (campaign)
          await insertDeliveries(senderContext, campaign, [
            { uid: '20000000', address: 'bunny-00000@example.org' },
          ]);
        const soon = new Date(time.now.getTime() + 120_000).toISOString();
        await table.call('UpdateItem', {
          Key: keys.mail(id),
          UpdateExpression:
            'SET dueAt = :lease, queuedAt = :now, finished = :none, rejectedInRow = :some, inDoubtInRow = :some',
          ExpressionAttributeValues: {
            ':lease': soon,
            ':now': time.now.toISOString(),
            ':none': 0,
            ':some': 3,
          },
        });
        await work();
        pass(120_000);
      },
    ],
  ])('reaches everybody once where %s', async (_, happens) => {
    const pipeline = await open();
    const { id, to } = await pipeline.sendTo(25);
    await happens(pipeline, id);
    await pipeline.work();
    expect(pipeline.arrived()).toEqual(to);
    const counts = deliveryCounts({ sent: 25 });
    expect(await pipeline.mail(id)).toMatchObject({ state: 'done', counts });
  });

  it('is created once by a double submit, and again after ten minutes', async () => {
    const { addMembers, send, work, arrived, pass, count, operator } = await open();
    const to = await addMembers(2);
    const [first, second] = await Promise.all([send(to), send(to.toReversed())]);
    expect(second.body.data.id).toBe(first.body.data.id);
    await work();
    expect(arrived()).toEqual(to);
    pass(10 * 60_000 + 1);
    const again = (await send(to)).body.data.id;
    expect(again).not.toBe(first.body.data.id);
    // Even beyond the hour's twenty.
    await count(limitRules.campaigns, (await operator.findMember('utah_teapot')).uid, 20);
    expect((await send(to)).body.data.id).toBe(again);
  });

  it('can be scheduled from a minute to a year ahead', async () => {
    const { addMembers, send } = await open();
    const to = await addMembers(1);
    const replyAt = async (scheduleTime: string) => {
      const { status, body } = await send(to, { scheduleTime, subject: scheduleTime });
      return [status, body.reason];
    };
    for (const accepted of ['2026-03-02T08:01:00Z', '2027-03-02T08:00:00Z'])
      expect(await replyAt(accepted)).toEqual([200, undefined]);
    for (const refused of ['2026-03-02T08:00:59Z', '2027-03-02T08:00:01Z', '2026-03-03T08:00:00'])
      expect(await replyAt(refused)).toEqual([400, 'schedule']);
  });

  it('waits for its time, whatever begins a run before', async () => {
    const { sendTo, work, messages, arrived, mail, pass } = await open();
    const { id, to } = await sendTo(1, { scheduleTime: '2026-03-02T09:00:00Z' });
    pass(HOUR - 1000);
    messages.send(JSON.stringify({ campaign: id }));
    await work();
    expect([arrived(), (await mail(id)).state]).toEqual([[], 'scheduled']);
    pass(1000);
    await work();
    expect([arrived(), (await mail(id)).state]).toEqual([to, 'done']);
  });

  it.each([
    ['cancel', 'cancelled', 'cancelled'],
    ['pause', 'paused', 'waiting'],
  ] as const)('sends at most one more email after the reply to %s', async (action, state, left) => {
    const { sendTo, work, inbox, arrived, mail, change, senderContext } = await open();
    const { sleep: skip } = senderContext;
    // At the true pace, so that emails do not leave all at once.
    senderContext.sleep = async (milliseconds) =>
      void (await Promise.all([skip(milliseconds), sleep(milliseconds)]));
    const { id, to } = await sendTo(60);
    const working = work();
    await until(async () => inbox.length > 5);
    await change(action, id);
    const before = inbox.length;
    await working;
    const sent = inbox.length;
    expect(sent).toBeLessThan(60);
    expect(sent - before).toBeLessThanOrEqual(1);
    expect(await mail(id)).toMatchObject({ state, counts: deliveryCounts({ sent, [left]: 60 - sent }) });
    if (action === 'cancel') return;
    senderContext.sleep = skip;
    await change('resume', id);
    await work();
    expect(arrived()).toEqual(to);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 60 }) });
  });

  it('stops if its sender is no longer an administrator', async () => {
    const { sendTo, work, arrived, operator, mail } = await open();
    const { id } = await sendTo(3);
    await operator.revokeAdmin('utah_teapot');
    await work();
    expect(arrived()).toEqual([]);
    expect(await mail(id)).toMatchObject({
      state: 'cancelled',
      note: 'Cancelled automatically: the person who created it is no longer an administrator.',
    });
  });
});

it('an administrator can send 20 campaigns an hour and 20,000 deliveries a day', async () => {
  const { addMembers, send, pass, count, operator } = await open();
  const to = await addMembers(12);
  const { uid } = await operator.findMember('utah_teapot');
  const sendTo = (recipients: number, subject: string) => send(to.slice(0, recipients), { subject });
  await count(limitRules.campaigns, uid, 19);
  expect((await sendTo(1, 'The twentieth')).status).toBe(200);
  expect((await sendTo(1, 'One more')).status).toBe(429);
  pass(HOUR);
  await count(limitRules.campaignRecipients, uid, 20_000 - 1 - 10);
  expect(await sendTo(12, 'Two too many')).toMatchObject({
    status: 429,
    body: { retryAfterSeconds: 15 * 3600 },
  });
  // The rejected campaign does not count against the limit.
  expect((await sendTo(10, 'Those that fit')).status).toBe(200);
  expect((await sendTo(1, 'One too many')).status).toBe(429);
  pass(24 * HOUR);
  expect((await sendTo(12, 'The next day')).status).toBe(200);
});
