import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { envNames } from '../../functions/env-names.ts';
import { toItem } from '../../functions/store/client.ts';
import { keys } from '../../functions/store/keys.ts';
import { dynamoMembers } from '../../functions/store/members.ts';
import { buildFunction } from '../../infra/build-functions.ts';
import { startFiles } from '../../infra/local/files/server.ts';
import { Mailbox } from '../../infra/local/mail/mailbox.ts';
import { startMail } from '../../infra/local/mail/ses.ts';
import { event } from '../bench/cold-start.ts';
import { apiEnvironment } from '../support/api-environment.ts';
import { freshTable, localAws } from '../support/dynamo.ts';
import { hashed, PASSWORD, registration } from '../support/make.ts';

/** What Lambda still gives a worker: all but the minute that it keeps for what is under way, and two seconds. */
const REMAINING_MILLISECONDS = 62_000;

it('carries a letter with a file from the form to the mailbox, in built folders outside the project', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'lambda-'));
  const folder = join(outside, 'mailbox');
  mkdirSync(folder);
  const table = await freshTable();
  const mailbox = new Mailbox(folder);
  const ses = await startMail(mailbox);
  const files = await startFiles({
    folder: join(outside, 'buckets'),
    buckets: ['files', 'mail', 'images'],
    clock: () => new Date(),
  });
  const env = {
    ...localAws,
    ...apiEnvironment,
    AWS_ENDPOINT_URL_S3: files.url,
    AWS_ENDPOINT_URL_SES: ses.url,
    [envNames.tableName]: table.name,
    [envNames.mailFrom]: 'office@example.org',
  };

  async function start(name: string) {
    const code = await buildFunction(name, outside);
    const runtime = join(outside, `${name}.mjs`);
    writeFileSync(
      runtime,
      `import { handler } from '${code}/index.mjs';
       const context = { getRemainingTimeInMillis: () => ${REMAINING_MILLISECONDS} };
       process.on('message', async (event) => process.send((await handler(event, context)) ?? 'done'));`,
    );
    const lambda = fork(runtime, { cwd: outside, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    onTestFinished(() => void lambda.kill());
    return async (request: object) => {
      const answered = once(lambda, 'message');
      lambda.send(request);
      return (await answered)[0];
    };
  }
  onTestFinished(async () => {
    await Promise.all([files.close(), ses.close()]);
  });
  const [api, deliverMail, sendCampaigns] = await Promise.all(
    ['api', 'deliver-mail', 'send-campaigns'].map(start),
  );
  if (!api || !deliverMail || !sendCampaigns) throw new Error('A function is missing');

  const post = async (path: string, body: object) =>
    JSON.parse((await api(event('POST', path, { body }))).body);
  const { salt } = await post('/api/auth/genSalt', { username: 'utah_teapot' });
  await post('/api/auth/register', registration({ salt }));
  await deliverMail({});
  expect((await mailbox.list()).map(({ to }) => to)).toEqual([[registration().email]]);

  const teapot = await dynamoMembers(table).findByUsername('utah_teapot');
  await table.call('UpdateItem', {
    Key: toItem(keys.member(teapot?.uid ?? '')),
    UpdateExpression: 'SET #role = :role, emailVerified = :yes',
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: toItem({ ':role': 'administrator', ':yes': true }),
  });
  const { token } = await post('/api/auth/login', {
    username: 'utah_teapot',
    password: hashed(PASSWORD, salt),
  });

  const form = new FormData();
  form.set('subject', 'Tea is served');
  form.set('content', '<p onclick="steal()">In the <b>garden</b></p>');
  form.set('recipients', JSON.stringify([registration().email]));
  form.set('attachments', new File(['Milk first'], 'rules.txt', { type: 'text/plain' }));
  const sent = new Response(form);
  const plain = event('POST', '/api/admin/send-email', { token });
  const reply = await api({
    ...plain,
    headers: { ...plain.headers, 'content-type': sent.headers.get('content-type') },
    body: Buffer.from(await sent.arrayBuffer()).toString('base64'),
    isBase64Encoded: true,
  });
  expect(JSON.parse(reply.body)).toMatchObject({ code: 1, data: { id: expect.any(String) } });
  await sendCampaigns({});

  const [letter] = await mailbox.list();
  expect(letter).toMatchObject({ subject: 'Tea is served', to: [registration().email] });
  expect(letter?.html).toContain('<p>In the <b>garden</b></p>');
  expect(letter?.text).toContain('In the garden');
  expect(letter && (await mailbox.attachment(letter, 0))?.toString()).toBe('Milk first');
});
