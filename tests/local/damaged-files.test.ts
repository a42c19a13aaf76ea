import { readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { assert, describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkDatabase } from '../../infra/local/check-data.ts';
import { diskErrorSentence, toDiskError } from '../../infra/local/disk/errors.ts';
import { Mailbox } from '../../infra/local/emulators/mailbox.ts';
import { S3Objects } from '../../infra/local/emulators/s3-objects.ts';
import { paymentLinks } from '../../infra/local/emulators/stripe-catalogue.ts';
import { openStripeLedger } from '../../infra/local/emulators/stripe-ledger.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function hear() {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.map(([line]) => line);
}

const raw = (subject: string) => Buffer.from(`Subject: ${subject}\r\n\r\nText`);
const keep = (mailbox: Mailbox, subject: string) =>
  mailbox.keep(raw(subject), 'from@example.org', ['to@example.org']);

describe('the inbox', () => {
  it.each([
    ['cut off', (file: string) => truncate(file, 60)],
    ['of another shape', (file: string) => writeFile(file, '{"id":"1"}')],
  ])('with a file that is %s shows the others, accepts new emails, and names the file', async (_, harm) => {
    const folder = temporaryFolder();
    const before = new Mailbox(folder);
    await keep(before, '1');
    const { id } = await keep(before, '2');
    await keep(before, '3');
    await harm(join(folder, `${id}.json`));
    const output = hear();
    const mailbox = new Mailbox(folder);
    await keep(mailbox, '4');
    expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(['4', '3', '1']);
    const file = join(folder, `${id}.json`);
    expect(output()).toEqual([
      `${file} is damaged. It was renamed to ${id}.json.damaged; everything else works.`,
    ]);
    expect(readdirSync(folder)).toContain(`${id}.eml`);
  });
});

it('a damaged entry of the files is reported once and renamed, and the others are found', async () => {
  const folder = temporaryFolder();
  const objects = new S3Objects(folder);
  await objects.put('a', Buffer.from('a'), {});
  const [entry = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
  await objects.put('b', Buffer.from('b'), {});
  await truncate(join(folder, entry), 30);
  const output = hear();
  const [listed] = await Promise.all([objects.list(), objects.read('a'), objects.list()]);
  expect(listed.map(({ key }) => key)).toEqual(['b']);
  expect(output()).toEqual([
    `${join(folder, entry)} is damaged. It was renamed to ${entry}.damaged; everything else works.`,
  ]);
  await objects.put('a', Buffer.from('new'), {});
  expect((await objects.read('a'))?.content?.toString()).toBe('new');
});

it('a payment that met a full disk can be repeated, and counts once', async () => {
  const folder = join(temporaryFolder(), 'payments');
  const open = () => openStripeLedger(folder, () => new Date('2026-03-02T08:00:00Z'));
  const ledger = await open();
  const card = { number: '4242424242424242', effect: 'Accepted' };
  const [link] = paymentLinks;
  assert(link);
  const session = await ledger.open(link, null);
  await rm(folder, { recursive: true });
  await expect(ledger.pay(session, card)).rejects.toThrow('ENOENT');
  await mkdir(folder);
  await ledger.pay(session, card);
  expect((await open()).all()).toEqual(ledger.all());
  expect(ledger.all()).toMatchObject([{ id: session.id, payment: { receiptNumber: 'LOCAL-0001' } }]);
});

describe('the database', () => {
  /** A folder whose database has 300 pages, the newest in the file beside it. */
  async function used() {
    const folder = temporaryFolder();
    const file = join(folder, 'database.sqlite');
    const database = new DatabaseSync(file);
    onTestFinished(() => {
      if (database.isOpen) database.close();
    });
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE items (name TEXT)');
    // In one transaction, which is written once.
    database.exec(
      `BEGIN; INSERT INTO items SELECT printf('%.4000c', 'x') FROM json_each('[${Array(300).fill(0)}]'); COMMIT`,
    );
    await writeFile(join(folder, 'accounts.json'), '{}');
    return { folder, file, database };
  }
  const remedy = (folder: string) =>
    `Restore a backup with "npm run ops -- restore FILE --replace", or move ${folder} away to start with an empty database.`;

  it('that another program keeps locked is not called damaged', async () => {
    const { folder, file, database } = await used();
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    await expect(checkDatabase(folder, 1)).rejects.toThrow(
      `${file} is in use by another program. Stop that program, then try again.`,
    );
    database.close();
  });

  it.each([
    ['missing', (file: string) => rm(file), 'is missing.'],
    [
      'no database',
      (file: string) => writeFile(file, 'garbage '.repeat(1000)),
      'is damaged (file is not a database).',
    ],
    [
      'damaged in the middle',
      async (file: string) => {
        const bytes = await readFile(file);
        await writeFile(file, bytes.fill(0xa5, 81_920, 122_880));
      },
      /is damaged \(.+\)\./s,
    ],
  ])('that is %s stops the start with a remedy', async (_, harm, reason) => {
    const { folder, file, database } = await used();
    database.close();
    await harm(file);
    const refused = expect(checkDatabase(folder)).rejects;
    await refused.toThrow(file);
    await refused.toThrow(reason);
    await refused.toThrow(remedy(folder));
  });

  it('that was copied without its second file is not treated as empty', async () => {
    const { file } = await used();
    const copy = temporaryFolder();
    await copyFile(file, join(copy, 'database.sqlite'));
    await writeFile(join(copy, 'accounts.json'), '{}');
    await expect(checkDatabase(copy)).rejects.toThrow(`${copy}/database.sqlite is empty. ${remedy(copy)}`);
  });
});

it.each([
  ['ENOSPC', 'the disk is full (ENOSPC). Free some disk space, then start again.'],
  ['EACCES', 'access is denied (EACCES). Give your user read and write access to it, then start again.'],
  [
    'EROFS',
    'the disk is read-only (EROFS). Make the disk writable, or set DATA_DIR to another folder, then start again.',
  ],
])('the error %s has a sentence', (code, sentence) => {
  const fault = toDiskError(Object.assign(new Error('x'), { code, path: '/data/x' }));
  expect(fault && diskErrorSentence(fault, 'start again')).toBe(`Can't use /data/x: ${sentence}`);
});
