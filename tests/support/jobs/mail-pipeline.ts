import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { onTestFinished } from 'vitest';
import type { ApiContext } from '../../../functions/handlers/api.ts';
import { type DeliveryCounts, emptyCounts } from '../../../functions/mail/campaigns/campaign.ts';
import { handleDeliveryEvents } from '../../../functions/mail/campaigns/delivery-events.ts';
import { sendDueCampaigns } from '../../../functions/mail/campaigns/send-campaigns.ts';
import type { CampaignSenderContext } from '../../../functions/mail/campaigns/send-deliveries.ts';
import { getCampaign } from '../../../functions/mail/campaigns/view-campaigns.ts';
import { sendDueMail } from '../../../functions/mail/outbox/send-due-mail.ts';
import type { Member } from '../../../functions/members/member.ts';
import { openS3, s3Files } from '../../../functions/platform/files.ts';
import { eventBridgeSchedules, sqsQueue } from '../../../functions/platform/queue.ts';
import { createSesClient, sesMailer } from '../../../functions/platform/ses.ts';
import type { ReceivedMail } from '../../../infra/local/emulators/inbox.ts';
import { openEventScheduler, openQueue, sqsRoutes } from '../../../infra/local/emulators/queues.ts';
import { serve } from '../../../infra/local/emulators/server.ts';
import type { SesEvent } from '../../../infra/local/emulators/ses.ts';
import { campaignQueue } from '../../../infra/queues.ts';
import type { CallOptions } from '../api/api.ts';
import { formOf, member, writeMembers } from '../api/make.ts';
import { startAdministered } from '../api/signed-in.ts';
import { type SesTestOptions, startS3, startSes } from '../emulators.ts';
import { atCalls } from '../table/at-calls.ts';
import { localAws } from '../table/dynamo.ts';

type Fields = Record<string, string>;

/** A file in a form. */
interface GivenPart {
  name: string;
  bytes: Uint8Array;
  part?: string;
}

/** Before an administrator's session expires, an hour after its last call. */
const SESSION_MS = 50 * 60_000;
/** What a run of the sender has of its function's time. */
const RUN_MS = 100_000;

/**
 * The API with an administrator, the sender of campaigns, and the emulators of SQS, EventBridge Scheduler, S3 and SES. The
 * clock only advances while the sender waits.
 */
