import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { envNames } from '#shared/deployment';
import { readRunning } from '../../infra/local/data-folder.ts';
import { projectFolder } from '../../infra/local/settings.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { jsonEvent } from '../support/api/api-event.ts';
import { importMembers } from '../support/api/import-members.ts';
import { formOf, hashed } from '../support/api/make.ts';
import { dataOf, post, tokenOf } from '../support/api/members.ts';
import { startFunction } from '../support/product/built-function.ts';
import { startWorkerProduct, type WorkerProduct } from '../support/product/worker-product.ts';
import { localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * `kept/api.tgz` is the built API of the release before. It is started on the rows that today's product writes: after a
 * rollback, it reads them. A release replaces the file by its own, once it is deployed:
 *
 *     npm run build -- --allow-missing && tar -czf tests/local/kept/api.tgz -C dist/functions/api --exclude ./node_modules .
 */
const KEPT_API = join(import.meta.dirname, 'kept/api.tgz');
const YEAR = new Date().getUTCFullYear();

let product: WorkerProduct;
beforeAll(async () => {
  product = await startWorkerProduct({ hasDemoAccounts: true, hasSampleMembers: true });
});
afterAll(() => product?.remove());

/** Changes of every kind, by a member and by an administrator. */
async function writeRows() {
  const { url } = product;
  const [admin, bunny] = await Promise.all([
    tokenOf(url, 'teapot', product.passwordOf('teapot')),
    tokenOf(url, 'bunny', product.passwordOf('bunny')),
  ]);
  const change = async (path: string, body: object, token = admin) =>
    expect((await post(url, path, body, token)).status, path).toBe(200);
  await change('/user/mail-preferences', { announcements: false }, bunny);
  await change('/membership/card', { action: 'create' }, bunny);
  await change('/admin/segments', { action: 'save', name: 'Fellows', filter: { category: 'fellow' } });
  await change('/admin/campaign-template', {
    action: 'save',
    name: 'Tea',
    subject: 'Tea',
    content: '<p>Tea</p>',
  });
  const transfer = {
    type: 'student',
    amountMinorUnits: 12_000,
    reference: 'Tea',
    date: `${YEAR}-01-02`,
  } as const;
  await product.office((office) => office.recordBankTransfer('cornell', transfer, 'Paid'));
  await product.ops('block-address', 'bounced@asiagraphics.example', '--reason', 'Bounced');
  await importMembers(url, admin, 'firstName,lastName,email\nCornelia,Box,cornelia@example.org\n');
  const recipients = '["cornell@asiagraphics.example"]';
  const form = formOf({ subject: 'A letter', content: '<p>Tea</p>', recipients });
  expect((await post(url, '/admin/send-email', form, admin)).status).toBe(200);
  return { admin, bunny };
}

/** The API of the release before, on the table of the running product and with its secrets. */
async function startBefore() {
  const folder = temporaryFolder();
  await extract({ file: KEPT_API, cwd: folder });
  // The native part of password hashes, for this machine.
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  const secrets = z
    .object({ passwordPepper: z.string(), mailKey: z.string(), tokenKey: z.string() })
    .parse(JSON.parse(await readFile(join(product.dataFolder, 'secrets.json'), 'utf8')));
  const running = await readRunning(product.dataFolder);
  const before = await startFunction(folder, 'api', {
    ...localAws,
    ...apiEnvironment,
    AWS_ENDPOINT_URL_DYNAMODB: running?.databaseEndpoint,
    [envNames.tableName]: 'asiagraphics',
    [envNames.siteUrl]: product.url,
    [envNames.tokenKeys]: JSON.stringify({ current: secrets.tokenKey }),
    [envNames.passwordPepper]: secrets.passwordPepper,
    [envNames.mailKey]: secrets.mailKey,
  });
  onTestFinished(() => void before.stop());
  return async (method: string, path: string, token?: string, body?: object) => {
    const [rawPath = '', rawQueryString = ''] = path.split('?');
    const event = jsonEvent(method, `/api${rawPath}`, { ...(body && { body }), token });
    const reply = await before.call({ ...event, rawQueryString });
    expect(reply.statusCode, `${path}: ${reply.body}`).toBe(200);
    return JSON.parse(reply.body);
  };
}

it('the release before reads every row that today’s product writes: a rollback takes back no data', async () => {
  const { admin, bunny } = await writeRows();
  const call = await startBefore();

  const { salt } = await call('POST', '/auth/getSalt', undefined, { username: 'bunny' });
  const password = hashed(product.passwordOf('bunny'), salt);
  const { token } = await call('POST', '/auth/login', undefined, { username: 'bunny', password });
  for (const path of ['/userinfo', '/membership/get-membership', '/conference/get-conferences']) {
    const today = await dataOf(product.url, path, bunny);
    expect(today, path).toMatchObject((await call('GET', path, token)).data);
  }
  // Sessions that began since go on.
  for (const path of ['export', 'devices', 'history', 'mail-preferences', 'passkeys', 'second-factor'])
    await call('GET', `/user/${path}`, bunny);
  await call('GET', '/membership/card', bunny);

  const list = async (path: string) => (await call('GET', path, admin)).data.items;
  for (const { uid } of await list('/admin/members?page=1&limit=50&search=')) {
    await call('GET', `/admin/member?uid=${uid}`, admin);
    await call('GET', `/admin/member-emails?uid=${uid}`, admin);
  }
  const [letter] = await list('/admin/campaigns');
  expect(letter).toMatchObject({ subject: 'A letter' });
  await call('GET', `/admin/campaign?id=${letter.id}`, admin);
  expect(await list(`/admin/campaign-deliveries?id=${letter.id}`)).toHaveLength(1);
  expect(await list(`/admin/ledger?year=${YEAR}`)).not.toEqual([]);
  expect(await list('/admin/suppressions')).toHaveLength(1);
  expect(await list('/admin/imports')).not.toEqual([]);
  expect(await list(`/admin/audit?month=${new Date().toISOString().slice(0, 7)}`)).not.toEqual([]);
  expect(await list('/admin/campaign-templates')).toHaveLength(1);
  expect((await call('GET', '/admin/segments', admin)).data.segments).toHaveLength(1);
  await call('GET', '/admin/dashboard', admin);
  const { version } = (await call('GET', '/userinfo', bunny)).data;
  await call('PUT', '/userinfo', bunny, { affiliation: 'Before', version });
});
