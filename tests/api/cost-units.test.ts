import { expect, it } from 'vitest';
import { queuedMailsRepository } from '../../functions/mail/transactional/repository.ts';
import { sendDueMail } from '../../functions/mail/transactional/send-due-mail.ts';
import type { OutgoingMail } from '../../functions/platform/mailer.ts';
import { asWork } from '../../functions/platform/runtime.ts';
import { measuredUnits } from '../../infra/cli/cost.ts';
import { startApi } from '../support/api/api.ts';
import { openMailPipeline, someMembers } from '../support/jobs/mail-pipeline.ts';
import { sized } from '../support/sizes.ts';

/** As many as share what a campaign costs once. */
const DELIVERIES = sized(100, 1000);

// What `ops cost` multiplies, by the embedded database's own count.

it('a visit costs at most the calls and units that the cost estimate has for it', async () => {
  const api = await startApi();
  await api.register();
  const before = api.reports.length;
  const { token } = (await api.signIn()).body;
  const pages = ['/userinfo', '/userinfo', '/conference/get-conferences', '/user/history'];
  for (const path of pages) expect((await api.get(path, { token })).status, path).toBe(200);
  const units = api.reports
    .slice(before)
    .filter(({ event }) => event === 'request')
    .map((entry) => Object(entry)['tableUnits'] as { reads: number; writes: number });
  const total = (kind: 'reads' | 'writes') => units.reduce((sum, each) => sum + each[kind], 0);
  expect(units).toHaveLength(measuredUnits.visit.calls);
  expect(total('reads')).toBeGreaterThan(0);
  expect(total('reads')).toBeLessThanOrEqual(measuredUnits.visit.reads);
  expect(total('writes')).toBeLessThanOrEqual(measuredUnits.visit.writes);
});

it('a code costs at most the write units that the cost estimate has for a transactional email', async () => {
  const api = await startApi();
  await api.register({ email: 'utah@example.org' });
  const outgoing: OutgoingMail[] = [];
  const mailer = {
    send: async (mail: OutgoingMail) => {
      outgoing.push(mail);
      return { outcome: 'sent' as const, messageId: 'm' };
    },
  };
  const deps = { ...api.deps, queuedMails: queuedMailsRepository(api.table), mailer };
  await sendDueMail(deps);
  outgoing.length = 0;

  api.reports.length = 0;
  await api.post('/auth/forgetPassword', { email: 'utah@example.org' });
  const [request] = api.reports.filter(({ event }) => event === 'request');
  const { writes: queued } = Object(request)['tableUnits'] as { writes: number };
  const sent = await asWork(undefined, async (units) => {
    await sendDueMail(deps);
    return units.writes;
  });
  expect(outgoing.map(({ to }) => to)).toEqual(['utah@example.org']);
  expect(queued + sent).toBeGreaterThan(0.8 * measuredUnits.transactionalEmail.writes);
  expect(queued + sent).toBeLessThanOrEqual(measuredUnits.transactionalEmail.writes);
});

it('a campaign costs at most the write units for a delivery that the cost estimate has for its emails', async () => {
  const { addMembers, send, work, hear, inbox, reports } = await openMailPipeline();
  const to = await addMembers(someMembers(DELIVERIES));
  reports.length = 0;
  await send(to);
  const [request] = reports.filter(({ event }) => event === 'request');
  const { writes: created } = Object(request)['tableUnits'] as { writes: number };
  const sent = await asWork(undefined, async (units) => {
    await work();
    await hear();
    return units.writes;
  });
  expect(inbox).toHaveLength(DELIVERIES);
  const { writes } = measuredUnits.campaignEmail;
  expect((created + sent) / DELIVERIES).toBeGreaterThan(0.8 * writes);
  expect((created + sent) / DELIVERIES).toBeLessThanOrEqual(writes);
});
