import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3 } from '@aws-sdk/client-s3';
import { Encrypter } from 'age-encryption';
import { beforeAll, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest';
import { OPERATOR } from '../../functions/audit/audit.ts';
import { checkImport } from '../../functions/imports/check-import.ts';
import { createMail } from '../../functions/mail/transactional/mail.ts';
import { enqueueMailWrites, listQueuedMails } from '../../functions/mail/transactional/repository.ts';
import { findLastReceiptSerial, reserveReceiptSerialsWrite } from '../../functions/payments/repository.ts';
import { s3Files } from '../../functions/platform/files.ts';
import { argon2PasswordHasher } from '../../functions/platform/passwords.ts';
import { createRuntime, lambdaRuntime } from '../../functions/platform/runtime.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { sentenceAbout } from '../../infra/cli/data-commands.ts';
import { BUCKETS, type DataPlace, filesOf } from '../../infra/cli/data-place.ts';
import { exportEverything, exportFileOf } from '../../infra/cli/export-everything.ts';
import { runCommand } from '../../infra/cli/program.ts';
import { backUpStage, restoreStage } from '../../infra/cli/stage-backup.ts';
import { stageSecrets, stages } from '../../infra/stages.ts';
import { hashed, insertMember, member, PASSWORD, SALT } from '../support/api/make.ts';
import { mailTo, tokenOf } from '../support/api/members.ts';
import { startS3 } from '../support/emulators.ts';
import { allRows, freshTable, localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startedHere } from './started.ts';

beforeEach(() => void Object.assign(process.env, localAws));

/** As age makes its key, but in milliseconds: the real one takes seconds, so that guesses do. */
beforeAll(() => {
  const { setPassphrase } = Encrypter.prototype;
  vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (this: Encrypter, text) {
    setPassphrase.call(this, text);
    this.setScryptWorkFactor(10);
  });
});

const region = 'ap-southeast-1';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const passphrase = 'a teapot, a bunny and a Cornell box';

/** A table and three buckets, as of a stage. */
async function startPlace(): Promise<DataPlace> {
  const { name: table } = await freshTable();
  const s3 = await startS3({ folder: temporaryFolder(), buckets: BUCKETS });
  onTestFinished(() => s3.close());
  process.env['AWS_ENDPOINT_URL_S3'] = s3.url;
  const connection = { endpoint: inject('dynamoEndpoint'), region, credentials };
  return {
    table,
    connection,
    dynamodb: new DynamoDBClient(connection),
    s3: new S3({ endpoint: s3.url, region, credentials, forcePathStyle: true }),
    buckets: { files: 'files', mail: 'mail', images: 'images' },
  };
}

const secrets = Object.fromEntries(stageSecrets.map((name) => [name, `${name} `.repeat(12)]));
secrets['tokenKeys'] = JSON.stringify({ current: 'token-key '.repeat(8) });
const readSecret = async (name: string) => secrets[name] ?? '';

/** A stage with a member, an email that is due, and more receipts than its counter says. */
async function startStage() {
  const place = await startPlace();
  const table = openTable(place.table, place.connection);
  await insertMember(
    table,
    member({
      uid: '12345678',
      email: 'teapot@example.org',
      username: 'utah',
      salt: SALT,
      passwordHash: await argon2PasswordHasher(secrets['passwordPepper'] ?? '').hash(hashed(PASSWORD, SALT)),
    }),
  );
  const waiting = createMail(
    createRuntime(() => {}),
    { email: 'teapot@example.org', emailVerified: false, firstName: '' },
    { subject: 'Hello', preheader: '', parts: ['Hello.'] },
  );
  await table.commit(enqueueMailWrites(waiting));
  await table.commit([reserveReceiptSerialsWrite(undefined)]);
  const put = (Key: string, Body: string) =>
    place.s3.send(new PutObjectCommand({ Bucket: 'files', Key, Body, ContentType: 'application/pdf' }));
  await put('receipts/AG-000001.pdf', '%PDF one');
  await put('receipts/AG-000004.pdf', '%PDF four');
  return { place, table };
}

const textOf = async (place: DataPlace, key: string) =>
  Buffer.from((await filesOf(place, 'files').get(key))?.body ?? '').toString();

async function backedUp() {
  const stage = await startStage();
  const file = join(temporaryFolder(), 'stage.age');
  const result = await backUpStage(
    file,
    { ...stage.place, stage: stages.production, readSecret },
    passphrase,
  );
  return { ...stage, file, result };
}

