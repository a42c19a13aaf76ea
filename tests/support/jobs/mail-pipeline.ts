import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { onTestFinished } from 'vitest';
import type { ApiDeps } from '../../../functions/handlers/api.ts';
import { handleDeliveryEvents } from '../../../functions/handlers/handle-delivery-events.ts';
import { advanceDueCampaigns } from '../../../functions/mail/campaigns/advance-campaigns.ts';
import { type DeliveryCounts, emptyCounts } from '../../../functions/mail/campaigns/campaign.ts';
import { getCampaign } from '../../../functions/mail/campaigns/manage-campaigns.ts';
import {
  type CampaignSenderDeps,
  campaignConsumer,
} from '../../../functions/mail/campaigns/send-deliveries.ts';
import { sendDueMail } from '../../../functions/mail/transactional/send-due-mail.ts';
import type { Member } from '../../../functions/members/member.ts';
import { openS3, s3Files } from '../../../functions/platform/files.ts';
import type { CampaignSender } from '../../../functions/platform/mailer.ts';
import { eventBridgeSchedules } from '../../../functions/platform/one-time-schedules.ts';
import { sqsQueue } from '../../../functions/platform/queue.ts';
import { createSesClient, sesMailer } from '../../../functions/platform/ses.ts';
import { startEventScheduler } from '../../../infra/local/emulators/event-scheduler.ts';
import type { ReceivedMail } from '../../../infra/local/emulators/mailbox.ts';
import { startS3 } from '../../../infra/local/emulators/s3.ts';
import { type SesEvent, type SesOptions, startSes } from '../../../infra/local/emulators/ses.ts';
import { startSqs } from '../../../infra/local/emulators/sqs.ts';
import { type CallOptions, startApi } from '../api/api.ts';
import { member as makeMember, writeMembers } from '../api/make.ts';
import { administratorOnce, signInAdministrator } from '../api/signed-in.ts';
import { localAws } from '../table/dynamo.ts';
import { drainQueue } from './drain-queue.ts';

interface Arrived {
  to: string;
  raw: Buffer;
}

/** A file in a form. */
export interface GivenPart {
  name: string;
  bytes: Uint8Array;
  part?: string;
}

/**
 * The API, the sender of campaigns and the emulators of SQS, EventBridge Scheduler and SES, with an administrator; the clock
 * only advances while the sender waits.
 */
