import { describe, expect, it } from 'vitest';
import {
  inDoubtInRowNote,
  rejectedInRowNote,
  senderProblemNote,
} from '../../../functions/mail/campaigns/automatic-stops.ts';
import { findCampaign } from '../../../functions/mail/campaigns/campaign-repository.ts';
import type { SenderProblem } from '../../../functions/platform/mailer.ts';
import { createSesClient, sesMailer } from '../../../functions/platform/ses.ts';
import { sesAccounts } from '../../../infra/local/emulators/ses.ts';
import { freePort } from '../../../infra/local/ports.ts';
import {
  deliveryCounts,
  type MailPipeline,
  openMailPipeline as open,
} from '../../support/jobs/mail-pipeline.ts';
import { WAIT_LIMIT_MS } from '../../support/time-limits.ts';

const MINUTE = 60_000;

/** A sender that waits so long for a reply. */
const senderAt = (endpoint: string, limit = 1000) =>
  sesMailer({ from: 'no-reply@example.org' }, createSesClient({ endpoint }), limit);

/** Holds SES's reply about one email back until the returned function is called. */
function holdReply({ senderContext }: MailPipeline, about: string): () => void {
  const { sender } = senderContext;
  const { promise, resolve } = Promise.withResolvers<void>();
  const prepareTemplate: typeof sender.prepareTemplate = async (...given) => {
    const template = await sender.prepareTemplate(...given);
    const compose: typeof template.compose = async (delivery) => {
      const send = await template.compose(delivery);
      return async () => {
        const result = await send();
        if (delivery.to === about) await promise;
        return result;
      };
    };
    return { ...template, compose };
  };
  senderContext.sender = { ...sender, prepareTemplate };
  return resolve;
}

/** The operator reads once that the campaign has paused, with its note. */
function expectPauseReported({ reports }: MailPipeline, reported: { id: string; note: string }): void {
  const paused = reports.filter(({ event }) => event === 'campaign-paused');
  expect(paused).toEqual([expect.objectContaining({ level: 'error', ...reported })]);
  expect(JSON.stringify(paused)).not.toContain('bunny-');
}

