import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CreateScheduleGroupCommand,
  DeleteScheduleGroupCommand,
  GetScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { GetSendQuotaCommand } from '@aws-sdk/client-ses';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envNames } from '#shared/deployment';
import { hongKongDate } from '#shared/hong-kong';
import { createOperator } from '../../functions/handlers/operator.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { type Emulator, serve } from '../../infra/local/emulators/server.ts';
import { projectFolder } from '../../infra/local/settings.ts';
import { apiEvent, formEvent, jsonEvent } from '../support/api/api-event.ts';
import { ACCEPTED, WITHOUT_WEBHOOK } from '../support/api/checkout.ts';
import { HEADER } from '../support/api/importing.ts';
import { formOf, hashed, PASSWORD, registration } from '../support/api/make.ts';
import { appCode } from '../support/api/second-factor.ts';
import { startStripe } from '../support/emulators.ts';
import { copyFunction, enterRegistration, startFunction } from '../support/product/built-function.ts';
import { allRows } from '../support/table/dynamo.ts';
import { type Moto, startMoto } from './moto.ts';
import { awsEnvironment, type CheckedFunction, createStage } from './stage.ts';

/** The built functions and the operator's commands, each with what its template gives it, on an AWS that others wrote. */

type Row = Awaited<ReturnType<typeof allRows>>[number];
type BuiltFunction = Awaited<ReturnType<typeof startFunction>>;

let moto: Moto;
let stage: Awaited<ReturnType<typeof createStage>>;
let stripe: Awaited<ReturnType<typeof startStripe>>;
/** Where Stripe sends its webhooks. */
let door: Emulator;
let operator: ReturnType<typeof createOperator>;
const outside = mkdtempSync(join(tmpdir(), 'moto-'));
const started = new Map<CheckedFunction, BuiltFunction>();
const before = { ...process.env };

async function lambda(name: CheckedFunction): Promise<BuiltFunction> {
  const known = started.get(name);
  if (known) return known;
  const env = {
    ...awsEnvironment(moto.url),
    ...stage.environments[name],
    [envNames.stripeApi]: stripe.url,
  };
  const code = copyFunction(name, outside);
  if (name === 'make-receipts') enterRegistration(code);
  const made = await startFunction(code, name, env);
  started.set(name, made);
  return made;
}
const run = async (name: CheckedFunction) => (await lambda(name)).call({});
function stopFunctions(): void {
  for (const { stop } of started.values()) stop();
  started.clear();
}

const ask = async (method: string, path: string, body?: object, token?: string) => {
  const event = jsonEvent(method, path, { ...(body && { body }), token });
  const { statusCode, body: text = '{}' } = await (await lambda('api')).call(event);
  return { statusCode, body: JSON.parse(text) };
};
const logIn = (password: string) =>
  ask('POST', '/api/auth/login', { username: userName, password: hashed(password, salt) });
const sentMails = async () => Number((await stage.ses.send(new GetSendQuotaCommand({}))).SentLast24Hours);
const rows = () => allRows({ name: stage.tableName });
const hasRow = async (pk: string, sk = '') =>
  (await rows()).some((row) => row['pk'] === pk && String(row['sk']).startsWith(sk));

const profileOf = async (name: string): Promise<Row> =>
  (await rows()).find(
    ({ sk, firstName, lastName }) => sk === 'PROFILE' && [firstName, lastName].includes(name),
  ) ?? {};

/** `npm run ops -- … --stage staging` */
const ops = async (...args: string[]) => {
  const command = [join(projectFolder, 'infra/cli/main.ts'), ...args, '--stage', 'staging'];
  return (await promisify(execFile)(process.execPath, command)).stdout;
};