it('a backup of a stage is one encrypted file with rows, files and secrets, and fills a new stage', async () => {
  const { table, file, result } = await backedUp();
  const before = await allRows(table);
  expect(result).toMatchObject({ rows: before.length, objects: 2 });
  const content = await readFile(file);
  expect(content.toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
  for (const plain of ['teapot@example.org', 'passwordPepper', 'manifest.json'])
    expect(content.includes(plain)).toBe(false);

  const place = await startPlace();
  const written: Record<string, string> = {};
  const into = {
    ...place,
    stage: stages.production,
    writeSecret: async (name: string, value: string) => {
      written[name] = value;
    },
  };
  await expect(restoreStage(file, into, 'a wrong passphrase')).rejects.toThrow(
    "can't be decrypted: BACKUP_PASSPHRASE is wrong, or the file is damaged.",
  );
  await expect(restoreStage(file, into, undefined)).rejects.toThrow(
    'is encrypted. Set BACKUP_PASSPHRASE to its passphrase.',
  );
  await expect(restoreStage(file, { ...into, stage: stages.staging }, passphrase)).rejects.toThrow(
    'is a backup of the stage "production", not of "staging". Nothing was changed.',
  );
  const damaged = join(temporaryFolder(), 'damaged.age');
  await writeFile(damaged, content.with(-100, (content.at(-100) ?? 0) ^ 1));
  await expect(restoreStage(damaged, into, passphrase)).rejects.toThrow('the file is damaged');
  expect(written).toEqual({});

  const lastReceipt = 'AG-000007';
  const restored = await restoreStage(file, into, passphrase, lastReceipt);
  expect(restored).toMatchObject({
    rows: before.length,
    objects: 2,
    prepared: { nextReceipt: 'AG-000008', heldMails: 2, skippedReceipts: 6 },
  });
  expect(written).toEqual(secrets);
  const rows = await allRows(openTable(place.table, place.connection));
  const find = (all: Record<string, unknown>[], pk: string) =>
    all.filter((row) => String(row['pk']).startsWith(pk));
  expect(find(rows, 'MEMBER#')).toEqual(expect.arrayContaining(find(before, 'MEMBER#')));
  expect(find(rows, 'MAIL#').find(({ sk }) => sk === 'MAIL')).toMatchObject({ due: 'TRANSACTIONAL-HELD' });
  expect(find(rows, 'COUNTER#')).toMatchObject([{ last: 7 }]);
  expect(await textOf(place, 'receipts/AG-000004.pdf')).toBe('%PDF four');
  await expect(restoreStage(file, into, passphrase)).rejects.toThrow('The stage "production" has members.');
});

it('a backup is as of the moment before its first read: what happens meanwhile counts as later', async () => {
  const { place } = await startStage();
  const readAt: number[] = [];
  const readLater = (name: string) => {
    const at = Date.now();
    readAt.push(at);
    while (Date.now() === at);
    return readSecret(name);
  };
  const file = join(temporaryFolder(), 'stage.age');
  const from = { ...place, stage: stages.production, readSecret: readLater };
  const { madeAt } = await backUpStage(file, from, passphrase);
  expect(Date.parse(madeAt)).toBeLessThanOrEqual(Math.min(...readAt));
});

it('a backup that is damaged in the middle ends with its sentence, and leaves no file on the machine', async () => {
  const { place } = await startStage();
  const picture = (n: number) => ({ Bucket: 'images', Key: `${n}.png`, Body: randomBytes(20_000) });
  await Promise.all(Array.from({ length: FILES }, (_, n) => place.s3.send(new PutObjectCommand(picture(n)))));
  const file = join(temporaryFolder(), 'stage.age');
  await backUpStage(file, { ...place, stage: stages.production, readSecret }, passphrase);
  const content = await readFile(file);
  const into = { ...(await startPlace()), stage: stages.production, writeSecret: async () => {} };
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const part of [0.5, 0.9]) {
    const place = Math.floor(part * content.length);
    const damaged = join(temporaryFolder(), 'damaged.age');
    await writeFile(damaged, content.with(place, (content.at(place) ?? 0) ^ 1));
    await expect(restoreStage(damaged, into, passphrase)).rejects.toThrow('the file is damaged');
  }
  expect((await readdir(folder)).filter((name) => name.startsWith('restore-'))).toEqual([]);
});

