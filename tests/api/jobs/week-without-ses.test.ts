import { expect, it } from 'vitest';
import { sendDueMail } from '../../../functions/mail/transactional/send-due-mail.ts';
import type { CampaignSender, Mailer } from '../../../functions/platform/mailer.ts';
import { createSesClient, sesMailer } from '../../../functions/platform/ses.ts';
import type { SesAccount } from '../../../infra/local/emulators/ses-account.ts';
import { freePort } from '../../../infra/local/free-port.ts';
import { network } from '../../support/api/api.ts';
import { deliveryCounts, openMailPipeline, someMembers } from '../../support/jobs/mail-pipeline.ts';
import { rejectingAccounts } from '../../support/jobs/rejecting-accounts.ts';

/** A campaign on the first day, and somebody registers every second day. */

let pipeline: Awaited<ReturnType<typeof openMailPipeline>>;

const TURN_HOURS = 24;
const MENDED_HOURS = 7 * 24 - TURN_HOURS;

const mailerAt = (endpoint: string) =>
  sesMailer({ from: 'no-reply@example.org', configurationSet: 'tests' }, createSesClient({ endpoint }));

async function turn(mailer: Mailer & CampaignSender): Promise<void> {
  pipeline.senderDeps.sender = mailer;
  await pipeline.work();
  await sendDueMail({
    ...pipeline.deps,
    queuedMails: pipeline.queuedMails,
    mailer,
    contactAddress: 'contact@example.org',
  });
  pipeline.pass(TURN_HOURS * 3_600_000);
}

const weeks: [name: string, account: SesAccount | undefined][] = [
  ...rejectingAccounts.slice(0, 1).map(([name, account]): [string, SesAccount] => [name, account]),
  ['no connection', undefined],
];

it.each(weeks)('after a week without SES every email is sent, and none twice: %s', async (_name, account) => {
  pipeline = await openMailPipeline();
  const { addMembers, send, mail, register, ses, inbox, reports, parsed, post, reauthenticate } = pipeline;
  const ready = mailerAt(ses.url);
  const broken = account ? ready : mailerAt(`http://127.0.0.1:${await freePort()}`);
  if (account) ses.account = account;
  const to = await addMembers(someMembers(15));
  const { id } = (await send(to)).body.data;
  const newMembers = ['teapot@example.org'];
  for (let hour = 0; hour < MENDED_HOURS; hour += TURN_HOURS) {
    if (hour % 48 === 0) {
      const name = `dragon_${hour}`;
      await register({ userName: name, email: `${name}@example.org` }, network(hour));
      newMembers.push(`${name}@example.org`);
    }
    await turn(broken);
  }
  expect(inbox).toEqual([]);

  ses.account = {};
  const { state, counts } = await mail(id);
  expect([state, counts]).toEqual([account ? 'paused' : 'sending', deliveryCounts({ waiting: 15 })]);
  await reauthenticate();
  if (account) await post('/admin/campaign', { action: 'resume', id }, { token: pipeline.token });
  for (let turns = 0; turns < 3; turns += 1) await turn(ready);
  expect(inbox.map((each) => each.to).sort()).toEqual([...to, ...newMembers].sort());
  expect(await mail(id)).toMatchObject({ state: 'done', counts: deliveryCounts({ sent: 15 }) });
  expect(reports.filter(({ event }) => event === 'transactional-mail-given-up')).toEqual([]);

  const welcome = (await parsed()).filter(({ subject }) => subject?.startsWith('Welcome to AG'));
  expect(welcome).toHaveLength(newMembers.length);
  const late = welcome.filter(({ text }) => text?.includes('This code expired before'));
  // The last one may have registered within the day.
  expect(late.length).toBeGreaterThanOrEqual(newMembers.length - 1);
  for (const { text, html } of late) {
    expect(text).not.toMatch(/^\d{8}$/m);
    expect(html).not.toContain('class="code"');
  }
});
