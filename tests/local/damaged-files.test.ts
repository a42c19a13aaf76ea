import { readdirSync } from 'node:fs';
import { copyFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SESClient } from '@aws-sdk/client-ses';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sesMailer } from '../../functions/platform/ses.ts';
import { checkDatabase } from '../../infra/local/data-folder.ts';
import { Mailbox } from '../../infra/local/emulators/inbox.ts';
import { startSes } from '../support/emulators.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const raw = (subject: string) => Buffer.from(`Subject: ${subject}\r\n\r\nText`);
const keep = (mailbox: Mailbox, subject: string) =>
  mailbox.keep(raw(subject), 'from@example.org', ['to@example.org']);

it('the inbox with a file that is cut off shows the others, accepts new emails, and names the file', async () => {
  const folder = temporaryFolder();
  const before = new Mailbox(folder);
  await keep(before, '1');
  const { id } = await keep(before, '2');
  await truncate(join(folder, `${id}.json`), 60);
  const output = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => output.mockRestore());
  const mailbox = new Mailbox(folder);
  await keep(mailbox, '3');
  expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(['3', '1']);
  const renamed = `${join(folder, id)}.json is damaged. It was renamed to ${id}.json.damaged; everything else works.`;
  expect(output.mock.calls).toEqual([[renamed]]);
  expect(readdirSync(folder)).toContain(`${id}.eml`);
});

it('an email that the inbox cannot write is tried again, never in doubt', async () => {
  const folder = join(temporaryFolder(), 'mail');
  await writeFile(folder, 'a file');
  const output = vi.spyOn(console, 'error').mockImplementation(() => {});
  const ses = await startSes(new Mailbox(folder));
  onTestFinished(async () => {
    output.mockRestore();
    await ses.close();
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SESClient({ endpoint: ses.url, region: 'ap-east-1', credentials, maxAttempts: 1 });
  const mailer = sesMailer({ from: 'from@example.org' }, client);
  const mail = { id: '1', to: 'to@example.org', subject: 'Tea', html: '', text: 'It is ready' };
  expect(await mailer.send(mail)).toMatchObject({ outcome: 'throttled' });
  expect(output.mock.calls.join()).toContain(folder);
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
