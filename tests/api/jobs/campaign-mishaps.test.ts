import { describe, expect, it } from 'vitest';
import {
  inDoubtInRowNote,
  rejectedInRowNote,
  senderProblemNote,
} from '../../../functions/mail/campaigns/automatic-stops.ts';
import { createSesClient, sesMailer } from '../../../functions/platform/ses.ts';
import { freePort } from '../../../infra/local/free-port.ts';
import { deliveryCounts, openMailPipeline as open, someMembers } from '../../support/jobs/mail-pipeline.ts';
import { rejectingAccounts } from '../../support/jobs/rejecting-accounts.ts';
import { WAIT_LIMIT_MS } from '../../support/time-limits.ts';

describe('sending a campaign', () => {
  it('leaves a delivery without reply and event unknown after a quarter of an hour', async () => {
    const { addMembers, send, work, inbox, mail, pass } = await open({
      faultOf: (call) => (call === 3 ? 'drop-reply' : undefined),
    });
    const { id } = (await send(await addMembers(someMembers(5)))).body.data;
    await work();
    pass(15 * 60_000 - 5000);
    await work();
    expect(await mail(id)).toMatchObject({
      state: 'sending',
      counts: deliveryCounts({ sent: 4, sending: 1 }),
    });
    pass(61_000);
    await work();
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 4, unknown: 1 }) });
    expect(inbox).toHaveLength(5);
  });

  const senderAt = (endpoint: string, limit = 1000) =>
    sesMailer({ from: 'no-reply@example.org' }, createSesClient({ endpoint }), limit);

  it('goes on after a call that SES never answers, whose delivery waits for its event', async () => {
    const { addMembers, send, work, hear, inbox, mail, pass, senderDeps, ses } = await open({
      faultOf: (call) => (call === 3 ? 'hang' : undefined),
    });
    senderDeps.sender = senderAt(ses.url);
    const { id } = (await send(await addMembers(someMembers(20)))).body.data;
    await work();
    expect(inbox).toHaveLength(20);
    expect(await mail(id)).toMatchObject({
      state: 'sending',
      counts: deliveryCounts({ sent: 19, sending: 1 }),
    });
    await hear();
    pass(61_000);
    await work();
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ delivered: 20 }) });
  });

  it('pauses after twenty calls in a row without an answer, and leaves few emails unconfirmed', async () => {
    let isDown = true;
    const { addMembers, send, work, inbox, mail, pass, post, token, senderDeps, ses, reports } = await open({
      faultOf: () => (isDown ? 'hang' : undefined),
    });
    senderDeps.sender = senderAt(ses.url);
    const { id } = (await send(await addMembers(someMembers(60)))).body.data;
    await work();
    const { note = '', counts } = await mail(id);
    const [count = ''] = /\d+/.exec(note) ?? [];
    const unanswered = Number(count);
    expect(note).toBe(inDoubtInRowNote(unanswered));
    // The batch with the twentieth is sent to its end.
    expect(unanswered).toBeLessThan(30);
    expect(counts).toEqual(deliveryCounts({ sending: unanswered, waiting: 60 - unanswered }));
    const paused = reports.filter(({ event }) => event === 'campaign-paused');
    expect(paused).toEqual([expect.objectContaining({ level: 'error', id, note })]);

    isDown = false;
    // A reply may now take longer than 1 s on a busy machine.
    senderDeps.sender = senderAt(ses.url, WAIT_LIMIT_MS);
    expect((await post('/admin/campaign', { action: 'resume', id }, { token })).status).toBe(200);
    // A batch for which this run has too little time left waits for the next minute.
    for (const later of [16 * 60_000, 61_000, 0]) {
      await work();
      pass(later);
    }
    expect(inbox).toHaveLength(60);
    expect(await mail(id)).toMatchObject({
      state: 'done',
      counts: deliveryCounts({ unknown: unanswered, sent: 60 - unanswered }),
    });
  });

  it('is done where it was paused by the last of its emails', async () => {
    const { addMembers, send, work, hear, mail, senderDeps, pass } = await open();
    const { addFinished } = senderDeps.campaigns;
    const notes: (string | undefined)[] = [];
    senderDeps.campaigns = {
      ...senderDeps.campaigns,
      // SES reports it as spam before its batch is counted.
      addFinished: async (id, ...rest) => {
        await hear();
        notes.push((await senderDeps.campaigns.findCampaign(id))?.note);
        return addFinished(id, ...rest);
      },
    };
    const { id } = (await send(await addMembers([{ email: 'complaint@example.org' }, {}]))).body.data;
    await work();
    expect(notes).toEqual(['Paused automatically: 1 email was marked as spam.']);
    pass(61_000);
    await work();
    const { state, note, counts } = await mail(id);
    expect({ state, note, counts }).toEqual({
      state: 'done',
      note: undefined,
      counts: deliveryCounts({ complained: 1, delivered: 1 }),
    });
  });

  it('waits without a connection to SES, then sends every delivery once', async () => {
    const { addMembers, send, work, inbox, mail, pass, senderDeps, ses } = await open();
    const { maxPerSecond } = senderDeps.sender;
    const dead = senderAt(`http://127.0.0.1:${await freePort()}`);
    senderDeps.sender = { ...dead, maxPerSecond };
    const { id } = (await send(await addMembers(someMembers(8)))).body.data;
    await work();
    expect(inbox).toEqual([]);
    expect(await mail(id)).toMatchObject({ state: 'sending', counts: deliveryCounts({ waiting: 8 }) });
    senderDeps.sender = senderAt(ses.url);
    pass(61_000);
    await work();
    expect(inbox).toHaveLength(8);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 8 }) });
  });

  it.each(rejectingAccounts)(
    'pauses without losing an email where SES rejects the sender: %s',
    async (_name, account, problem) => {
      const { addMembers, send, work, inbox, mail, post, token, ses, reports } = await open({
        faultOf: (call) => {
          if (call === 6) ses.account = account;
          return undefined;
        },
      });
      const { id } = (await send(await addMembers(someMembers(18)))).body.data;
      await work();
      expect(inbox).toHaveLength(5);
      const note = senderProblemNote(problem);
      expect(note).toContain('The email service refuses to send: ');
      expect(await mail(id)).toMatchObject({
        state: 'paused',
        note,
        counts: deliveryCounts({ sent: 5, waiting: 13 }),
      });
      const paused = reports.filter(({ event }) => event === 'campaign-paused');
      expect(paused).toEqual([expect.objectContaining({ level: 'error', id, note, problem })]);
      expect(JSON.stringify(paused)).not.toContain('bunny-');
      ses.account = {};
      expect((await post('/admin/campaign', { action: 'resume', id }, { token })).status).toBe(200);
      await work();
      expect(new Set(inbox.map(({ to }) => to)).size).toBe(18);
      expect(inbox).toHaveLength(18);
      expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 18 }) });
    },
  );

  it('pauses after twenty rejected emails in a row, and goes on when it is resumed', async () => {
    const { addMembers, send, work, inbox, mail, post, token, reports } = await open({
      faultOf: (_call, to) => (/-000[0-3]\d@/.test(to) ? 'reject' : undefined),
    });
    const { id } = (await send(await addMembers(someMembers(45)))).body.data;
    await work();
    const { note = '', counts } = await mail(id);
    const [count = ''] = /\d+/.exec(note) ?? [];
    expect(note).toBe(rejectedInRowNote(Number(count)));
    // The batch with the twentieth is sent to its end.
    expect(counts.failed).toBe(Number(count));
    expect(counts.failed).toBeLessThan(30);
    expect(counts).toMatchObject({ sent: 0, waiting: 45 - counts.failed });
    const paused = reports.filter(({ event }) => event === 'campaign-paused');
    expect(paused).toEqual([expect.objectContaining({ level: 'error', id, note })]);
    expect((await post('/admin/campaign', { action: 'resume', id }, { token })).status).toBe(200);
    await work();
    expect(inbox).toHaveLength(5);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ failed: 40, sent: 5 }) });
  });

  it('goes on where SES takes every tenth email', async () => {
    const { addMembers, send, work, mail } = await open({
      faultOf: (_call, to) => (to.includes('5@') ? undefined : 'reject'),
    });
    const { id } = (await send(await addMembers(someMembers(30)))).body.data;
    await work();
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ failed: 27, sent: 3 }) });
  });

  it('suppresses addresses after bounces and complaints, and pauses after too many', async () => {
    const { addMembers, send, work, hear, hearBeforeEachBatch, mail, get, post, token, inbox } = await open();
    const bad = ['bounce+1@example.org', 'complaint@example.org'];
    // Some leave before the bad ones and some after, whatever the queue's order.
    const others = (name: string) =>
      someMembers(30).map((_, index) => ({ email: `${name}-${index}@example.org` }));
    const to = await addMembers([
      ...others('armadillo'),
      ...bad.map((email) => ({ email })),
      ...others('dragon'),
    ]);
    const { id } = (await send(to)).body.data;
    const stopHearing = hearBeforeEachBatch();
    await work();
    expect(await mail(id)).toMatchObject({
      state: 'paused',
      bounced: 1,
      complained: 1,
      note: expect.stringContaining('spam'),
    });
    const before = inbox.length;
    expect(before).toBeLessThan(60);
    const { items } = (await get('/admin/suppressions', { token })).body.data;
    expect(
      items.map(({ address, reason }: { address: string; reason: string }) => [address, reason]),
    ).toEqual([
      ['bounce+1@example.org', 'bounced'],
      ['complaint@example.org', 'complained'],
    ]);
    stopHearing();
    expect((await post('/admin/campaign', { action: 'resume', id }, { token })).status).toBe(200);
    await work();
    await hear();
    expect(await mail(id)).toMatchObject({
      state: 'done',
      counts: deliveryCounts({ bounced: 1, complained: 1, delivered: 60 }),
    });
    const unsuppress = { address: 'bounce+1@example.org', reason: 'They have a new mailbox' };
    expect((await post('/admin/suppressions', unsuppress, { token })).status).toBe(200);
    expect((await post('/admin/suppressions', unsuppress, { token })).status).toBe(404);
    const [entry] = (await get('/admin/audit?month=2026-03', { token })).body.data.items;
    expect(entry).toMatchObject({
      action: 'unsuppress-address',
      reason: unsuppress.reason,
      details: { address: 'b***@example.org' },
    });
  });
});