export async function startMailPipeline(options: SesOptions = {}, overrides: Partial<ApiDeps> = {}) {
  Object.assign(process.env, localAws);
  let now = () => new Date();
  const clock = () => now();
  const folder = await mkdtemp(join(tmpdir(), 'schedules-'));
  const sqs = await startSqs('campaigns', { clock, visibilitySeconds: 720, maxReceiveCount: 50 });
  const { queueUrl } = sqs;
  const scheduler = await startEventScheduler({ folder, clock, deliver: sqs.deliver });
  const s3 = await startS3({ folder: join(folder, 'files'), buckets: ['files'], clock });
  const api = await startApi({
    queue: sqsQueue(queueUrl, { endpoint: sqs.url }),
    schedules: eventBridgeSchedules(
      {
        group: 'campaigns',
        queueArn: 'arn:aws:sqs:ap-southeast-1:000000000000:campaigns',
        roleArn: 'arn:aws:iam::000000000000:role/scheduler',
      },
      { endpoint: scheduler.url },
    ),
    files: s3Files('files', () => openS3({ endpoint: s3.url, forcePathStyle: true })),
    ...overrides,
  });
  now = api.deps.now;
  const inbox: Arrived[] = [];
  const events: SesEvent[] = [];
  const ses = await startSes(
    {
      keep: async (raw, _, [to = '']) => {
        inbox.push({ to, raw: Buffer.from(raw) });
        return { id: `message-${inbox.length}` } as ReceivedMail;
      },
    },
    { perSecond: 14, clock: api.deps.now, ...options, onEvent: (event) => events.push(event) },
  );
  const mailer = sesMailer(
    { from: 'Asia Graphics Association <no-reply@example.org>', configurationSet: 'tests' },
    createSesClient({ endpoint: ses.url }),
  );
  const senderDeps: CampaignSenderDeps = {
    ...api.deps,
    ...api.repositoriesOf('send-campaigns'),
    queue: sqsQueue(queueUrl, { endpoint: sqs.url }),
    sender: mailer,
    sleep: async (milliseconds) => api.pass(milliseconds),
  };

  const eventDeps = api.repositoriesOf('handle-delivery-events');

  let token = await (Object.keys(overrides).length > 0 ? signInAdministrator : administratorOnce)(api);
  /** An administrator's session expires after an hour without a call. */
  const reauthenticate = async () => {
    token = (await api.signIn()).body.token;
  };

  /** With the sender that the test gave last. */
  let consumer: { sender: CampaignSender; handle: ReturnType<typeof campaignConsumer> } | undefined;

  /** Members who can receive email. */
  async function addMembers(people: readonly Partial<Member>[]): Promise<string[]> {
    const added = people.map((given, index) =>
      makeMember({
        uid: String(20_000_000 + index),
        username: `bunny_${index}`,
        email: `bunny-${String(index).padStart(5, '0')}@example.org`,
        emailVerified: true,
        ...given,
      }),
    );
    await writeMembers(api.table, added);
    return added.map(({ email }) => email);
  }

  /** Handles the events that SES has published so far, or the given ones. */
  const hear = (details: readonly unknown[] = events.splice(0)) =>
    handleDeliveryEvents(
      eventDeps,
      details.map((detail, index) => ({ messageId: String(index), body: JSON.stringify({ detail }) })),
    );

  /** As bytes, because Node throws an uncaught error if a form that it encodes itself is not read to the end. */
  const postForm = async (
    path: string,
    fields: Record<string, string>,
    files: readonly GivenPart[] = [],
    { headers, ...more }: CallOptions = {},
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const { name, bytes, part = 'attachments' } of files)
      form.append(part, new Blob([Buffer.from(bytes)]), name);
    const packed = new Response(form);
    const type = packed.headers.get('content-type') ?? '';
    return api.call('POST', path, undefined, {
      token,
      raw: await packed.arrayBuffer(),
      headers: { 'content-type': type, ...headers },
      ...more,
    });
  };

  return {
    ...api,
    ses,
    sqs,
    queueUrl,
    inbox,
    events,
    senderDeps,
    eventDeps,
    get token() {
      return token;
    },
    reauthenticate,
    addMembers,
    /** POSTs a form as the administrator, or as the options say. */
    postForm,
    send: (recipients: readonly string[], more: Record<string, string> = {}, files?: readonly GivenPart[]) =>
      postForm(
        '/admin/send-email',
        {
          subject: 'Call for papers',
          content: '<p>Hello</p>',
          recipients: JSON.stringify(recipients),
          ...more,
        },
        files,
      ),
    /** Fires the schedules that are due, runs one sweep, and handles the queue until nothing in it is visible. */
    async work() {
      await scheduler.tick();
      await advanceDueCampaigns(senderDeps, new Date(api.time.now.getTime() + 60_000));
      if (consumer?.sender !== senderDeps.sender)
        consumer = { sender: senderDeps.sender, handle: campaignConsumer(senderDeps) };
      await drainQueue({ queueUrl, endpoint: sqs.url, handle: consumer.handle });
    },
    hear,
    /** Sends the codes and notices that are due, and hears what became of them. */
    async sendCodesAndNotices() {
      await sendDueMail({ ...api.deps, queuedMails: api.queuedMails, mailer });
      await hear();
    },
    /** Handles them before each batch is sent, until the returned function is called. */
    hearBeforeEachBatch() {
      const { reserveSendSlots } = senderDeps.limits;
      let heard: Promise<unknown> = Promise.resolve();
      senderDeps.limits.reserveSendSlots = async (...wanted) => {
        heard = heard.then(() => hear());
        await heard;
        return reserveSendSlots(...wanted);
      };
      return () => {
        senderDeps.limits.reserveSendSlots = reserveSendSlots;
      };
    },
    mail: async (id: string) => {
      const { campaign, counts } = await getCampaign(api.deps, id);
      return { ...campaign, counts };
    },
    deliveries: async (id: string, query = '') =>
      (await api.get(`/admin/campaign-deliveries?id=${id}&limit=1000${query}`, { token })).body.data.items,
    parsed: () => Promise.all(inbox.map(async ({ raw }) => PostalMime.parse(raw))),
    async stop() {
      await Promise.all([ses.close(), sqs.close(), scheduler.close(), s3.close()]);
      await rm(folder, { recursive: true });
    },
  };
}

/** The same, stopped when the test has ended. */
export async function openMailPipeline(options?: SesOptions) {
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

export const someMembers = (count: number): object[] => Array.from({ length: count }, () => ({}));