export async function startMailPipeline(options: SesTestOptions = {}, overrides: Partial<ApiContext> = {}) {
  Object.assign(process.env, localAws);
  const api = await startAdministered(overrides);
  const clock = api.context.now;
  const folder = await mkdtemp(join(tmpdir(), 'mail-'));
  const messages = openQueue(campaignQueue);
  const sqs = await serve(sqsRoutes({ campaigns: messages }));
  const schedules = openEventScheduler({ clock, deliver: messages.send });
  const scheduler = await serve(schedules.routes);
  const s3 = await startS3({ folder: join(folder, 'files'), buckets: ['files'], clock });
  const inbox: { to: string; raw: Buffer }[] = [];
  const events: SesEvent[] = [];
  const keep = async (raw: Uint8Array, _: unknown, [to = '']: readonly string[]) => {
    inbox.push({ to, raw: Buffer.from(raw) });
    return { id: `message-${inbox.length}` } as ReceivedMail;
  };
  const onEvent = (event: SesEvent) => events.push(event);
  const ses = await startSes({ keep }, { perSecond: 14, clock, ...options, onEvent });

  const queueUrl = `${sqs.url}/campaigns`;
  const queue = sqsQueue(queueUrl, { endpoint: sqs.url });
  const queueArn = 'arn:aws:sqs:ap-southeast-1:000000000000:campaigns';
  const roleArn = 'arn:aws:iam::000000000000:role/scheduler';
  Object.assign(api.context, {
    queue,
    schedules: eventBridgeSchedules({ group: 'campaigns', queueArn, roleArn }, { endpoint: scheduler.url }),
    files: s3Files('files', () => openS3({ endpoint: s3.url, forcePathStyle: true })),
    ...overrides,
  });
  const mailer = sesMailer(
    { from: 'Asia Graphics Association <no-reply@example.org>', configurationSet: 'tests' },
    createSesClient({ endpoint: ses.url }),
  );
  const senderContext: CampaignSenderContext = {
    ...api.context,
    ...api.grantedTo('send-campaigns'),
    queue,
    sender: mailer,
    sleep: async (milliseconds) => api.pass(milliseconds),
  };
  /** One run of the sender, as long as it may take. */
  const runSender = () => sendDueCampaigns(senderContext, new Date(clock().getTime() + RUN_MS));
  const eventContext = api.grantedTo('handle-delivery-events');

  let { token } = api;
  let signedInAt = clock().getTime();
  async function reauthenticate(): Promise<void> {
    token = (await api.signIn()).body.token;
    signedInAt = clock().getTime();
  }
  async function session(): Promise<string> {
    if (Math.abs(clock().getTime() - signedInAt) > SESSION_MS) await reauthenticate();
    return token;
  }
  /** The administrator's calls. */
  const admin = {
    get: async (path: string) => api.get(path, { token: await session() }),
    post: async (path: string, body: object) => api.post(path, body, { token: await session() }),
    /** The data of a reply. */
    data: async (path: string) => (await admin.get(path)).body.data,
  };

  /** Members who can receive email, a number of them or these; resolves to their addresses. */
  async function addMembers(people: number | readonly Partial<Member>[]): Promise<string[]> {
    const given: readonly Partial<Member>[] =
      typeof people === 'number' ? Array.from({ length: people }, () => ({})) : people;
    const added = given.map((each, index) =>
      member({
        uid: String(20_000_000 + index),
        username: `bunny_${index}`,
        email: `bunny-${String(index).padStart(5, '0')}@example.org`,
        emailVerified: true,
        ...each,
      }),
    );
    await writeMembers(api.table, added);
    return added.map(({ email }) => email);
  }

  /** Handles the events that SES has published so far, or the given ones. */
  const hear = async (details: readonly unknown[] = events.splice(0)) => {
    const { batchItemFailures } = await handleDeliveryEvents(
      eventContext,
      details.map((detail, index) => ({ messageId: String(index), body: JSON.stringify({ detail }) })),
    );
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };

  /** POSTs a form as the administrator, or as the options say. */
  async function postForm(
    path: string,
    fields: Fields,
    files: readonly GivenPart[] = [],
    call: CallOptions = {},
  ) {
    const form = formOf(fields);
    for (const { name, bytes, part = 'attachments' } of files)
      form.append(part, new Blob([Buffer.from(bytes)]), name);
    return api.call('POST', path, undefined, { token: await session(), raw: form, ...call });
  }

  const send = (recipients: readonly string[], more: Fields = {}, files?: readonly GivenPart[]) =>
    postForm(
      '/admin/send-email',
      {
        subject: 'Call for papers',
        content: '<p>Hello</p>',
        recipients: JSON.stringify(recipients),
        ...more,
      },
      files,
    );

  return {
    ...api,
    ses,
    queueUrl,
    messages,
    inbox,
    events,
    senderContext,
    get token() {
      return token;
    },
    reauthenticate,
    admin,
    addMembers,
    postForm,
    send,
    /** Sends one email to new members. */
    async sendTo(people: Parameters<typeof addMembers>[0], more?: Fields, files?: readonly GivenPart[]) {
      const to = await addMembers(people);
      const { body } = await send(to, more, files);
      return { id: String(body.data.id), to };
    },
    /** Pauses, resumes or cancels a campaign as the administrator. */
    change: (action: 'pause' | 'resume' | 'cancel', id: string) =>
      admin.post('/admin/campaign', { action, id }),
    /** Fires the schedules that are due, runs one sweep, and handles the queue until nothing in it is visible. */
    async work() {
      schedules.tick();
      await runSender();
      await messages.drain(runSender);
    },
    hear,
    /** Hears after each turn of a campaign, for one after the other, until the returned function is called. */
    hearAfterEachTurn: () =>
      atCalls(senderContext.table, /^UpdateItem .*"SET rejectedInRow/, async (go) => {
        const counted = await go();
        await hear();
        return counted;
      }),
    /** Sends the codes and notices that are due, and hears what became of them. */
    async sendCodesAndNotices() {
      await sendDueMail({ ...api.context, ...api.grantedTo('send-transactional-mail'), mailer });
      await hear();
    },
    /** A campaign with the counts of its deliveries. */
    mail: async (id: string) => {
      const { campaign, counts } = await getCampaign(api.context, id);
      return { ...campaign, counts };
    },
    deliveries: async (id: string, query = '') =>
      (await admin.data(`/admin/campaign-deliveries?id=${id}&limit=1000${query}`)).items,
    /** The addresses of all emails that SES has taken, in their order. */
    arrived: () => inbox.map(({ to }) => to).toSorted(),
    parsed: () => Promise.all(inbox.map(async ({ raw }) => PostalMime.parse(raw))),
    async stop() {
      await Promise.all([ses.close(), sqs.close(), scheduler.close(), s3.close()]);
      await rm(folder, { recursive: true });
    },
  };
}

export type MailPipeline = Awaited<ReturnType<typeof startMailPipeline>>;

/** The same, stopped when the test has ended. */
export async function openMailPipeline(options?: SesTestOptions): Promise<MailPipeline> {
  const pipeline = await startMailPipeline(options);
  onTestFinished(() => pipeline.stop());
  return pipeline;
}

export const someBytes = (length: number, start = '%PDF-1.7\n'): Uint8Array => {
  const bytes = randomBytes(length);
  bytes.write(start);
  return bytes;
};

/** All counts of a campaign's deliveries. */
export const deliveryCounts = (given: Partial<DeliveryCounts>): DeliveryCounts => ({
  ...emptyCounts(),
  ...given,
});