describe('sending a campaign', () => {
  it('leaves a delivery without reply and event unknown after a quarter of an hour', async () => {
    const { sendTo, work, hear, arrived, events, mail, pass } = await open({
      faultOf: (_call, to) => (/bunny-0000[34]/.test(to) ? 'drop-reply' : undefined),
    });
    const { id, to } = await sendTo(5);
    await work();
    const isOfTheFourth = ({ mail: { destination } }: (typeof events)[number]) =>
      destination.includes(to[3] ?? '');
    await hear(events.splice(0).filter((event) => !isOfTheFourth(event)));
    pass(15 * MINUTE - 5000);
    await work();
    const waiting = deliveryCounts({ delivered: 4, sending: 1 });
    expect(await mail(id)).toMatchObject({ state: 'sending', counts: waiting });
    pass(61_000);
    await work();
    const counts = deliveryCounts({ delivered: 4, unknown: 1 });
    expect(await mail(id)).toMatchObject({ state: 'done', counts });
    expect(arrived()).toEqual(to);
  });

  it('pauses after twenty calls in a row without an answer, and leaves few emails unconfirmed', async () => {
    let isDown = true;
    const pipeline = await open({ faultOf: () => (isDown ? 'hang' : undefined) });
    const { sendTo, work, arrived, mail, pass, change, senderContext, ses } = pipeline;
    senderContext.sender = senderAt(ses.url);
    const { id, to } = await sendTo(60);
    await work();
    const { note = '', counts } = await mail(id);
    const unanswered = counts.sending;
    expect(unanswered).toBe(20);
    expect(note).toBe(inDoubtInRowNote(unanswered));
    expect(counts).toEqual(deliveryCounts({ sending: unanswered, waiting: 60 - unanswered }));
    expectPauseReported(pipeline, { id, note });

    isDown = false;
    // A reply may now take longer than 1 s on a busy machine.
    senderContext.sender = senderAt(ses.url, WAIT_LIMIT_MS);
    expect((await change('resume', id)).status).toBe(200);
    for (const later of [16 * MINUTE, 61_000, 0]) {
      await work();
      pass(later);
    }
    expect(arrived()).toEqual(to);
    const ended = deliveryCounts({ unknown: unanswered, sent: 60 - unanswered });
    expect(await mail(id)).toMatchObject({ state: 'done', counts: ended });
  });

  it('sends the others while one email has no reply', async () => {
    const pipeline = await open();
    const answer = holdReply(pipeline, 'bunny-00000@example.org');
    const { id, to } = await pipeline.sendTo(25);
    const run = pipeline.work();
    await expect.poll(pipeline.arrived).toEqual(to);
    expect(await pipeline.mail(id)).toMatchObject({ state: 'sending' });
    answer();
    await run;
    expect(await pipeline.mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 25 }) });
  });

  it('counts no delivery twice where another run has ended the campaign meanwhile', async () => {
    const pipeline = await open();
    const { sendTo, work, arrived, hear, pass, context } = pipeline;
    const answer = holdReply(pipeline, 'bunny-00009@example.org');
    const { id, to } = await sendTo(10);
    const run = work();
    await expect.poll(arrived).toEqual(to);
    await hear();
    pass(31_000);
    await work();
    const ended = await findCampaign(context, id);
    expect(ended).toMatchObject({ state: 'done', finished: 10 });
    answer();
    await run;
    expect(await findCampaign(context, id)).toEqual(ended);
  });

  it('waits without a connection to SES, then sends every delivery once', async () => {
    const { sendTo, work, arrived, mail, pass, senderContext, ses } = await open();
    const { maxPerSecond } = senderContext.sender;
    senderContext.sender = { ...senderAt(`http://127.0.0.1:${await freePort()}`), maxPerSecond };
    const { id, to } = await sendTo(8);
    await work();
    expect(await mail(id)).toMatchObject({ state: 'sending', counts: deliveryCounts({ waiting: 8 }) });
    senderContext.sender = senderAt(ses.url);
    pass(61_000);
    await work();
    expect(arrived()).toEqual(to);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 8 }) });
  });

  it.each<[keyof typeof sesAccounts, SenderProblem]>([
    ['unverified-identity', 'unverified-identity'],
    ['expired-credentials', 'no-rights'],
    ['quota-used-up', 'quota-used-up'],
  ])('pauses without losing an email where SES rejects the sender: %s', async (account, problem) => {
    const pipeline = await open({
      faultOf: (call) => {
        if (call === 6) pipeline.ses.account = sesAccounts[account];
        return undefined;
      },
    });
    const { sendTo, work, inbox, arrived, mail, change, ses } = pipeline;
    const { id, to } = await sendTo(18);
    await work();
    expect(inbox).toHaveLength(5);
    const note = senderProblemNote(problem);
    const counts = deliveryCounts({ sent: 5, waiting: 13 });
    expect(await mail(id)).toMatchObject({ state: 'paused', note, counts });
    expectPauseReported(pipeline, { id, note });
    ses.account = {};
    expect((await change('resume', id)).status).toBe(200);
    await work();
    expect(arrived()).toEqual(to);
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 18 }) });
  });

  it('pauses after twenty rejected emails in a row, and goes on when it is resumed', async () => {
    const pipeline = await open({
      // Fewer than twenty of them are left after the pause.
      faultOf: (_call, to) => (/-000[0-2]\d@/.test(to) ? 'reject' : undefined),
    });
    const { sendTo, work, arrived, mail, change } = pipeline;
    const { id, to } = await sendTo(45);
    await work();
    const { note = '', counts } = await mail(id);
    // What is under way with the twentieth is sent too.
    expect(counts.failed).toBeLessThan(30);
    expect(note).toBe(rejectedInRowNote(counts.failed));
    expect(counts).toMatchObject({ sent: 0, waiting: 45 - counts.failed });
    expectPauseReported(pipeline, { id, note });
    expect((await change('resume', id)).status).toBe(200);
    await work();
    expect(arrived()).toEqual(to.slice(30));
    expect(await mail(id)).toMatchObject({
      state: 'done',
      counts: deliveryCounts({ failed: 30, sent: 15 }),
    });
  });

  it('goes on where SES takes every tenth email', async () => {
    const { sendTo, work, mail } = await open({
      faultOf: (_call, to) => (to.includes('5@') ? undefined : 'reject'),
    });
    const { id } = await sendTo(30);
    await work();
    expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ failed: 27, sent: 3 }) });
  });

  it('suppresses addresses after bounces and complaints, and pauses after too many', async () => {
    const { sendTo, work, hear, hearAfterEachTurn, mail, change, admin, inbox } = await open();
    // Some leave before the bad ones and some after, whatever the queue's order.
    const others = (name: string) => Array.from({ length: 30 }, (_, n) => `${name}-${n}@example.org`);
    const bad = ['bounce+1@example.org', 'complaint@example.org'];
    const to = [...others('armadillo'), ...bad, ...others('dragon')].map((email) => ({ email }));
    const { id } = await sendTo(to);
    const stopHearing = hearAfterEachTurn();
    await work();
    const note = expect.stringContaining('spam');
    expect(await mail(id)).toMatchObject({ state: 'paused', bounced: 1, complained: 1, note });
    expect(inbox.length).toBeLessThan(60);
    expect((await admin.data('/admin/suppressions')).items).toMatchObject([
      { address: 'bounce+1@example.org', reason: 'bounced' },
      { address: 'complaint@example.org', reason: 'complained' },
    ]);
    stopHearing();
    expect((await change('resume', id)).status).toBe(200);
    await work();
    await hear();
    const counts = deliveryCounts({ bounced: 1, complained: 1, delivered: 60 });
    expect(await mail(id)).toMatchObject({ state: 'done', counts });
  });
});