/** So many that some are still being written when the damage is found. */
const FILES = 100;

it('a stage restored from its backup sends no email of it by itself, and gives no receipt number of its documents again', async () => {
  const { file } = await backedUp();
  const place = await startPlace();
  const into = { ...place, stage: stages.production, writeSecret: async () => {} };
  const { prepared } = await restoreStage(file, into, passphrase);
  // The counter is at 1, and the last document has 4.
  expect(prepared).toMatchObject({ heldMails: 2, skippedReceipts: 3, nextReceipt: 'AG-000005' });
  expect(sentenceAbout(prepared, 'production')).toBe(
    'Prepared: emails held: 2, campaigns paused: 0, reminders marked as sent: 0, receipt numbers left out: 3, next receipt: AG-000005. Once the stage uses the table, "npm run ops -- queued-mail --held --stage production" lists the emails that are held.',
  );
  const table = openTable(place.table, place.connection);
  expect(await findLastReceiptSerial({ table })).toBe(4);
  expect(await listQueuedMails({ table })).toEqual([]);
  expect(await listQueuedMails({ table }, true)).toHaveLength(2);
});

it('a copy of a stage on this machine opens with an old password, and its emails stay in the inbox', async () => {
  const { file } = await backedUp();
  const folder = join(temporaryFolder(), 'copy');
  await runCommand(['restore', file], { DATA_DIR: folder, BACKUP_PASSPHRASE: passphrase });
  const { url } = await startedHere(folder);
  expect(await tokenOf(url, 'utah')).toEqual(expect.any(String));
  expect(await mailTo(url, 'teapot@example.org', 'Hello')).toContain('Hello.');
});

it('an export of everything has each kind of record as CSV and JSON, and no credentials', async () => {
  const { place } = await startStage();
  const context = { ...lambdaRuntime, table: openTable(place.table), files: s3Files('files') };
  const salt = 'a1'.repeat(16);
  const { job } = await checkImport(context, OPERATOR, {
    kind: 'members',
    fileName: 'old.csv',
    text: `Email,First name,Last name,Salt,Hash\nbunny@example.org,Stanford,Bunny,${salt},${'b2'.repeat(32)}\n`,
    columns: {},
    existing: 'skip',
    verifiedReason: '',
  });
  expect(await textOf(place, job?.rowsKey ?? '')).toContain(salt);
  const folder = join(temporaryFolder(), 'export');
  const { records, objects } = await exportEverything(place, folder);
  expect(records).toMatchObject({ members: 1, mail: 2, counter: 1 });
  expect(objects).toBe(2);
  expect(await readdir(join(folder, 'files'))).toEqual(['receipts']);
  const [teapot] = JSON.parse(await readFile(join(folder, 'members.json'), 'utf8'));
  expect(teapot).toMatchObject({ uid: '12345678', email: 'teapot@example.org' });
  expect(teapot).not.toHaveProperty('passwordHash');
  expect(await readFile(join(folder, 'members.csv'), 'utf8')).toContain('"teapot@example.org"');
  expect(await readFile(join(folder, 'files/receipts/AG-000004.pdf'), 'utf8')).toBe('%PDF four');
  await expect(exportEverything(place, folder)).rejects.toThrow("isn't empty. Choose another folder.");
});

it('an export of everything has no kind of row that nobody has checked for credentials', () => {
  const text = ['2026', 'b', 'c', 'd'] as const;
  const { campaignListEntry, code, ...others } = keys;
  const rows = [
    ...Object.values(others).map((key) =>
      typeof key === 'function' ? Reflect.apply(key, undefined, text) : key,
    ),
    ...(['current', 'archived', 'tests'] as const).map((list) => campaignListEntry('2026', 'b', list)),
    ...(['reset', 'verification'] as const).map((purpose) => code('b', purpose)),
  ];
  const files = new Set(rows.map((row) => exportFileOf(row)).filter((file) => file !== undefined));
  expect([...files].sort()).toEqual([
    ...['administrator', 'audit', 'campaign-template', 'conferences', 'counter', 'former-payer', 'import'],
    ...['mail', 'mail-to'],
    ...['member-audit', 'member-conference', 'member-email', 'member-note', 'member-receipt'],
    ...['member-reminder', 'member-term', 'member-voided', 'members'],
    ...['payment', 'payment-refund', 'payment-resolved', 'payment-review', 'payment-void'],
    ...['segment', 'statistics', 'suppression'],
  ]);
});