async function sendEmail(fields: Record<string, string>, attachment?: File) {
  const recipients = JSON.stringify([registration().email]);
  const common = { subject: 'Tea is served', content: '<p>In the <b>garden</b></p>', recipients };
  const form = formOf({ ...common, ...fields });
  if (attachment) form.set('attachments', attachment);
  const { body } = await (await lambda('api')).call(await formEvent('/api/admin/send-email', form, token));
  return JSON.parse(body);
}
const scheduleOf = (Name: string) =>
  stage.scheduler.send(new GetScheduleCommand({ Name, GroupName: stage.scheduleGroup }));

/** Opens the member's newest receipt. */
async function readReceipt(): Promise<{ number: string; start: string }> {
  const { body } = await ask('GET', '/api/membership/get-membership', undefined, token);
  const number = String(body.data[0].receiptNumber);
  const event = jsonEvent('GET', '/api/membership/receipt', { token });
  const reply = await (await lambda('api')).call({ ...event, rawQueryString: `number=${number}` });
  const file = await fetch(JSON.parse(reply.body).data.url);
  return { number, start: Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 4) };
}

const userName = 'utah_teapot';
let salt = '';
let token = '';
const backup = join(outside, 'backup.age');

async function openStage(): Promise<void> {
  stage = await createStage(moto.url);
  operator = createOperator(
    stage.environments.api,
    createRuntime(() => {}),
  );
}

