import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSendQuotaCommand } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperator } from '../../../functions/handlers/operator.ts';
import { createRuntime } from '../../../functions/platform/runtime.ts';
import { formEvent, jsonEvent } from '../../support/api/api-event.ts';
import { TWO_MEMBERS } from '../../support/api/importing.ts';
import { hashed, PASSWORD, registration } from '../../support/api/make.ts';
import { appCode } from '../../support/api/second-factor.ts';
import { drainQueue } from '../../support/jobs/drain-queue.ts';
import { startFunction } from '../../support/product/built-function.ts';
import { enterRegistration } from '../../support/product/enter-registration.ts';
import { allRows } from '../../support/table/dynamo.ts';
import { type Moto, missingMoto, startMoto } from './moto.ts';
import { awsEnvironment, createStage } from './stage.ts';

/** The built functions, each with the environment of its template, on an AWS that others wrote. */

const missing = missingMoto();
if (missing !== undefined) console.log(missing);

type BuiltFunction = Awaited<ReturnType<typeof startFunction>>;

let moto: Moto;
let stage: Awaited<ReturnType<typeof createStage>>;
const outside = mkdtempSync(join(tmpdir(), 'moto-'));
const started = new Map<string, BuiltFunction>();
const before = { ...process.env };

async function lambda(name: keyof typeof stage.environments): Promise<BuiltFunction> {
  const known = started.get(name);
  if (known) return known;
  const env = { ...awsEnvironment(moto.url), ...stage.environments[name] };
  const prepare = name === 'make-receipts' ? enterRegistration : undefined;
  const made = await startFunction(name, outside, env, prepare);
  started.set(name, made);
  return made;
}

const ask = async (method: string, path: string, body?: object, token?: string) => {
  const event = jsonEvent(method, path, { ...(body && { body }), token });
  const { statusCode, body: text = '{}' } = await (await lambda('api')).call(event);
  return { statusCode, body: JSON.parse(text) };
};
const sentMails = async () => Number((await stage.ses.send(new GetSendQuotaCommand({}))).SentLast24Hours);
const rows = () => allRows({ name: stage.tableName });

const userName = 'utah_teapot';
let salt = '';
let token = '';
let operator: ReturnType<typeof createOperator>;

describe.skipIf(missing !== undefined)('on moto', () => {
  beforeAll(async () => {
    moto = await startMoto();
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
    Object.assign(process.env, awsEnvironment(moto.url));
    stage = await createStage(moto.url);
    operator = createOperator(
      stage.environments.api,
      createRuntime(() => {}),
    );
  });
  afterAll(async () => {
    for (const { stop } of started.values()) stop();
    await moto?.stop();
    process.env = before;
  });

  it('a member registers, logs in and reads the own profile', async () => {
    salt = (await ask('POST', '/api/auth/genSalt', { username: userName })).body.salt;
    const registered = await ask('POST', '/api/auth/register', registration({ salt }));
    expect(registered).toEqual({ statusCode: 201, body: { message: 'Registration successful!' } });
    const logIn = (password: string) =>
      ask('POST', '/api/auth/login', { username: userName, password: hashed(password, salt) });
    expect((await logIn('wrong')).statusCode).toBe(401);
    token = (await logIn(PASSWORD)).body.token;
    const { body } = await ask('GET', '/api/userinfo', undefined, token);
    expect(body.data).toMatchObject({ username: userName, emailVerified: false });
    expect((await ask('GET', '/api/userinfo')).statusCode).toBe(401);
  });

  it('the email of the registration leaves', async () => {
    await (await lambda('send-transactional-mail')).call({});
    expect(await sentMails()).toBeGreaterThan(0);
    const mail = (await rows()).find(({ sk }) => sk === 'MAIL');
    expect(mail).not.toHaveProperty('due');
  });

  it('an import adds members in two steps', async () => {
    const report = await operator.checkImport({
      ...{ kind: 'members' as const, fileName: 'list.csv', text: TWO_MEMBERS },
      ...{ columns: {}, existing: 'skip' as const, verifiedReason: 'known' },
    });
    expect(report.errorCount).toBe(0);
    const job = await operator.applyImport(report.job?.id ?? '');
    expect(job).toMatchObject({ state: 'done', added: 2 });
  });

  it('a campaign with an attachment leaves, and its events are counted', async () => {
    await operator.grantAdmin(userName);
    await operator.markEmailVerified(userName);
    await (await lambda('send-transactional-mail')).call({});
    const password = hashed(PASSWORD, salt);
    const begun = await ask('POST', '/api/user/second-factor', { action: 'begin', password }, token);
    const code = appCode(begun.body.data.setup.secret, new Date());
    const finished = await ask('POST', '/api/user/second-factor', { action: 'finish', code }, token);
    expect(finished.statusCode).toBe(200);
    const sentBefore = await sentMails();
    const form = new FormData();
    form.set('subject', 'Tea is served');
    form.set('content', '<p>In the <b>garden</b></p>');
    form.set('recipients', JSON.stringify([registration().email]));
    form.set('attachments', new File(['Milk first'], 'rules.txt', { type: 'text/plain' }));
    const reply = await (await lambda('api')).call(await formEvent('/api/admin/send-email', form, token));
    const { data } = JSON.parse(reply.body);
    expect(data).toMatchObject({ id: expect.any(String) });
    const sender = await lambda('send-campaigns');
    await drainQueue({
      queueUrl: stage.queueUrl,
      handle: async (messages) => {
        const Records = messages.map(({ receiveCount, ...message }) => ({
          ...message,
          attributes: { ApproximateReceiveCount: String(receiveCount) },
        }));
        expect((await sender.call({ Records })).batchItemFailures).toEqual([]);
        return [];
      },
    });
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

  it('a bank transfer becomes a receipt, which its member opens', async () => {
    await operator.recordBankTransfer(
      userName,
      { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01', reference: 'FPS 7' },
      'arrived',
    );
    await (await lambda('make-receipts')).call({});
    const { body } = await ask('GET', '/api/membership/get-membership', undefined, token);
    const [{ receiptNumber }] = body.data;
    expect(receiptNumber).toBe('AG-000001');
    const event = jsonEvent('GET', '/api/membership/receipt', { token });
    const reply = await (await lambda('api')).call({ ...event, rawQueryString: `number=${receiptNumber}` });
    const { data } = JSON.parse(reply.body);
    const file = await fetch(data.url);
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 4)).toBe('%PDF');
  });
});
