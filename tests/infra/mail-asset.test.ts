import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { envNames } from '#shared/deployment';
import { createOperator } from '../../functions/handlers/operator.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { Mailbox } from '../../infra/local/emulators/mailbox.ts';
import { startS3 } from '../../infra/local/emulators/s3.ts';
import { startSes } from '../../infra/local/emulators/ses.ts';
import { startSqs } from '../../infra/local/emulators/sqs.ts';
import { campaignQueue } from '../../infra/queues.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { formEvent, jsonEvent } from '../support/api/api-event.ts';
import { hashed, PASSWORD, registration } from '../support/api/make.ts';
import { drainQueue } from '../support/jobs/drain-queue.ts';
import { startFunction } from '../support/product/built-function.ts';
import { freshTable, localAws } from '../support/table/dynamo.ts';

it('a campaign with an attachment gets from the form to the mailbox, in built folders outside the project', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'lambda-'));
  const folder = join(outside, 'mailbox');
  mkdirSync(folder);
  const table = await freshTable();
  const mailbox = new Mailbox(folder);
  const ses = await startSes(mailbox);
  const files = await startS3({
    folder: join(outside, 'buckets'),
    buckets: ['files', 'mail', 'images'],
    clock: () => new Date(),
  });
  const queue = await startSqs('campaigns', { ...campaignQueue, clock: () => new Date() });
  const env = {
    ...localAws,
    ...apiEnvironment,
    AWS_ENDPOINT_URL_S3: files.url,
    AWS_ENDPOINT_URL_SES: ses.url,
    AWS_ENDPOINT_URL_SQS: queue.url,
    [envNames.campaignQueueUrl]: queue.queueUrl,
    [envNames.tableName]: table.name,
    [envNames.mailFrom]: 'office@example.org',
  };

  onTestFinished(() => Promise.all([files.close(), ses.close(), queue.close()]).then(() => {}));
  const start = async (name: string) => {
    const lambda = await startFunction(name, outside, env);
    onTestFinished(() => void lambda.stop());
    return lambda;
  };
  const api = await start('api');
  const mailWorker = await start('send-transactional-mail');
  const campaignWorker = await start('send-campaigns');

  const post = async (path: string, body: object) =>
    JSON.parse((await api.call(jsonEvent('POST', path, { body }))).body);
  const { salt } = await post('/api/auth/genSalt', { username: 'utah_teapot' });
  await post('/api/auth/register', registration({ salt }));
  await mailWorker.call({});
  expect(await mailbox.list()).toMatchObject([
    { to: [registration().email], html: expect.stringContaining('Open User Profile</span>') },
  ]);

  const operator = createOperator(
    env,
    createRuntime(() => {}),
  );
  await operator.grantAdmin('utah_teapot');
  await operator.markEmailVerified('utah_teapot');
  const { token } = await post('/api/auth/login', {
    username: 'utah_teapot',
    password: hashed(PASSWORD, salt),
  });

  const form = new FormData();
  form.set('subject', 'Tea is served');
  form.set('content', '<p onclick="steal()">In the <b>garden</b></p>');
  form.set('recipients', JSON.stringify([registration().email]));
  form.set('attachments', new File(['Milk first'], 'rules.txt', { type: 'text/plain' }));
  const reply = await api.call(await formEvent('/api/admin/send-email', form, token));
  expect(JSON.parse(reply.body)).toMatchObject({ code: 1, data: { id: expect.any(String) } });
  await drainQueue({
    queueUrl: queue.queueUrl,
    endpoint: queue.url,
    handle: async (messages) => {
      const Records = messages.map(({ receiveCount, ...message }) => ({
        ...message,
        attributes: { ApproximateReceiveCount: String(receiveCount) },
      }));
      const { batchItemFailures } = await campaignWorker.call({ Records });
      expect(batchItemFailures).toEqual([]);
      return [];
    },
  });

  const [email] = await mailbox.list();
  expect(email).toMatchObject({
    subject: 'Tea is served',
    to: [registration().email],
    html: expect.stringMatching(/<p style="[^"]+">In the <b>garden<\/b><\/p>/),
  });
  expect(email && (await mailbox.attachment(email, 0))?.toString()).toBe('Milk first');
});