describe('on moto', () => {
  beforeAll(async () => {
    moto = await startMoto();
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
    Object.assign(process.env, awsEnvironment(moto.url), {
      BACKUP_PASSPHRASE: 'a teapot, a bunny and a dragon',
    });
    await openStage();
    const webhooks = new Hono().post('*', async ({ req }) => {
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': String(req.header('stripe-signature')),
      };
      const path = '/api/payments/webhook';
      const event = apiEvent({ method: 'POST', path, headers, body: await req.text() });
      return new Response(null, { status: (await (await lambda('api')).call(event)).statusCode });
    });
    door = await serve(webhooks);
    stripe = await startStripe({
      folder: join(outside, 'stripe'),
      clock: () => new Date(),
      publicUrl: door.url,
    });
    for (const [SecretId, SecretString] of [
      [stage.outputOf('StripeKey'), 'sk_test_local'],
      [stage.outputOf('StripeWebhookSecret'), stripe.webhookSecret],
    ])
      await stage.secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));
  });
  afterAll(async () => {
    stopFunctions();
    await Promise.all([stripe?.close(), door?.close()]);
    await moto?.stop();
    process.env = before;
  });

  it('a member registers, logs in and reads the own profile', async () => {
    salt = (await ask('POST', '/api/auth/genSalt', { username: userName })).body.salt;
    const registered = await ask('POST', '/api/auth/register', registration({ salt }));
    expect(registered).toEqual({ statusCode: 201, body: { message: 'Registration successful!' } });
    expect((await logIn('wrong')).statusCode).toBe(401);
    token = (await logIn(PASSWORD)).body.token;
    const { body } = await ask('GET', '/api/userinfo', undefined, token);
    expect(body.data).toMatchObject({ username: userName, emailVerified: false });
    expect((await ask('GET', '/api/userinfo')).statusCode).toBe(401);
  });

  it('the email of the registration leaves', async () => {
    await run('send-transactional-mail');
    expect(await sentMails()).toBeGreaterThan(0);
    const mail = (await rows()).find(({ sk }) => sk === 'MAIL');
    expect(mail).not.toHaveProperty('due');
  });

  it('a campaign with an attachment leaves, and its events are counted', async () => {
    await operator.grantAdmin(userName);
    await operator.markEmailVerified(userName);
    await run('send-transactional-mail');
    const password = hashed(PASSWORD, salt);
    const begun = await ask('POST', '/api/user/second-factor', { action: 'begin', password }, token);
    const code = appCode(begun.body.data.setup.secret, new Date());
    const finished = await ask('POST', '/api/user/second-factor', { action: 'finish', code }, token);
    expect(finished.statusCode).toBe(200);
    const sentBefore = await sentMails();
    const { data } = await sendEmail({}, new File(['Milk first'], 'rules.txt', { type: 'text/plain' }));
    expect(data).toMatchObject({ id: expect.any(String) });
    const sender = await lambda('send-campaigns');
    const queue = new ReceiveMessageCommand({ QueueUrl: stage.urlOf(stage.campaignQueueArn) });
    expect((await stage.sqs.send(queue)).Messages).toHaveLength(1);
    await sender.call({ Records: [] });
    expect(await sentMails()).toBeGreaterThan(sentBefore);

    const delivery = async () =>
      (await rows()).find(({ pk, sk }) => pk === `MAIL#${data.id}` && String(sk).startsWith('TO#'));
    const { address, messageId } = (await delivery()) ?? {};
    const detail = {
      eventType: 'Delivery',
      mail: { messageId, destination: [address], tags: { mail: [data.id] } },
    };
    const handled = await (await lambda('handle-delivery-events')).call({
      Records: [
        { messageId: '1', body: JSON.stringify({ detail }) },
        { messageId: '2', body: 'no JSON' },
      ],
    });
    expect(handled).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    expect((await delivery())?.['state']).toBe('delivered');
  });

  it('an import adds members in two steps', async () => {
    const year = Number(hongKongDate(new Date()).slice(0, 4));
    // The 1 January that today's reminder is about.
    const end = hongKongDate(new Date()).slice(5) >= '07-01' ? year + 1 : year;
    const change = async (input: object) => (await ask('POST', '/api/admin/imports', input, token)).body.data;
    const { report, job } = await change({
      ...{ action: 'check', kind: 'members', fileName: 'list.csv' },
      text: [
        HEADER,
        `bunny@example.org,Stanford,Bunny,Fellow,professional,${end - 1}-01-01,${end}-01-01`,
        'dragon@example.org,Stanford,Dragon,,,,',
      ].join('\n'),
      verifiedReason: 'known',
    });
    expect(report.errorCount).toBe(0);
    await change({ action: 'start', id: job.id });
    const queue = new ReceiveMessageCommand({ QueueUrl: stage.environments.api[envNames.importQueueUrl] });
    const [{ Body: body } = {}] = (await stage.sqs.send(queue)).Messages ?? [];
    await (await lambda('continue-imports')).call({ Records: [{ body }] });
    const { items } = (await ask('GET', '/api/admin/imports', undefined, token)).body.data;
    expect(items).toMatchObject([{ id: job.id, state: 'done', added: 2 }]);
  });

  it('a member whose membership ends is reminded once', async () => {
    const reminded = async () => (await rows()).filter(({ sk }) => String(sk).startsWith('REMINDER#')).length;
    await run('remind-members');
    expect(await reminded()).toBe(1);
    await run('remind-members');
    expect(await reminded()).toBe(1);
    await run('send-transactional-mail');
    const mails = (await rows()).filter(({ sk, to }) => sk === 'MAIL' && to === 'bunny@example.org');
    expect(mails).toMatchObject([{ subject: expect.stringContaining('Your membership') }]);
    expect(mails[0]).not.toHaveProperty('due');
  });

  it('an email for later has a schedule in the group and for the queue of the template', async () => {
    const sendAt = new Date(Math.ceil(Date.now() / 1000 + 3600) * 1000);
    const { data, msg } = await sendEmail({ subject: 'Later', scheduleTime: sendAt.toISOString() });
    expect(msg).toBe('Email scheduled. You can cancel it in the Outbox until it is sent.');
    const { ScheduleExpression, Target, ActionAfterCompletion } = await scheduleOf(data.id);
    expect(ScheduleExpression).toBe(`at(${sendAt.toISOString().slice(0, 19)})`);
    expect(ActionAfterCompletion).toBe('DELETE');
    expect(Target).toMatchObject({
      Arn: stage.campaignQueueArn,
      RoleArn: expect.stringContaining(':role/CampaignQueueScheduler'),
      Input: JSON.stringify({ campaign: data.id }),
    });
    await ask('POST', '/api/admin/campaign', { action: 'cancel', id: data.id }, token);
    await expect(scheduleOf(data.id)).rejects.toThrow('does not exist');
  });

  it('an email that no schedule can be made for is sent all the same, which its author reads', async () => {
    const group = { Name: stage.scheduleGroup };
    await stage.scheduler.send(new DeleteScheduleGroupCommand(group));
    const scheduleTime = new Date(Date.now() + 3_600_000).toISOString();
    const { data, msg } = await sendEmail({ subject: 'No group', scheduleTime });
    await stage.scheduler.send(new CreateScheduleGroupCommand(group));
    expect(msg).toContain('It will be sent within a minute of its time.');
    expect(await hasRow(`MAIL#${data.id}`, 'MAIL')).toBe(true);
    await ask('POST', '/api/admin/campaign', { action: 'cancel', id: data.id }, token);
  });

  it('a signed webhook, a payment without one and a bank transfer become memberships with receipts', async () => {
    const pay = (card: string, reference: unknown) =>
      stripe.routes.request(`/professional?client_reference_id=${reference}`, {
        method: 'POST',
        body: new URLSearchParams({ card }),
      });
    const [teapot, bunny, dragon] = [
      await profileOf('Utah'),
      await profileOf('Bunny'),
      await profileOf('Dragon'),
    ];
    const hasReceipt = ({ pk }: Row) => hasRow(String(pk), 'RECEIPT#');
    const isForged = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' };
    const forged = apiEvent({ method: 'POST', path: '/api/payments/webhook', headers: isForged, body: '{}' });
    expect((await (await lambda('api')).call(forged)).statusCode).toBe(400);
    await pay(ACCEPTED, teapot['paymentReference']);
    expect(await stripe.sendWebhooks()).toBe(1);
    expect(await hasReceipt(teapot)).toBe(true);

    await pay(WITHOUT_WEBHOOK, bunny['paymentReference']);
    expect(await stripe.sendWebhooks()).toBe(0);
    expect(await hasReceipt(bunny)).toBe(false);
    await run('reconcile-payments');
    expect(await hasReceipt(bunny)).toBe(true);

    const date = hongKongDate(new Date());
    const transfer = { type: 'student', amountMinorUnits: 12_000, date, reference: 'FPS 7' } as const;
    await operator.recordBankTransfer(String(dragon['uid']), transfer, 'arrived');
    expect(await hasReceipt(dragon)).toBe(true);
    await run('make-receipts');
    expect(await readReceipt()).toEqual({ number: 'AG-000001', start: '%PDF' });
  });

  it('the nightly work and the other jobs run', async () => {
    await run('do-nightly-work');
    expect(await hasRow('STATISTICS')).toBe(true);
    await run('send-campaigns');
    await run('continue-imports');
  });

  it('the operator exports everything', async () => {
    const folder = join(outside, 'export');
    expect(await ops('export-everything', folder)).toContain('All data written to');
    expect(readFileSync(join(folder, 'members.csv'), 'utf8')).toContain(userName);
  });

  it('a backup restores an empty stage, with the old password, receipts and secrets', async () => {
    expect(await ops('backup', backup)).toContain('written to');
    const receipt = await readReceipt();
    stopFunctions();
    await moto.reset();
    await openStage();
    expect(await rows()).toEqual([]);
    expect(await ops('restore', backup)).toContain('restored to staging');
    // Only a right password is asked for a code; the session of before is still one.
    expect((await logIn('wrong')).body).toMatchObject({ error: 'login-failed' });
    expect((await logIn(PASSWORD)).body).toMatchObject({ error: 'second-factor-needed' });
    expect(await readReceipt()).toEqual(receipt);
  });
});
